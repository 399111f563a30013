/** Follows the state of a shard's nodes. */
import type { NodeActor } from '../node/node-actor.js';
import type { ShardJournal } from './shard-journal.js';

export interface ShardListener {
  /** A stored node woke; called before waiting messages are handled. */
  woke(actor: NodeActor, journal: ShardJournal): void;
  /** A node's waiting messages are about to be handled, one after the other. */
  releasing(): void;
  /** The node's waiting messages were handled. */
  released(): void;
  snapshotsWait(): void;
}
