/** Who follows what becomes of a shard's nodes. */
import type { NodeActor } from '../node/node-actor.js';
import type { ShardJournal } from './shard-journal.js';

export interface ShardListener {
  /** A node that was stored is awake, before what waited for it is handled. */
  woke(actor: NodeActor, journal: ShardJournal): void;
  /** What waited for a node will be handled, one after the other. */
  releasing(): void;
  /** What waited for the node was handled. */
  released(): void;
  /** Snapshots wait to be written. */
  snapshotsWait(): void;
}
