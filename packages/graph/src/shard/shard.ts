/**
 * One partition of the id space: the nodes that are awake, and the store behind them. An id that is not awake
 * is read from the store on first touch; what arrives meanwhile waits in order.
 *
 * Past the soft limit nodes that were not used lately are put to sleep. At the hard limit none is woken: an id that
 * is touched then waits in line for room, with what was sent to it, and so does the query that sent it. That ends,
 * because a node is kept awake by nothing but its own reading and writing, neither of which waits for another node.
 */
import {
  type Environment,
  type EventTime,
  isPromise,
  type MaybePromise,
  type NodeEvent,
  type NodeId,
  WeirError,
} from '@weir/model';
import type { Persistor, StoredNode } from '@weir/persistor';
import type { StandingEngine } from '@weir/standing';
import { NodeActor } from '../node/node-actor.js';
import { pastNode } from './node-loader.js';
import { NodeWaking } from './node-waking.js';
import type { PersistenceOptions } from './persistence-options.js';
import { PurgeWatch } from './purge-watch.js';
import { RecentNodes } from '../node/recent-nodes.js';
import { type PendingGroup, ShardJournal } from './shard-journal.js';
import type { AwakeLimits, ShardCounters, ShardPorts } from './shard-ports.js';
import { SleepingNodes } from './sleeping-nodes.js';
import { isWorthSnapshot } from '../node/snapshot-worth.js';

/** Bytes of snapshots that may wait to be written before no more nodes are put to sleep. */
const MOST_SNAPSHOT_BYTES = 8 * 1024 * 1024;
/** Nodes that one sweep looks at, beside some for each that should go. */
const LOOKS_PER_SWEEP = 1024;
const LOOKS_PER_SLEEPER = 4;

export class Shard {
  readonly nodes = new Map<NodeId, NodeActor>();
  /** Not awake for want of room, in the order of their first touch. */
  private readonly queued = new Map<NodeId, NodeActor>();
  readonly counters: ShardCounters = { woken: 0, wakeFailures: 0, slept: 0, declined: 0, waitedForRoom: 0 };
  readonly purges = new PurgeWatch();
  readonly journal: ShardJournal;
  readonly sleeping: SleepingNodes;
  private currentLimits: AwakeLimits | undefined = undefined;
  private readonly recent = new RecentNodes();
  private readonly wakes: NodeWaking;
  private sweepScheduled = false;
  /** Of the last entry that is durable, since start. */
  writtenTime: EventTime = 0;

  constructor(
    readonly number: number,
    readonly persistor: Persistor,
    engine: StandingEngine,
    private readonly environment: Environment,
    private readonly options: PersistenceOptions,
    private readonly ports: ShardPorts,
  ) {
    this.journal = new ShardJournal(number, engine, environment, options);
    this.sleeping = new SleepingNodes(persistor);
    this.wakes = new NodeWaking({
      shard: number,
      persistor,
      engine,
      environment,
      journal: this.journal,
      counters: this.counters,
      onAwake: ports.onAwake,
      onReleasing: ports.onReleasing,
      onSettled: () => {
        ports.onSettled();
        if (this.isPastLimit) this.scheduleSweep();
      },
    });
  }

  get limits(): AwakeLimits | undefined {
    return this.currentLimits;
  }

  /** Takes effect at once. `undefined`: no limit. */
  set limits(limits: AwakeLimits | undefined) {
    this.currentLimits = limits;
    this.sweep();
  }

  /** By name, since start. */
  allCounters(): Record<string, number> {
    const counters = { ...this.counters, snapshots: this.journal.snapshotCount };
    this.wakes.times.addTo(counters);
    return counters;
  }

  /** Nodes may be in the store that are not awake. */
  get mayHaveSleepers(): boolean {
    return this.persistor.supports.durable || this.counters.slept > 0;
  }

  /** Nodes on their way to being awake. */
  get waking(): number {
    return this.wakes.underWay.size + this.queued.size;
  }

  /** About how many nodes sleep; `undefined` when the store can't tell. */
  get asleep(): number | undefined {
    const { nodeCount } = this.persistor;
    return nodeCount === undefined ? undefined : Math.max(0, nodeCount - this.nodes.size);
  }

  /** The node, awake or on its way (`waiting` is set then). */
  actor(id: NodeId): NodeActor {
    return this.nodes.get(id) ?? this.enter(id);
  }

  /** The node if it is awake or on its way. */
  awake(id: NodeId): NodeActor | undefined {
    return this.nodes.get(id) ?? this.queued.get(id);
  }

  /**
   * The same as `find`, but a node that sleeps goes on sleeping, unless it is large and was looked at before: what is
   * given may be a copy, not to be changed.
   */
  peek(id: NodeId): MaybePromise<NodeActor | undefined> {
    const awake = this.awake(id);
    if (awake !== undefined) return awake;
    return this.sleeping.isWide(id) ? this.find(id) : this.sleeping.look(id);
  }

  /** The node if it is awake or on its way, or stored; `undefined` when there is nothing to know of it. */
  find(id: NodeId): NodeActor | undefined {
    const awake = this.awake(id);
    if (awake !== undefined) {
      awake.wasUsed = true;
      return awake;
    }
    const stored = this.persistor.readNode(id);
    if (stored === undefined) return undefined;
    return this.hasRoom ? this.wake(id, stored) : this.enter(id);
  }

  /** Calls `visit` with the node when it is awake, in the order of what else is sent to it. */
  whenAwake(id: NodeId, visit: (actor: NodeActor) => void): MaybePromise<void> {
    const actor = this.actor(id);
    const { waiting } = actor;
    if (waiting === undefined) {
      visit(actor);
      return undefined;
    }
    return new Promise((resolve, reject) =>
      waiting.push(() => {
        try {
          visit(actor);
          resolve();
        } catch (error) {
          reject(WeirError.from(error));
        }
      }),
    );
  }

  /** What was sent until now to nodes that are being read has reached them. */
  async settled(): Promise<void> {
    const nodes = [...this.wakes.underWay, ...this.queued.values()];
    await Promise.all(nodes.map(({ waiting }) => new Promise<void>(resolve => waiting!.push(resolve))));
  }

  /** Nodes awake or on their way, at this moment. */
  present(): NodeActor[] {
    return [...this.nodes.values(), ...this.queued.values()];
  }

  /** The node as it was: rebuilt from the store, never kept. */
  readPast(id: NodeId, asOf: EventTime): MaybePromise<NodeActor> {
    const stored = this.persistor.readNode(id, asOf);
    return isPromise(stored) ? stored.then(read => pastNode(id, read)) : pastNode(id, stored);
  }

  touched(actor: NodeActor): void {
    actor.wasUsed = true;
    this.recent.note(actor.id);
  }

  /** Up to `count` ids of nodes touched lately, newest first. */
  recentNodes(count: number): NodeId[] {
    return this.recent.newest(count, id => this.nodes.get(id)?.exists === true);
  }

  /** An event for the node's journal. */
  record(actor: NodeActor, event: NodeEvent): void {
    this.journal.record(actor, event);
  }

  /** A group is in the store; nodes past the limit may sleep now. */
  written(group: PendingGroup): void {
    this.writtenTime = group.time;
    for (const actor of group.actors) actor.isBeingWritten = false;
    for (const actor of group.leaving) actor.isBeingWritten = false;
    for (const actor of group.leaving) if (!actor.wasUsed) this.dismiss(actor);
    if (this.isPastLimit) this.sweep();
  }

  /**
   * Lets everything that comes for an awake node wait.
   * @returns ends that, as if the node had just been read.
   */
  hold(actor: NodeActor): () => void {
    return this.wakes.hold(actor);
  }

  /** Puts a node to sleep unless it has something left to do. @returns whether it sleeps, or is about to. */
  sleep(id: NodeId): boolean {
    const actor = this.nodes.get(id);
    if (actor === undefined || !this.dismiss(actor)) return false;
    this.writeSnapshots();
    return true;
  }

  /** A node that sleeps, as it is stored; it goes on sleeping. */
  copyOf(id: NodeId, stored: StoredNode): NodeActor {
    return this.wakes.copy(id, stored);
  }

  /** Lets a copy that is as the node is become the node. @returns whether there was room. */
  rouse(copy: NodeActor): boolean {
    if (!this.hasRoom) return false;
    this.sleeping.wakes(copy.id);
    this.nodes.set(copy.id, copy);
    if (this.isPastLimit) this.scheduleSweep();
    this.wakes.rouse(copy);
    return true;
  }

  /** Puts a node to sleep again that nobody has used since it was roused. */
  letSleep(roused: NodeActor): void {
    if (roused.wasUsed || this.nodes.get(roused.id) !== roused) return;
    this.dismiss(roused);
    this.writeSnapshots();
  }

  /** With its snapshot among those to be written, if it is worth one or there is nothing else. */
  private dismiss(actor: NodeActor): boolean {
    if (!actor.canSleep) return false;
    if (!this.options.journalEnabled) {
      if (actor.isUnsaved) {
        this.journal.addSnapshot(actor, true);
        return true;
      }
    } else if (this.options.snapshotSchedule !== 'never' && isWorthSnapshot(actor.journalBalance)) {
      this.journal.addSnapshot(actor, false);
    }
    this.nodes.delete(actor.id);
    this.counters.slept++;
    return true;
  }

  /**
   * Before an orderly stop: adds snapshots of nodes that are worth one, until there are enough to be written.
   * @param required only those of which nothing else would survive.
   * @returns whether there are more.
   */
  snapshotSome(actors: Iterator<NodeActor>, required: boolean): boolean {
    const { journalEnabled, snapshotSchedule } = this.options;
    for (let next = actors.next(); !next.done; next = actors.next()) {
      const actor = next.value;
      if (!actor.canSleep) continue;
      if (!journalEnabled) {
        if (actor.isUnsaved) this.journal.addSnapshot(actor, true);
      } else if (!required && snapshotSchedule !== 'never' && isWorthSnapshot(actor.journalBalance)) {
        this.journal.addSnapshot(actor, false);
      }
      if (this.journal.snapshotBytes > MOST_SNAPSHOT_BYTES) return true;
    }
    return false;
  }

  private writeSnapshots(): void {
    if (!this.journal.isEmpty) this.ports.onSnapshots();
  }

  private get hasRoom(): boolean {
    return this.currentLimits === undefined || this.nodes.size < Math.max(1, this.currentLimits.hardLimit);
  }

  private get isPastLimit(): boolean {
    return (
      this.queued.size > 0 ||
      (this.currentLimits !== undefined && this.nodes.size > this.currentLimits.softLimit)
    );
  }

  /**
   * Second chance: nodes stand in the order they woke; one that was used since the last look goes to the end
   * of the line, one that was not sleeps. Then those come in for which there was no room.
   */
  private sweep(): void {
    const target = this.targetSize();
    let excess = this.nodes.size - target;
    let looks = Math.min(this.nodes.size * 2, LOOKS_PER_SWEEP + excess * LOOKS_PER_SLEEPER);
    let isGettingOn = false;
    for (const [id, actor] of this.nodes) {
      if (excess <= 0 || looks-- <= 0 || this.journal.snapshotBytes > MOST_SNAPSHOT_BYTES) break;
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
    this.admitQueued();
    this.writeSnapshots();
    // Else what is under way comes to an end, and then there is another sweep.
    if (isGettingOn && this.isPastLimit) this.scheduleSweep();
  }

  private targetSize(): number {
    if (this.currentLimits === undefined) return Number.POSITIVE_INFINITY;
    const { softLimit, hardLimit } = this.currentLimits;
    return this.queued.size > 0 ? Math.min(softLimit, Math.max(1, hardLimit) - 1) : softLimit;
  }

  private admitQueued(): void {
    for (const [id, actor] of this.queued) {
      if (!this.hasRoom) return;
      this.queued.delete(id);
      this.nodes.set(id, actor);
      this.wakes.read(actor, this.persistor.readNode(id));
    }
  }

  private enter(id: NodeId): NodeActor {
    const waiting = this.queued.get(id);
    if (waiting !== undefined) return waiting;
    if (this.hasRoom) return this.wake(id, this.persistor.readNode(id));
    this.sleeping.wakes(id);
    const actor = new NodeActor(id);
    actor.waiting = [];
    this.queued.set(id, actor);
    this.counters.waitedForRoom++;
    this.scheduleSweep();
    return actor;
  }

  private wake(id: NodeId, stored: MaybePromise<StoredNode | undefined>): NodeActor {
    this.sleeping.wakes(id);
    const actor = new NodeActor(id);
    this.nodes.set(id, actor);
    if (this.isPastLimit) this.scheduleSweep();
    if (isPromise(stored)) {
      actor.waiting = [];
      this.wakes.read(actor, stored);
    } else if (stored !== undefined) this.wakes.load(actor, stored);
    return actor;
  }

  /** A node woke: when what is being done now is done, others may have to sleep for it. */
  private scheduleSweep(): void {
    if (this.sweepScheduled) return;
    this.sweepScheduled = true;
    this.environment.scheduler.soon(() => {
      this.sweepScheduled = false;
      this.sweep();
    });
  }
}
