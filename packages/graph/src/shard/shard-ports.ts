/** What a shard is told, what it tells others, and what it counts. */
import type { NodeActor } from '../node/node-actor.js';

/** How many nodes may be awake. */
export interface AwakeLimits {
  /** Past it, nodes that were not used lately are put to sleep. */
  readonly softLimit: number;
  /** At it, none is woken until others sleep. */
  readonly hardLimit: number;
}

export interface ShardCounters {
  /** Nodes read from the store. */
  woken: number;
  /** Reads from the store that failed and were tried again. */
  wakeFailures: number;
  /** Nodes put to sleep. */
  slept: number;
  /** Nodes that should sleep and had something under way. */
  declined: number;
  /** Touches of nodes for which there was no room. */
  waitedForRoom: number;
}

export interface ShardPorts {
  /** A node that was stored is awake, before what waited for it is handled. */
  onAwake(actor: NodeActor): void;
  /** What waited for the node will be handled, one after the other. */
  onReleasing(): void;
  /** What waited for the node was handled. */
  onSettled(): void;
  /** Snapshots wait to be written. */
  onSnapshots(): void;
}
