export { GraphWorker } from './worker/graph-worker.js';
export type { GraphWorkerOptions, WorkerActivity } from './worker/graph-worker-options.js';
export { mayHoldResult, type ResultBatch, UnpackedBatch, unpackBatch } from './results/result-batch.js';
export type { FilingRule } from './results/result-filing.js';
export { RemovedStates } from './walks/removed-states.js';
export type { PeekedNode } from './walks/node-peeks.js';
export type { AwakeLimits } from './shard/awake-limits.js';
export type { ShardCounters } from './shard/shard-counters.js';
export { CHECKPOINT_STEPS, type CheckpointStep } from './durability/checkpoint.js';
export {
  checkPersistence,
  DEFAULT_PERSISTENCE,
  type PersistenceOptions,
} from './persistence/persistence-options.js';
