/**
 * Removes nodes of a shard from memory. A node's snapshot is queued for writing if it is worth one, or if nothing else
 * of the node would survive.
 */
import type { NodeId } from '@weir/model';
import type { NodeActor } from '../node/node-actor.js';
import { isWorthSnapshot } from '../node/snapshot-worth.js';
import type { PersistenceOptions } from '../persistence/persistence-options.js';
import type { ShardCounters } from './shard-counters.js';
import type { ShardJournal } from './shard-journal.js';

/** Bytes of pending snapshots at which no further nodes are put to sleep. */
const MOST_SNAPSHOT_BYTES = 8 * 1024 * 1024;
/** Nodes that one sweep inspects, in addition to some for each node to be put to sleep. */
const NODES_PER_SWEEP = 1024;
const NODES_PER_SLEEPER = 4;

export class NodeSleep {
  constructor(
    private readonly nodes: Map<NodeId, NodeActor>,
    private readonly journal: ShardJournal,
    private readonly options: PersistenceOptions,
    private readonly counters: ShardCounters,
  ) {}

  /**
   * Puts a node to sleep, unless it has pending work. Without a journal it sleeps once its snapshot is written.
   * @returns whether it sleeps, or is about to.
   */
  dismiss(actor: NodeActor): boolean {
    if (!actor.canSleep) return false;
    if (!this.options.journalEnabled) {
      if (actor.isUnsaved) {
        this.journal.addSnapshot(actor, true);
        return true;
      }
    } else if (this.isWorthSnapshot(actor)) {
      this.journal.addSnapshot(actor, false);
    }
    this.nodes.delete(actor.id);
    this.counters.slept++;
    return true;
  }

  /**
   * Second-chance algorithm. Nodes are kept in the order they woke. A node used since the last inspection moves to the
   * end; any other is put to sleep.
   * @param target number of nodes that may stay awake.
   * @returns whether another sweep would make progress.
   */
  sweep(target: number): boolean {
    let excess = this.nodes.size - target;
    let budget = Math.min(this.nodes.size * 2, NODES_PER_SWEEP + excess * NODES_PER_SLEEPER);
    let isGettingOn = false;
    for (const [id, actor] of this.nodes) {
      if (excess <= 0 || budget-- <= 0 || this.isFull) break;
      if (!actor.wasUsed) {
        if (this.dismiss(actor)) {
          excess--;
          isGettingOn = true;
          if (!this.nodes.has(id)) continue;
        } else this.counters.declined++;
      } else isGettingOn = true;
      actor.wasUsed = false;
      this.nodes.delete(id);
      this.nodes.set(id, actor);
    }
    return isGettingOn;
  }

  /**
   * Before an orderly stop: adds snapshots of nodes that are worth one, until there are enough for one write.
   * @param required adds only snapshots of nodes that would be lost otherwise.
   * @returns whether there are more.
   */
  snapshotSome(actors: Iterator<NodeActor>, required: boolean): boolean {
    for (let next = actors.next(); !next.done; next = actors.next()) {
      const actor = next.value;
      if (!actor.canSleep) continue;
      if (!this.options.journalEnabled) {
        if (actor.isUnsaved) this.journal.addSnapshot(actor, true);
      } else if (!required && this.isWorthSnapshot(actor)) {
        this.journal.addSnapshot(actor, false);
      }
      if (this.isFull) return true;
    }
    return false;
  }

  private isWorthSnapshot(actor: NodeActor): boolean {
    return this.options.snapshotSchedule !== 'never' && isWorthSnapshot(actor.journalBalance);
  }

  private get isFull(): boolean {
    return this.journal.snapshotBytes > MOST_SNAPSHOT_BYTES;
  }
}
