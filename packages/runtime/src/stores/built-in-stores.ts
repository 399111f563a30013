/** The kinds of stores that need no extension. Their code is loaded on first use. */
import type { PersistorFactory, PersistorOptions } from '@weir/persistor';
import type { Environment } from '@weir/platform';
import type { ExtensionStoreOptions, LoggedOptions, StoreOptions } from '../contract/graph-options.js';
import { openLogged } from './logged-store.js';
import type { StoreDeclaration } from './store-declaration.js';

type BuiltInOptions = Exclude<StoreOptions, ExtensionStoreOptions>;
type Options<T extends BuiltInOptions['type']> = Extract<BuiltInOptions, { readonly type: T }>;

const embeddedStore: StoreDeclaration<Options<'embedded'>> = {
  type: 'embedded',
  durable: true,
  open: openLocal,
};

const cassandraStore: StoreDeclaration<Options<'cassandra'>> = {
  type: 'cassandra',
  durable: true,
  remote: true,
  load: () => import('@weir/persistor-cassandra'),
  open: async (options, environment) => {
    const { CassandraPersistorFactory } = await import('@weir/persistor-cassandra');
    return new CassandraPersistorFactory(options, environment);
  },
};

const loggedStore: StoreDeclaration<LoggedOptions> = {
  type: 'logged',
  durable: true,
  remote: true,
  load: () => Promise.all([import('@weir/persistor-logged'), import('@weir/cluster-nats')]),
  open: openLogged,
};

const memoryStore: StoreDeclaration<Options<'memory'>> = { type: 'memory', durable: false, open: openLocal };

const emptyStore: StoreDeclaration<Options<'empty'>> = { type: 'empty', durable: false, open: openLocal };

/** In the order of the documentation. */
export const BUILT_IN_STORES: readonly StoreDeclaration<BuiltInOptions>[] = [
  embeddedStore,
  cassandraStore,
  loggedStore,
  memoryStore,
  emptyStore,
];

async function openLocal(options: PersistorOptions, { scheduler }: Environment): Promise<PersistorFactory> {
  const { createPersistorFactory } = await import('@weir/persistor');
  return createPersistorFactory(options, scheduler);
}
