/** What a shard counts since start. */
export interface ShardCounters {
  /** Nodes read from the store. */
  woken: number;
  /** Reads from the store that failed and were tried again. */
  wakeFailures: number;
  /** Writes of groups that failed; what they held is written later. */
  writeFailures: number;
  /** Nodes put to sleep. */
  slept: number;
  /** Nodes that should sleep and had something under way. */
  declined: number;
  /** Touches of nodes for which there was no room. */
  waitedForRoom: number;
}
