export { checkBackup } from './backup/check-backup.js';
export { restoreGraph } from './backup/restore-graph.js';
export type * from './contract/graph-options.js';
export type { OpenOptions } from './coordinator/open-options.js';
export type * from './contract/wire.js';
export type * from './contract/worker-offers.js';
export { LENDING_VERSION } from './lending/lending-notes.js';
export { lendWorkers } from './lending/worker-lender.js';
export { openGraph } from './coordinator/open-graph.js';
export { nodeVerdict } from './standing-inspection/node-verdict.js';
export type { PartitionCopies } from './contract/partition-copies.js';
export { LogCopies, type LogCopiesOptions } from './following/log-copies.js';
export {
  type PreparedOptions,
  type PreparedWorkers,
  prepareWorkers,
  sharedHeapBytes,
} from './threads/prepared-workers.js';
export { availableMemory } from './threads/heap-settings.js';
export { systemEnvironment } from './system-environment.js';
export { loadExtensions } from './modules/load-extensions.js';
export { BUILT_IN_STORES } from './stores/built-in-stores.js';
export { checkSnapshots } from './stores/logged-store.js';
export type { StoreDeclaration } from './stores/store-declaration.js';
export { isLasting } from './stores/store-factory.js';
export type * from '@weir/contract';
