export { GraphHost } from './graph-host.js';
export type { GraphHostOptions, HostActivity } from './graph-host-options.js';
export { mayHoldResult, type ResultBatch, UnpackedBatch, unpackBatch } from './result-batch.js';
export type { FilingRule } from './result-filing.js';
export { RemovedStates } from './removed-states.js';
export type { NodeLook } from './node-glances.js';
export type { AwakeLimits, ShardCounters } from './shard-ports.js';
export { CHECKPOINT_STEPS, type CheckpointStep } from './checkpoint.js';
export { checkPersistence, DEFAULT_PERSISTENCE, type PersistenceOptions } from './persistence-options.js';
