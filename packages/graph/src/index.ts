export { GraphHost, type GraphHostOptions, type HostActivity } from './graph-host.js';
export type { AwakeLimits, ShardCounters } from './shard.js';
