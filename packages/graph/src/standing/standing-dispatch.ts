/**
 * Between the nodes of a worker and the standing-query engine: lets the engine work on what changed (node-changes.ts),
 * once per node and message, and carries what the engine sends: to nodes of this worker through a queue, to others
 * by mail. What it finds out goes to the journal of the node's shard.
 */
import type { Environment, NodeId, StandingEvent } from '@weir/model';
import type {
  Origin,
  ResultName,
  StandingEffects,
  StandingEngine,
  StandingMessage,
  StandingResult,
} from '@weir/standing';
import type { WorkerMail } from '../mail/worker-mail.js';
import { knownNeighbour } from '../node/half-edges.js';
import type { NodeActor } from '../node/node-actor.js';
import type { NodeListener } from '../node/node-behavior.js';
import type { ResultFiling } from '../results/result-filing.js';
import type { GroupCommit } from '../shard/group-commit.js';
import type { ShardJournal } from '../shard/shard-journal.js';
import type { ShardListener } from '../shard/shard-listener.js';
import type { WorkerShards } from '../shard/worker-shards.js';
import { type GatheredChange, NodeChanges } from './node-changes.js';
import { StandingQueue, type StandingReceiver } from './standing-queue.js';

/** Messages between nodes of a worker that are worked off before others have their turn. */
const MESSAGES_PER_TURN = 8_192;
/** With more that wait, no more records should come. */
const LONG_BACKLOG = 262_144;

export interface BacklogWatch {
  /** So many messages between nodes wait that no more records should come, or not any more. */
  onBacklog?(isLong: boolean): void;
}

export class StandingDispatch implements StandingEffects, ShardListener {
  private readonly changes: NodeChanges;
  /** The node that the engine works on, and the journal of its shard. */
  private actor!: NodeActor;
  private log!: ShardJournal;
  /** Messages between nodes of this worker. */
  private readonly queue = new StandingQueue();
  private isLaterDue = false;
  /** Messages between nodes that may still be worked off before others have their turn. */
  private left = MESSAGES_PER_TURN;
  /** Records that have begun to change nodes. */
  private units = 0;
  private isLong = false;
  /** See `receive`. */
  readonly receiver: StandingReceiver = (to, from, message) => this.receive(to, from, message);
  private readonly follower = (change: GatheredChange, actor: NodeActor): void => this.follow(actor, change);
  private draining = false;
  /** Nodes whose waiting messages are being handled. */
  private releases = 0;

  constructor(
    private readonly engine: StandingEngine,
    private readonly shards: WorkerShards,
    private readonly mail: WorkerMail,
    private readonly filing: ResultFiling,
    private readonly commits: GroupCommit,
    private readonly environment: Environment,
    private readonly backlogWatch: BacklogWatch,
  ) {
    this.changes = new NodeChanges(engine);
  }

  /**
   * What comes next is by another record: what the ones before it changed is worked off, so that nothing that comes and
   * goes is lost. Only the changes of one record fold.
   * @returns what stands for the record in `listen`.
   */
  beginUnit(): number {
    if (!this.changes.areEmpty || this.queue.size > 0) this.drain();
    return ++this.units;
  }

  /** Who hears of a node's changes by a record. Good until the next call. */
  listen(actor: NodeActor, journal: ShardJournal, origin: Origin | undefined, unit: number): NodeListener {
    // Of another record, if the node had to be waited for.
    const before = this.changes.takeOfOther(actor, unit);
    if (before !== undefined) this.follow(actor, before);
    return this.changes.listen(actor, journal, origin, unit);
  }

  // The end of a message

  /** To be called after anything that may have changed nodes: the engine works, and what there is to write is written. */
  finishMessage(): void {
    this.left = MESSAGES_PER_TURN;
    try {
      this.drain();
    } finally {
      this.commits.requestDue();
    }
  }

  /** Lets others have their turn, after what was done is on its way. */
  giveWay(): Promise<void> {
    this.finishMessage();
    return new Promise(resolve => this.environment.scheduler.soon(resolve));
  }

  /**
   * Works off what changed and what was sent since, until this worker's nodes have nothing more to say, or have said so
   * much that others should have their turn first.
   */
  drain(): void {
    if (this.draining) return;
    this.draining = true;
    try {
      if (!this.changes.areEmpty) this.changes.takeAll(this.follower);
      if (this.releases === 0) this.deliver();
    } finally {
      // What fails here is told to whoever waits; the messages of others go on.
      this.draining = false;
    }
  }

  private deliver(): void {
    if (this.queue.size === 0) return;
    this.left -= this.queue.deliver(this.left, this.receiver);
    if (this.queue.size > 0) this.goOnLater();
    const isLong = this.queue.size > LONG_BACKLOG;
    if (isLong === this.isLong) return;
    this.isLong = isLong;
    this.backlogWatch.onBacklog?.(isLong);
  }

  private goOnLater(): void {
    if (this.isLaterDue) return;
    this.isLaterDue = true;
    this.environment.scheduler.soon(() => {
      this.isLaterDue = false;
      this.finishMessage();
    });
  }

  /** How many messages between nodes of this worker wait for their turn. */
  get backlog(): number {
    return this.queue.size;
  }

  /** What was sent between nodes of this worker until now has been worked off. */
  delivered(): Promise<void> {
    this.finishMessage();
    return this.queue.empty();
  }

  // What the engine does. To be followed by `finishMessage`

  /** A message for a node of this worker. */
  receive(to: NodeId, from: NodeId, message: StandingMessage): void {
    const shard = this.shards.of(to);
    const actor = shard.touch(to);
    if (actor.waiting === undefined) this.handle(actor, shard.journal, from, message);
    else actor.waiting.push(() => this.handle(actor, shard.journal, from, message));
  }

  private handle(actor: NodeActor, journal: ShardJournal, from: NodeId, message: StandingMessage): void {
    this.turnTo(actor, journal);
    const sender = knownNeighbour(actor.halfEdges, from);
    actor.standing = this.engine.receive(actor, actor.standing, sender, message, this);
  }

  /**
   * Synchronises those nodes of this worker that a query needs whether they exist or not.
   * @param after only for queries that started after so many others had.
   * @returns whether there are any.
   */
  showFixedNodes(after: number): boolean {
    let isAny = false;
    for (const id of this.engine.fixedNodes(after)) {
      if (!this.shards.isLocal(id)) continue;
      isAny = true;
      const shard = this.shards.of(id);
      const actor = shard.touch(id);
      if (actor.waiting === undefined) this.synchronise(actor, shard.journal, after);
      else actor.waiting.push(() => this.synchronise(actor, shard.journal, after));
    }
    return isAny;
  }

  /** There are standing queries, or were since the start. */
  get hasQueries(): boolean {
    return this.engine.startCount > 0;
  }

  /** A query that holds on the node was not shown to it. */
  isBehind(actor: NodeActor): boolean {
    return this.engine.isBehind(actor, actor.standing);
  }

  /**
   * Shows the registered queries to a node that was there before them.
   * @param after only those that started after so many others had.
   */
  synchronise(actor: NodeActor, journal: ShardJournal, after = 0): void {
    this.turnTo(actor, journal);
    actor.standing = this.engine.synchronise(actor, actor.standing, true, this, after);
  }

  /** @param farewells see `StandingEngine.resynchronise`. */
  resynchronise(actor: NodeActor, journal: ShardJournal, farewells: readonly StandingEvent[]): void {
    if (actor.standing === undefined && farewells.length === 0) return;
    this.workOn(actor, journal);
    actor.standing = this.engine.resynchronise(actor, actor.standing, farewells, this);
  }

  renameResults(
    actor: NodeActor,
    journal: ShardJournal,
    query: number,
    names: readonly ResultName[],
  ): readonly ResultName[] {
    this.workOn(actor, journal);
    return this.engine.renameResults(actor.standing, query, names, this);
  }

  /** The engine works on the node from now on, first on what changed before: that is in the node already. */
  private turnTo(actor: NodeActor, journal: ShardJournal): void {
    const change = this.changes.takeOf(actor);
    if (change === undefined) this.workOn(actor, journal);
    else this.follow(actor, change);
  }

  private follow(actor: NodeActor, change: GatheredChange): void {
    this.workOn(actor, change.journal);
    actor.standing = this.engine.change(actor, actor.standing, change, change.origin, this);
  }

  private workOn(actor: NodeActor, journal: ShardJournal): void {
    this.actor = actor;
    this.log = journal;
  }

  // What the engine says

  send(to: NodeId, message: StandingMessage): void {
    const worker = this.shards.workerOf(to);
    if (worker === this.shards.index) this.queue.add(to, this.actor.id, message);
    else this.mail.postStanding(worker, to, this.actor.id, message);
  }

  result(result: StandingResult): void {
    this.filing.add(result, this.log.results);
  }

  journal(event: StandingEvent): void {
    this.log.append(this.actor, event);
  }

  resultId(): string {
    return this.environment.random.uuid();
  }

  // What becomes of nodes

  woke(actor: NodeActor, journal: ShardJournal): void {
    this.synchronise(actor, journal);
  }

  /** Until `released`, messages between nodes of this worker wait: none may overtake one that waits for its node. */
  releasing(): void {
    this.releases++;
  }

  released(): void {
    this.releases--;
    this.finishMessage();
  }

  snapshotsWait(): void {
    this.commits.request();
  }
}
