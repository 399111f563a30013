/**
 * What a shard has to write: the events of changed nodes, one entry per node and group, the results of standing
 * queries that go with them, and snapshots. Snapshots are shortcuts where there is a journal: a node may be gone from memory before its snapshot is written, and one
 * that is read meanwhile is folded from its entries. Without a journal they are all there is, so a node stays
 * until its snapshot is written.
 */
import {
  encode,
  type Environment,
  type EventTime,
  nextEventTime,
  type NodeEvent,
  type NodeId,
} from '@weir/model';
import type { JournalEntry, NodeSnapshot } from '@weir/persistor';
import type { StandingEngine } from '@weir/standing';
import type { NodeActor } from '../node/node-actor.js';
import type { JournalledNode, NodeJournal } from '../node/node-journal.js';
import { encodeSnapshot } from '../node/node-snapshot.js';
import type { PersistenceOptions } from './persistence-options.js';
import type { ResultBatch } from '../results/result-batch.js';
import { ResultGatherer } from '../results/result-gatherer.js';
import { balanceAfterEntry, balanceAfterSnapshot, isWorthSnapshotAwake } from '../node/snapshot-worth.js';

/** On its way to the store, and the nodes it is of. */
export interface PendingGroup {
  readonly journal: readonly JournalEntry[];
  /** One per node. */
  readonly snapshots: readonly NodeSnapshot[];
  /** Of standing queries, caused by these events. */
  readonly results: readonly ResultBatch[];
  readonly actors: readonly JournalledNode[];
  /** No entry or snapshot in it is later. */
  readonly time: EventTime;
  /** Nodes that sleep when the group is written, unless they are used before. */
  readonly leaving: readonly NodeActor[];
}

export class ShardJournal implements NodeJournal {
  /** Results whose root is here, for the next group. */
  readonly results: ResultGatherer;
  private dirty: JournalledNode[] = [];
  private snapshots = new Map<NodeId, NodeSnapshot>();
  private leaving: NodeActor[] = [];
  /** Bytes of snapshots that wait for the next group. */
  snapshotBytes = 0;
  snapshotCount = 0;
  /** Of the last entry or node read: times are strictly increasing per shard, and so per node. */
  private time: EventTime = 0;

  constructor(
    readonly shard: number,
    private readonly engine: StandingEngine,
    private readonly environment: Environment,
    private readonly options: PersistenceOptions,
  ) {
    this.results = new ResultGatherer(shard);
  }

  get isEmpty(): boolean {
    return this.dirty.length === 0 && this.results.isEmpty && this.snapshots.size === 0;
  }

  /** Later entries get later times. */
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

  /** The state of a node of which everything is written, or will be with `leaving`, once its snapshot is. */
  addSnapshot(actor: NodeActor, leaving: boolean): void {
    this.snapshot(actor, this.time);
    if (!leaving) return;
    actor.isUnsaved = false;
    actor.wasUsed = false;
    actor.isBeingWritten = true;
    this.leaving.push(actor);
  }

  /** Takes what is to be written. */
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
    const standing = actor.standing === undefined ? [] : this.engine.condense(actor.standing);
    const bytes = encodeSnapshot(actor, standing);
    this.snapshots.set(actor.id, { id: actor.id, snapshot: { time, bytes } });
    this.snapshotBytes += bytes.length;
    this.snapshotCount++;
    actor.journalBalance = balanceAfterSnapshot(bytes.length);
  }
}
