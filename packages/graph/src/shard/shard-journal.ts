/**
 * Pending writes of a shard: the events of changed nodes, one entry per node and group; the results of standing queries
 * that belong to them; and snapshots. With a journal, snapshots are shortcuts: a node may leave memory before its
 * snapshot is written, and is rebuilt from its entries if it is read meanwhile. Without a journal, only snapshots
 * survive, so a node stays in memory until its snapshot is written.
 */
import { encode, type EventTime, nextEventTime, type NodeEvent, type NodeId } from '@weir/model';
import { type Environment } from '@weir/platform';
import type { JournalEntry, NodeSnapshot } from '@weir/persistor';
import type { StateStorage } from '@weir/standing';
import type { NodeActor } from '../node/node-actor.js';
import type { JournalledNode, NodeJournal } from '../node/node-journal.js';
import { encodeSnapshot } from '../node/node-snapshot.js';
import type { PersistenceOptions } from '../persistence/persistence-options.js';
import type { ResultBatch } from '../results/result-batch.js';
import { NodeCounts } from '../catalog/node-counts.js';
import { ResultGatherer } from '../results/result-gatherer.js';
import { balanceAfterEntry, balanceAfterSnapshot, isWorthSnapshotAwake } from '../node/snapshot-worth.js';

/** Changes being written to the store, and their nodes. */
export interface PendingGroup {
  readonly journal: readonly JournalEntry[];
  /** One per node. */
  readonly snapshots: readonly NodeSnapshot[];
  /** Results of standing queries caused by these events. */
  readonly results: readonly ResultBatch[];
  readonly actors: readonly JournalledNode[];
  /** Time of the latest entry or snapshot in the group. */
  readonly time: EventTime;
  /** Nodes that sleep after the group is written, unless they are used before. */
  readonly leaving: readonly NodeActor[];
}

export class ShardJournal implements NodeJournal {
  /** Results of roots in this shard, for the next group. */
  readonly results: ResultGatherer;
  readonly counts = new NodeCounts();
  private dirty: JournalledNode[] = [];
  private snapshots = new Map<NodeId, NodeSnapshot>();
  private leaving: NodeActor[] = [];
  /** Bytes of snapshots waiting for the next group. */
  snapshotBytes = 0;
  snapshotCount = 0;
  /** Time of the last entry or node read. Times are strictly increasing per shard, and so per node. */
  private time: EventTime = 0;

  constructor(
    readonly shard: number,
    private readonly states: StateStorage,
    private readonly environment: Environment,
    private readonly options: PersistenceOptions,
  ) {
    this.results = new ResultGatherer(shard);
  }

  get isEmpty(): boolean {
    return this.dirty.length === 0 && this.results.isEmpty && this.snapshots.size === 0;
  }

  /** Time of the last entry that was collected or read. */
  get lastTime(): EventTime {
    return this.time;
  }

  /** Makes later entries get later times than this one. */
  sawTime(time: EventTime): void {
    if (time > this.time) this.time = time;
  }

  append(actor: JournalledNode, event: NodeEvent): void {
    if (actor.unwritten === undefined) {
      actor.unwritten = [event];
      this.dirty.push(actor);
    } else {
      actor.unwritten.push(event);
    }
  }

  /** Adds a snapshot of a node whose changes are all written or, with `leaving`, will be once the snapshot is. */
  addSnapshot(actor: NodeActor, leaving: boolean): void {
    this.snapshot(actor, this.time);
    if (!leaving) return;
    actor.isUnsaved = false;
    actor.wasUsed = false;
    actor.isBeingWritten = true;
    this.leaving.push(actor);
  }

  /** Takes everything to be written. */
  collect(): PendingGroup {
    const actors = this.dirty;
    this.dirty = [];
    const journal: JournalEntry[] = [];
    const now = this.environment.clock.now();
    const { journalEnabled, snapshotSchedule } = this.options;
    for (const actor of actors) {
      this.time = nextEventTime(this.time, now);
      if (journalEnabled) this.journalEntry(actor, journal);
      actor.unwritten = undefined;
      actor.isBeingWritten = true;
      if (snapshotSchedule === 'on-node-update') this.snapshot(actor, this.time);
      else if (!journalEnabled) actor.isUnsaved = true;
      else if (snapshotSchedule !== 'never' && isWorthSnapshotAwake(actor.journalBalance)) {
        this.snapshot(actor, this.time);
      }
    }
    const { snapshots, leaving } = this;
    this.snapshots = new Map();
    this.leaving = [];
    this.snapshotBytes = 0;
    return {
      journal,
      snapshots: [...snapshots.values()],
      results: this.results.take(now),
      actors,
      leaving,
      time: this.time,
    };
  }

  private journalEntry(actor: JournalledNode, journal: JournalEntry[]): void {
    const bytes = encode(actor.unwritten);
    journal.push({ id: actor.id, time: this.time, bytes });
    actor.journalBalance = balanceAfterEntry(actor.journalBalance, bytes.length);
  }

  private snapshot(actor: JournalledNode, time: EventTime): void {
    const standing = actor.standing === undefined ? [] : this.states.condense(actor.standing);
    const bytes = encodeSnapshot(actor, standing);
    this.snapshots.set(actor.id, { id: actor.id, snapshot: { time, bytes } });
    this.snapshotBytes += bytes.length;
    this.snapshotCount++;
    actor.journalBalance = balanceAfterSnapshot(bytes.length);
  }
}
