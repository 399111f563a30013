export { GraphHost, type GraphHostOptions, type HostActivity } from './graph-host.js';
export { mayHoldResult, type ResultBatch, UnpackedBatch, unpackBatch } from './result-batch.js';
export type { FilingRule } from './result-filing.js';
export { RemovedStates } from './removed-states.js';
export type { NodeLook } from './node-glances.js';
export type { AwakeLimits, ShardCounters } from './shard.js';
export { CHECKPOINT_STEPS, type CheckpointStep } from './checkpoint.js';
export { checkPersistence, DEFAULT_PERSISTENCE, type PersistenceOptions } from './persistence-options.js';
