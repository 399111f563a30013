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
  type NodeId,
  Timing,
  type TimingSummary,
} from '@weir/model';
import type { Persistor, StoredNode } from '@weir/persistor';
import type { StandingEngine } from '@weir/standing';
import { NodeActor } from '../node/node-actor.js';
import type { AwakeLimits } from './awake-limits.js';
import { pastNode } from './node-loader.js';
import { NodeSleep } from './node-sleep.js';
import { NodeWaking, type WakeListener } from './node-waking.js';
import type { PersistenceOptions } from './persistence-options.js';
import { PurgeWatch } from './purge-watch.js';
import { RecentNodes } from '../node/recent-nodes.js';
import { type PendingGroup, ShardJournal } from './shard-journal.js';
import type { ShardCounters } from './shard-counters.js';
import type { ShardListener } from './shard-listener.js';
import { SleepingNodes } from './sleeping-nodes.js';
import { StoreReads } from './store-reads.js';

export class Shard implements WakeListener {
  readonly nodes = new Map<NodeId, NodeActor>();
  /** Not awake for want of room, in the order of their first touch. */
  private readonly queued = new Map<NodeId, NodeActor>();
  readonly counters: ShardCounters = {
    woken: 0,
    wakeFailures: 0,
    writeFailures: 0,
    slept: 0,
    declined: 0,
    waitedForRoom: 0,
  };
  readonly purges = new PurgeWatch();
  readonly journal: ShardJournal;
  readonly sleeping: SleepingNodes;
  private readonly reads: StoreReads;
  private currentLimits: AwakeLimits | undefined = undefined;
  private memoryLimit = Number.POSITIVE_INFINITY;
  private readonly recent = new RecentNodes();
  private readonly wakes: NodeWaking;
  /** Of groups of changes, to the store. */
  readonly writes: Timing;
  private readonly dismissal: NodeSleep;
  private sweepScheduled = false;
  /** Of the last entry that is durable, since start. */
  writtenTime: EventTime = 0;
  /** Entries and snapshots that are durable, since start. */
  writtenCount = 0;

  constructor(
    readonly number: number,
    readonly persistor: Persistor,
    engine: StandingEngine,
    private readonly environment: Environment,
    options: PersistenceOptions,
    private readonly listener: ShardListener,
  ) {
    this.journal = new ShardJournal(number, engine, environment, options);
    this.sleeping = new SleepingNodes(persistor);
    this.reads = new StoreReads(persistor);
    this.writes = new Timing(environment.clock);
    this.wakes = new NodeWaking(persistor, engine, environment, this.journal, this.counters, this);
    this.dismissal = new NodeSleep(this.nodes, this.journal, options, this.counters);
  }

  get limits(): AwakeLimits | undefined {
    return this.currentLimits;
  }

  /** Takes effect at once. `undefined`: no limit. */
  set limits(limits: AwakeLimits | undefined) {
    this.currentLimits = limits;
    this.sweep();
  }

  /** Nodes for which there is memory, where that is less than the soft limit. Takes effect at once. */
  set mostAwake(nodes: number) {
    this.memoryLimit = nodes;
    if (this.isPastLimit) this.scheduleSweep();
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

  get timings(): { readonly woken: TimingSummary; readonly written: TimingSummary } {
    return { woken: this.wakes.timing.summary(), written: this.writes.summary() };
  }

  /** How many messages wait for each node that is on its way to being awake. */
  *mailboxes(): Iterable<number> {
    for (const actor of this.wakes.underWay) yield actor.waiting?.length ?? 0;
    for (const actor of this.queued.values()) yield actor.waiting?.length ?? 0;
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
    const stored = this.sleeping.readAhead(id) ?? this.reads.read(id, true);
    if (stored === undefined) return undefined;
    return this.hasRoom ? this.wake(id, stored) : this.enter(id);
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

  /** The same as `actor`, for somebody who does something to it. */
  touch(id: NodeId): NodeActor {
    const actor = this.actor(id);
    actor.wasUsed = true;
    this.recent.note(id);
    return actor;
  }

  /** Up to `count` ids of nodes touched lately, newest first. */
  recentNodes(count: number): NodeId[] {
    return this.recent.newest(count, id => this.nodes.get(id)?.exists === true);
  }

  /** A group is in the store; nodes past the limit may sleep now. */
  written(group: PendingGroup): void {
    this.writtenTime = group.time;
    this.writtenCount += group.journal.length + group.snapshots.length;
    for (const actor of group.actors) actor.isBeingWritten = false;
    for (const actor of group.leaving) actor.isBeingWritten = false;
    for (const actor of group.leaving) if (!actor.wasUsed) this.dismissal.dismiss(actor);
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
    if (actor === undefined || !this.dismissal.dismiss(actor)) return false;
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
    this.dismissal.dismiss(roused);
    this.writeSnapshots();
  }

  /** See `NodeSleep`. */
  snapshotSome(actors: Iterator<NodeActor>, required: boolean): boolean {
    return this.dismissal.snapshotSome(actors, required);
  }

  // What wakes

  woke(actor: NodeActor): void {
    this.listener.woke(actor, this.journal);
  }

  releasing(): void {
    this.listener.releasing();
  }

  released(): void {
    this.listener.released();
    if (this.isPastLimit) this.scheduleSweep();
  }

  // Room

  private writeSnapshots(): void {
    if (!this.journal.isEmpty) this.listener.snapshotsWait();
  }

  private get hasRoom(): boolean {
    return this.currentLimits === undefined || this.nodes.size < Math.max(1, this.currentLimits.hardLimit);
  }

  private get isPastLimit(): boolean {
    return this.queued.size > 0 || this.nodes.size > this.softLimit;
  }

  /** Lets nodes sleep that are too many, and those come in for which there was no room. */
  private sweep(): void {
    const isGettingOn = this.dismissal.sweep(this.targetSize());
    this.admitQueued();
    this.writeSnapshots();
    // Else what is under way comes to an end, and then there is another sweep.
    if (isGettingOn && this.isPastLimit) this.scheduleSweep();
  }

  private targetSize(): number {
    const { softLimit } = this;
    if (this.currentLimits === undefined || this.queued.size === 0) return softLimit;
    return Math.min(softLimit, Math.max(1, this.currentLimits.hardLimit) - 1);
  }

  private get softLimit(): number {
    const { currentLimits, memoryLimit } = this;
    return currentLimits === undefined ? memoryLimit : Math.min(currentLimits.softLimit, memoryLimit);
  }

  private admitQueued(): void {
    for (const [id, actor] of this.queued) {
      if (!this.hasRoom) return;
      this.queued.delete(id);
      this.nodes.set(id, actor);
      this.wakes.read(actor, this.reads.read(id, false));
    }
  }

  private enter(id: NodeId): NodeActor {
    const waiting = this.queued.get(id);
    if (waiting !== undefined) return waiting;
    if (this.hasRoom) return this.wake(id, this.sleeping.readAhead(id) ?? this.reads.read(id, false));
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
