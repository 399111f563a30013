/** Creates the stores of a graph; the code of a store type is loaded on first use. */
import { type Environment, WeirError } from '@weir/platform';
import { createPersistorFactory, type PersistorFactory } from '@weir/persistor';
import { storeKinds } from '@weir/plugins/registry';
import type { ExtensionStoreOptions, StoreOptions } from '../contract/open-options.js';

export async function storeFactory(store: StoreOptions, environment: Environment): Promise<PersistorFactory> {
  switch (store.type) {
    case 'memory':
    case 'empty':
    case 'embedded':
      return createPersistorFactory(store, environment.scheduler);
    case 'cassandra': {
      const { CassandraPersistorFactory } = await import('@weir/persistor-cassandra');
      return new CassandraPersistorFactory(store, environment);
    }
    default:
      return extensionFactory(store, environment);
  }
}

/** Whether acknowledged data survives the end of the process, or of one of its threads. */
export function isLasting({ type }: StoreOptions): boolean {
  return type === 'embedded' || type === 'cassandra' || storeKinds.get(type)?.durable === true;
}

async function extensionFactory(
  { type, options = {} }: ExtensionStoreOptions,
  environment: Environment,
): Promise<PersistorFactory> {
  const kind = storeKinds.get(type);
  if (kind === undefined)
    throw new WeirError(
      'config.invalid',
      `No extension provides the store ${type}: name its module in extensions`,
    );
  const { z } = await import('zod');
  const checked = z.strictObject(kind.fields(z)).safeParse(options);
  if (checked.success) return kind.open(checked.data, environment);
  const complaints = checked.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'options'}: ${message}`,
  );
  throw new WeirError('config.invalid', `Invalid options of the store ${type}: ${complaints.join('; ')}`);
}
