/** Counters of a shard since start. */
export interface ShardCounters {
  /** Nodes read from the store. */
  woken: number;
  /** Reads from the store that failed and were retried. */
  wakeFailures: number;
  /** Writes of groups that failed; their content is written later. */
  writeFailures: number;
  /** Nodes put to sleep. */
  slept: number;
  /** Nodes that were to be put to sleep but had pending work. */
  declined: number;
  /** Accesses to nodes that had to wait for room. */
  waitedForRoom: number;
}
