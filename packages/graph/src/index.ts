export { GraphHost, type GraphHostOptions, type HostActivity } from './graph-host.js';
export type { AwakeLimits, ShardCounters } from './shard.js';
export { DEFAULT_PERSISTENCE, type PersistenceOptions } from './persistence-options.js';
