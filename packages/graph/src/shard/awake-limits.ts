/** How many nodes of a shard may be awake. */
export interface AwakeLimits {
  /** Number above which nodes that were not used recently are put to sleep. */
  readonly softLimit: number;
  /** Number at which no node is woken until others sleep. */
  readonly hardLimit: number;
}
