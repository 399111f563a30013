/** How many nodes of a shard may be awake. */
export interface AwakeLimits {
  /** Past it, nodes that were not used lately are put to sleep. */
  readonly softLimit: number;
  /** At it, none is woken until others sleep. */
  readonly hardLimit: number;
}
