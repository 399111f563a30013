/** All kinds of stores, by type: built-in ones and ones from extensions. */
import type { PersistorFactory } from '@weir/persistor';
import { type Environment, WeirError } from '@weir/platform';
import type { AnyStoreKind } from '@weir/plugins';
import { storeKinds } from '@weir/plugins/registry';
import type { ExtensionStoreOptions, StoreOptions } from '../contract/graph-options.js';
import type { PartitionCopies } from '../contract/partition-copies.js';
import { BUILT_IN_STORES } from './built-in-stores.js';
import type { StoreDeclaration } from './store-declaration.js';

const builtIn = new Map<string, StoreDeclaration>(BUILT_IN_STORES.map(each => [each.type, each]));

function storeDeclaration(type: string): StoreDeclaration | undefined {
  const kind = storeKinds.get(type);
  return kind === undefined ? builtIn.get(type) : declarationOf(kind);
}

function declarationOf(kind: AnyStoreKind): StoreDeclaration<ExtensionStoreOptions> {
  const { type, durable } = kind;
  return {
    type,
    durable,
    open: async ({ options = {} }, environment) => {
      const { z } = await import('zod');
      const checked = z.strictObject(kind.fields(z)).safeParse(options);
      if (checked.success) return kind.open(checked.data, environment);
      const complaints = checked.error.issues.map(
        ({ path, message }) => `${path.join('.') || 'options'}: ${message}`,
      );
      throw new WeirError('config.invalid', `Invalid options of the store ${type}: ${complaints.join('; ')}`);
    },
  };
}

/**
 * Creates the stores of a graph; the code of a kind is loaded on first use.
 * @param copies of this process, which end while a partition is open. Default: the caller sees to it.
 * @throws WeirError `config.invalid`.
 */
export async function storeFactory(
  store: StoreOptions,
  environment: Environment,
  copies?: PartitionCopies,
): Promise<PersistorFactory> {
  const declaration = storeDeclaration(store.type);
  if (declaration !== undefined) return declaration.open(store, environment, copies);
  throw new WeirError(
    'config.invalid',
    `No extension provides the store ${store.type}: name its module in extensions`,
  );
}

/** Loads what `storeFactory` would load on first use. Extensions need not be loaded yet. */
export async function loadStoreCode(type: string | undefined): Promise<void> {
  await builtIn.get(type ?? '')?.load?.();
}

/** Whether acknowledged data survives the end of the process, or of one of its threads. */
export function isLasting({ type }: StoreOptions): boolean {
  return storeDeclaration(type)?.durable === true;
}

/** Whether opening a shard waits for other machines. */
export function isRemote({ type }: StoreOptions): boolean {
  return storeDeclaration(type)?.remote === true;
}
