/**
 * One partition of the id space: the nodes that are awake, and the store behind them. An id that is not awake
 * is read from the store on first touch; what arrives meanwhile waits in order.
 */
import {
  decode,
  encode,
  type Environment,
  type EventTime,
  EventKind,
  isPromise,
  nextEventTime,
  type NodeEvent,
  type NodeId,
} from '@weir/model';
import type { JournalEntry, Persistor, StoredNode } from '@weir/persistor';
import type { StandingEngine } from '@weir/standing';
import { NodeActor } from './node-actor.js';

const RECENT_NODES = 1024;
const READ_RETRY_MILLIS = 100;

/** How many nodes may be awake. */
export interface AwakeLimits {
  /** Past it, nodes that were not used lately are put to sleep. */
  readonly softLimit: number;
  readonly hardLimit: number;
}

export interface ShardCounters {
  /** Nodes read from the store. */
  woken: number;
  /** Reads from the store that failed and were tried again. */
  wakeFailures: number;
  /** Nodes put to sleep. */
  slept: number;
}

export class Shard {
  readonly nodes = new Map<NodeId, NodeActor>();
  readonly counters: ShardCounters = { woken: 0, wakeFailures: 0, slept: 0 };
  limits: AwakeLimits | undefined = undefined;
  private dirty: NodeActor[] = [];
  /** Of the last journal entry: times are strictly increasing per shard, and so per node. */
  private time: EventTime = 0;
  private readonly recent: NodeId[] = [];
  private nextRecent = 0;
  private sweepScheduled = false;
  /** Nodes being read right now. */
  waking = 0;

  constructor(
    readonly number: number,
    readonly persistor: Persistor,
    private readonly engine: StandingEngine,
    private readonly environment: Environment,
    /** A node that was stored is awake, before what waited for it is handled. */
    private readonly onAwake: (actor: NodeActor) => void,
    /** What waited for the node was handled. */
    private readonly onSettled: () => void,
  ) {}

  /** Nodes may be in the store that are not awake. */
  get mayHaveSleepers(): boolean {
    return this.persistor.supports.durable || this.counters.slept > 0;
  }

  /** The node, awake or on its way (`waiting` is set then). */
  actor(id: NodeId): NodeActor {
    return this.nodes.get(id) ?? this.wake(id);
  }

  /** The node if it is awake or on its way, or stored; `undefined` when there is nothing to know of it. */
  find(id: NodeId): NodeActor | undefined {
    const awake = this.nodes.get(id);
    if (awake !== undefined) return awake;
    const stored = this.persistor.readNode(id);
    return stored === undefined ? undefined : this.wake(id, stored);
  }

  /** The node as it was: rebuilt from the store, never kept. */
  async readPast(id: NodeId, asOf: EventTime): Promise<NodeActor> {
    const actor = new NodeActor(id);
    const stored = await this.persistor.readNode(id, asOf);
    if (stored !== undefined) for (const event of eventsOf(stored)) actor.replay(event);
    return actor;
  }

  touched(actor: NodeActor): void {
    actor.wasUsed = true;
    this.recent[this.nextRecent] = actor.id;
    this.nextRecent = (this.nextRecent + 1) % RECENT_NODES;
  }

  /** Up to `count` ids of nodes touched lately, newest first. */
  recentNodes(count: number): NodeId[] {
    const found = new Set<NodeId>();
    for (let back = 1; back <= this.recent.length && found.size < count; back++) {
      const id = this.recent[(this.nextRecent - back + RECENT_NODES) % RECENT_NODES];
      if (id !== undefined && this.nodes.get(id)?.exists) found.add(id);
    }
    return [...found];
  }

  /** An event for the node's journal. */
  record(actor: NodeActor, event: NodeEvent): void {
    if (actor.unwritten === undefined) {
      actor.unwritten = [event];
      this.dirty.push(actor);
    } else {
      actor.unwritten.push(event);
    }
  }

  get isDirty(): boolean {
    return this.dirty.length > 0;
  }

  /** Takes what is to be written: one entry per node, holding all its events since the last time. */
  collectJournal(): PendingGroup {
    const actors = this.dirty;
    this.dirty = [];
    const journal: JournalEntry[] = [];
    const now = this.environment.clock.now();
    for (const actor of actors) {
      this.time = nextEventTime(this.time, now);
      journal.push({ id: actor.id, time: this.time, bytes: encode(actor.unwritten) });
      actor.unwritten = undefined;
      actor.isBeingWritten = true;
    }
    return { journal, actors };
  }

  /** A group is in the store; nodes past the limit may sleep now. */
  written(actors: readonly NodeActor[]): void {
    for (const actor of actors) actor.isBeingWritten = false;
    this.sleepPastLimit();
  }

  /** Puts a node to sleep unless it has something left to do. @returns whether it sleeps. */
  sleep(id: NodeId): boolean {
    const actor = this.nodes.get(id);
    if (actor === undefined || !actor.canSleep) return false;
    this.nodes.delete(id);
    this.counters.slept++;
    return true;
  }

  /**
   * Second chance: nodes stand in the order they woke; one that was used since the last look goes to the end
   * of the line, one that was not sleeps.
   */
  sleepPastLimit(): void {
    if (this.limits === undefined) return;
    let looks = this.nodes.size * 2;
    for (const [id, actor] of this.nodes) {
      if (this.nodes.size <= this.limits.softLimit || looks-- === 0) return;
      if (!actor.wasUsed && this.sleep(id)) continue;
      actor.wasUsed = false;
      this.nodes.delete(id);
      this.nodes.set(id, actor);
    }
  }

  private wake(id: NodeId, stored = this.persistor.readNode(id)): NodeActor {
    const actor = new NodeActor(id);
    this.nodes.set(id, actor);
    this.scheduleSweep();
    if (stored === undefined) return actor;
    if (isPromise(stored)) {
      actor.waiting = [];
      this.waking++;
      this.finishWaking(actor, stored);
    } else {
      this.load(actor, stored);
      this.onAwake(actor);
    }
    return actor;
  }

  /** A node woke: when what is being done now is done, others may have to sleep for it. */
  private scheduleSweep(): void {
    if (this.sweepScheduled || this.limits === undefined || this.nodes.size <= this.limits.softLimit) return;
    this.sweepScheduled = true;
    this.environment.scheduler.soon(() => {
      this.sweepScheduled = false;
      this.sleepPastLimit();
    });
  }

  private finishWaking(actor: NodeActor, reading: Promise<StoredNode | undefined>): void {
    reading.then(
      stored => {
        if (stored !== undefined) this.load(actor, stored);
        this.waking--;
        const waiting = actor.waiting!;
        actor.waiting = undefined;
        this.onAwake(actor);
        for (const task of waiting) task();
        this.onSettled();
      },
      (error: unknown) => {
        this.counters.wakeFailures++;
        this.environment.logger.log('error', 'a node could not be read from the store; trying again', {
          shard: this.number,
          error: String(error),
        });
        this.environment.scheduler.after(READ_RETRY_MILLIS, () =>
          this.finishWaking(actor, Promise.resolve(this.persistor.readNode(actor.id))),
        );
      },
    );
  }

  private load(actor: NodeActor, stored: StoredNode): void {
    this.counters.woken++;
    for (const event of eventsOf(stored)) {
      if (event[0] === EventKind.Standing) actor.standing = this.engine.replay(actor.standing, event);
      else actor.replay(event);
    }
    const last = stored.journal.at(-1)?.time ?? stored.snapshot?.time ?? 0;
    this.time = Math.max(this.time, last);
    if (actor.standing !== undefined) actor.standing = this.engine.restored(actor, actor.standing);
  }
}

/** Entries on their way to the store, and the nodes they are of. */
export interface PendingGroup {
  readonly journal: readonly JournalEntry[];
  readonly actors: readonly NodeActor[];
}

function* eventsOf(stored: StoredNode): Generator<NodeEvent> {
  if (stored.snapshot !== undefined) yield* decode(stored.snapshot.bytes) as NodeEvent[];
  for (const entry of stored.journal) yield* decode(entry.bytes) as NodeEvent[];
}
