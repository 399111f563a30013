/** Counters of a shard since start. */
export interface ShardCounters {
  woken: number;
  /** Reads from the store that failed and were retried. */
  wakeFailures: number;
  /** Writes of groups that failed; their content is written later. */
  writeFailures: number;
  slept: number;
  /** Nodes that were to be put to sleep but had pending work. */
  declined: number;
  /** Accesses to nodes that had to wait for room. */
  waitedForRoom: number;
}
