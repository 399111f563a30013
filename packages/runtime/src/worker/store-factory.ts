/** The stores of a graph; what one of them needs is loaded when it is asked for. */
import type { Environment } from '@weir/model';
import { createPersistorFactory, type PersistorFactory } from '@weir/persistor';
import type { StoreOptions } from '../contract/open-options.js';

export async function storeFactory(store: StoreOptions, environment: Environment): Promise<PersistorFactory> {
  if (store.type !== 'cassandra') return createPersistorFactory(store, environment.scheduler);
  const { CassandraPersistorFactory } = await import('@weir/persistor-cassandra');
  return new CassandraPersistorFactory(store, environment);
}

/** What was acknowledged is there after the process, or one of its threads, has ended. */
export function isLasting(store: StoreOptions): boolean {
  return store.type === 'embedded' || store.type === 'cassandra';
}
