/**
 * One partition of the id space: its awake nodes, and the store behind them. A node that is not awake is read from the
 * store when it is first accessed; messages that arrive meanwhile wait in order.
 *
 * Above the soft limit, nodes that were not used recently are put to sleep. At the hard limit no node is woken: an
 * accessed node waits for room, together with its messages and the query that sent them. The wait ends, because only a
 * node's own reads and writes keep it awake, and these do not wait for other nodes.
 */
import { type EventTime, type NodeId } from '@weir/model';
import { type Environment, isPromise, type MaybePromise, Timing, type TimingSummary } from '@weir/platform';
import type { Persistor, StoredNode } from '@weir/persistor';
import type { StateStorage } from '@weir/standing';
import { ShardCatalog } from '../catalog/shard-catalog.js';
import { NodeActor } from '../node/node-actor.js';
import type { AwakeLimits } from './awake-limits.js';
import { pastNode } from '../persistence/node-loader.js';
import { NodeSleep } from './node-sleep.js';
import { NodeWaking, type WakeListener } from './node-waking.js';
import type { PersistenceOptions } from '../persistence/persistence-options.js';
import { PurgeWatch } from './purge-watch.js';
import { RecentNodes } from '../node/recent-nodes.js';
import { type PendingGroup, ShardJournal } from './shard-journal.js';
import type { ShardCounters } from './shard-counters.js';
import type { ShardListener } from './shard-listener.js';
import { SleepingNodes } from './sleeping-nodes.js';
import { StoreReads } from './store-reads.js';

export class Shard implements WakeListener {
  readonly nodes = new Map<NodeId, NodeActor>();
  /** Nodes waiting for room, in the order of their first access. */
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
  readonly catalog: ShardCatalog;
  readonly sleeping: SleepingNodes;
  private readonly reads: StoreReads;
  private currentLimits: AwakeLimits | undefined = undefined;
  private memoryLimit = Number.POSITIVE_INFINITY;
  private readonly recent = new RecentNodes();
  private readonly wakes: NodeWaking;
  /** Time to write groups of changes to the store. */
  readonly writes: Timing;
  private readonly dismissal: NodeSleep;
  private sweepScheduled = false;
  /** Time of the last durable entry since start. */
  writtenTime: EventTime = 0;
  /** Number of durable entries and snapshots since start. */
  writtenCount = 0;

  constructor(
    readonly number: number,
    readonly persistor: Persistor,
    states: StateStorage,
    private readonly environment: Environment,
    options: PersistenceOptions,
    private readonly listener: ShardListener,
  ) {
    this.journal = new ShardJournal(number, states, environment, options);
    this.catalog = new ShardCatalog(persistor, this.journal, environment, options);
    this.sleeping = new SleepingNodes(persistor);
    this.reads = new StoreReads(persistor);
    this.writes = new Timing(environment.clock);
    this.wakes = new NodeWaking(persistor, states, environment, this.journal, this.counters, this);
    this.dismissal = new NodeSleep(this.nodes, this.journal, options, this.counters);
  }

  get limits(): AwakeLimits | undefined {
    return this.currentLimits;
  }

  /** Takes effect immediately. `undefined`: no limit. */
  set limits(limits: AwakeLimits | undefined) {
    this.currentLimits = limits;
    this.sweep();
  }

  /** Number of nodes that fit in memory, if less than the soft limit. Takes effect immediately. */
  set mostAwake(nodes: number) {
    this.memoryLimit = nodes;
    if (this.isPastLimit) this.scheduleSweep();
  }

  /** Keyed by name; counts since start. */
  allCounters(): Record<string, number> {
    const counters = { ...this.counters, snapshots: this.journal.snapshotCount };
    this.wakes.times.addTo(counters);
    return counters;
  }

  /** Whether the store may have nodes that are not awake. */
  get mayHaveSleepers(): boolean {
    return this.persistor.supports.durable || this.counters.slept > 0;
  }

  get timings(): { readonly woken: TimingSummary; readonly written: TimingSummary } {
    return { woken: this.wakes.timing.summary(), written: this.writes.summary() };
  }

  /** Number of waiting messages of each node that is waking. */
  *mailboxes(): Iterable<number> {
    for (const actor of this.wakes.underWay) yield actor.waiting?.length ?? 0;
    for (const actor of this.queued.values()) yield actor.waiting?.length ?? 0;
  }

  get waking(): number {
    return this.wakes.underWay.size + this.queued.size;
  }

  /** Approximate number of sleeping nodes; `undefined` if the store does not know. */
  get asleep(): number | undefined {
    const { nodeCount } = this.persistor;
    return nodeCount === undefined ? undefined : Math.max(0, nodeCount - this.nodes.size);
  }

  /** Returns the node, awake or waking (then `waiting` is set). */
  actor(id: NodeId): NodeActor {
    return this.nodes.get(id) ?? this.enter(id);
  }

  /** Returns the node if it is awake or waking. */
  awake(id: NodeId): NodeActor | undefined {
    return this.nodes.get(id) ?? this.queued.get(id);
  }

  /**
   * Like `find`, but leaves a sleeping node asleep, unless it is large and was read before. May return a copy, which
   * must not be changed.
   */
  peek(id: NodeId): MaybePromise<NodeActor | undefined> {
    const awake = this.awake(id);
    if (awake !== undefined) return awake;
    return this.sleeping.isWide(id) ? this.find(id) : this.sleeping.peek(id);
  }

  /** Returns the node if it is awake, waking or stored; `undefined` if nothing is known of it. */
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

  /** Waits until messages sent so far to nodes that are being read have reached them. */
  async settled(): Promise<void> {
    const nodes = [...this.wakes.underWay, ...this.queued.values()];
    await Promise.all(nodes.map(({ waiting }) => new Promise<void>(resolve => waiting!.push(resolve))));
  }

  /** Nodes that are awake or waking now. */
  present(): NodeActor[] {
    return [...this.nodes.values(), ...this.queued.values()];
  }

  /** Returns the node in a past state, rebuilt from the store and not kept. */
  readPast(id: NodeId, asOf: EventTime): MaybePromise<NodeActor> {
    const stored = this.persistor.readNode(id, asOf);
    return isPromise(stored) ? stored.then(read => pastNode(id, read)) : pastNode(id, stored);
  }

  /** Like `actor`, and marks the node as used. */
  touch(id: NodeId): NodeActor {
    const actor = this.actor(id);
    actor.wasUsed = true;
    this.recent.note(id);
    return actor;
  }

  /** Returns up to `count` ids of recently used nodes, newest first. */
  recentNodes(count: number): NodeId[] {
    return this.recent.newest(count, id => this.nodes.get(id)?.exists === true);
  }

  /** Called when a group is in the store; nodes above the limit may sleep now. */
  written(group: PendingGroup): void {
    this.writtenTime = group.time;
    this.writtenCount += group.journal.length + group.snapshots.length;
    for (const actor of group.actors) actor.isBeingWritten = false;
    for (const actor of group.leaving) actor.isBeingWritten = false;
    for (const actor of group.leaving) if (!actor.wasUsed) this.dismissal.dismiss(actor);
    if (this.isPastLimit) this.sweep();
  }

  /**
   * Makes all messages to an awake node wait.
   * @returns a function that ends this, as if the node had just been read.
   */
  hold(actor: NodeActor): () => void {
    return this.wakes.hold(actor);
  }

  /** Puts a node to sleep unless it has pending work. @returns whether it sleeps, or is about to. */
  sleep(id: NodeId): boolean {
    const actor = this.nodes.get(id);
    if (actor === undefined || !this.dismissal.dismiss(actor)) return false;
    this.writeSnapshots();
    return true;
  }

  /** Returns a sleeping node in its stored state, and leaves it asleep. */
  copyOf(id: NodeId, stored: StoredNode): NodeActor {
    return this.wakes.copy(id, stored);
  }

  /** Makes an up-to-date copy the awake node. @returns whether there was room. */
  rouse(copy: NodeActor): boolean {
    if (!this.hasRoom) return false;
    this.sleeping.wakes(copy.id);
    this.nodes.set(copy.id, copy);
    if (this.isPastLimit) this.scheduleSweep();
    this.wakes.rouse(copy);
    return true;
  }

  /** Puts a roused node to sleep again if it was not used since. */
  letSleep(roused: NodeActor): void {
    if (roused.wasUsed || this.nodes.get(roused.id) !== roused) return;
    this.dismissal.dismiss(roused);
    this.writeSnapshots();
  }

  /** See `NodeSleep`. */
  snapshotSome(actors: Iterator<NodeActor>, required: boolean): boolean {
    return this.dismissal.snapshotSome(actors, required);
  }

  // Waking

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

  /** Puts nodes above the limit to sleep, and wakes nodes that waited for room. */
  private sweep(): void {
    const isGettingOn = this.dismissal.sweep(this.targetSize());
    this.admitQueued();
    this.writeSnapshots();
    // Otherwise pending work completes first and then triggers another sweep.
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

  /** Called when a node woke. After the current work, other nodes may have to sleep to make room. */
  private scheduleSweep(): void {
    if (this.sweepScheduled) return;
    this.sweepScheduled = true;
    this.environment.scheduler.soon(() => {
      this.sweepScheduled = false;
      this.sweep();
    });
  }
}
