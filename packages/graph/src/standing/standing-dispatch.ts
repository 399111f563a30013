/**
 * Connects a worker's nodes with the standing-query engine. Runs the engine on changes (node-changes.ts), once per node
 * and message. Delivers the engine's messages, through a queue to nodes of this worker and by mail to others. Writes
 * the engine's events to the journal of the node's shard.
 */
import type { NodeId, StandingEvent } from '@weir/model';
import type { Environment } from '@weir/platform';
import type {
  Origin,
  RecentChanges,
  ResultName,
  StandingEffects,
  NodeEvaluation,
  StandingEngine,
  StandingMessage,
  StandingResult,
} from '@weir/standing';
import type { WorkerMail } from '../mail/worker-mail.js';
import { olderRead } from '../mail/worker-message.js';
import { knownNeighbor } from '../node/half-edges.js';
import type { NodeActor } from '../node/node-actor.js';
import type { NodeListener } from '../node/node-behavior.js';
import type { ResultFiling } from '../results/result-filing.js';
import type { GroupCommit } from '../shard/group-commit.js';
import type { ShardJournal } from '../shard/shard-journal.js';
import type { ShardListener } from '../shard/shard-listener.js';
import type { WorkerShards } from '../shard/worker-shards.js';
import { type GatheredChange, NodeChanges } from './node-changes.js';
import { StandingQueue, type StandingReceiver } from './standing-queue.js';

/** Messages between nodes of a worker that are processed before other work gets its turn. */
const MESSAGES_PER_TURN = 8_192;
/** Number of waiting messages above which further records should wait. */
const LONG_BACKLOG = 262_144;

export interface BacklogWatch {
  /** Reports that so many messages between nodes wait that further records should wait too, or that this has ended. */
  onBacklog?(isLong: boolean): void;
}

export class StandingDispatch implements StandingEffects, ShardListener {
  private readonly changes: NodeChanges;
  /** Node that the engine is working on, and the journal of its shard. */
  private actor!: NodeActor;
  private log!: ShardJournal;
  /** Messages between nodes of this worker. */
  private readonly queue = new StandingQueue();
  private isLaterDue = false;
  /** Messages between nodes that may still be processed before other work gets its turn. */
  private left = MESSAGES_PER_TURN;
  /** Number of records that have started to change nodes. */
  private units = 0;
  private isLong = false;
  /** See `receive`. */
  readonly receiver: StandingReceiver = (to, from, message) => this.receive(to, from, message);
  private readonly follower = (change: GatheredChange, actor: NodeActor): void => this.follow(actor, change);
  private readonly evaluation: NodeEvaluation;
  private draining = false;
  /**
   * When the records were read whose consequences are being processed, in milliseconds since the Unix epoch; 0 if
   * unknown. Results are attributed to it.
   */
  private readAt = 0;
  /** The same, of the messages that wait in `queue` for another turn. */
  private queuedReadAt = 0;
  /** Number of nodes whose waiting messages are being handled. */
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
    this.changes = new NodeChanges(engine.relevance, engine.queries);
    this.evaluation = engine.evaluation;
  }

  /**
   * Starts another record. Processes the changes of earlier records first, so that transient changes are not lost: only
   * changes of the same record are merged.
   * @returns the number to pass to `listen` for this record.
   */
  beginUnit(): number {
    if (!this.changes.areEmpty || this.queue.size > 0) this.drain();
    return ++this.units;
  }

  /** Returns the listener for a node's changes by a record, valid until the next call. */
  listen(
    actor: NodeActor,
    journal: ShardJournal,
    origin: Origin | undefined,
    unit: number,
    readAt: number,
  ): NodeListener {
    // Changes by another record, if the node had to be waited for.
    const before = this.changes.takeOfOther(actor, unit);
    if (before !== undefined) this.follow(actor, before);
    this.readAt = readAt;
    return this.changes.listen(actor, journal, origin, unit);
  }

  /** Attributes results to records read at this time, until the end of the message. 0: unknown. */
  causedBy(readAt: number): void {
    this.readAt = readAt;
  }

  // The end of a message

  /** To be called after anything that may have changed nodes. Runs the engine and sends pending writes. */
  finishMessage(): void {
    this.left = MESSAGES_PER_TURN;
    try {
      this.drain();
    } finally {
      this.readAt = 0;
      this.commits.requestDue();
    }
  }

  /** Lets other work run, after sending the results of the current work. */
  giveWay(): Promise<void> {
    this.finishMessage();
    return new Promise(resolve => this.environment.scheduler.soon(resolve));
  }

  /**
   * Processes changes and the messages that follow, until this worker's nodes have sent everything, or so much that
   * other work should run first.
   */
  drain(): void {
    if (this.draining) return;
    this.draining = true;
    try {
      if (!this.changes.areEmpty) this.changes.takeAll(this.follower);
      if (this.releases === 0) this.deliver();
    } finally {
      // An error here is reported to the caller that waits for it; other messages continue.
      this.draining = false;
    }
  }

  private deliver(): void {
    if (this.queue.size === 0) return;
    this.readAt = olderRead(this.readAt, this.queuedReadAt);
    this.left -= this.queue.deliver(this.left, this.receiver);
    this.queuedReadAt = this.queue.size > 0 ? this.readAt : 0;
    if (this.queue.size > 0) this.continueLater();
    const isLong = this.queue.size > LONG_BACKLOG;
    if (isLong === this.isLong) return;
    this.isLong = isLong;
    this.backlogWatch.onBacklog?.(isLong);
  }

  private continueLater(): void {
    if (this.isLaterDue) return;
    this.isLaterDue = true;
    this.environment.scheduler.soon(() => {
      this.isLaterDue = false;
      this.finishMessage();
    });
  }

  /** Number of messages between nodes of this worker that wait. */
  get backlog(): number {
    return this.queue.size;
  }

  /** Waits until everything sent between nodes of this worker so far has been processed. */
  delivered(): Promise<void> {
    this.finishMessage();
    return this.queue.empty();
  }

  // Calls into the engine. To be followed by `finishMessage`

  receive(to: NodeId, from: NodeId, message: StandingMessage): void {
    const shard = this.shards.of(to);
    const actor = shard.touch(to);
    if (actor.waiting === undefined) this.handle(actor, shard.journal, from, message);
    else {
      const { readAt } = this;
      actor.waiting.push(() => {
        this.readAt = readAt;
        this.handle(actor, shard.journal, from, message);
      });
    }
  }

  private handle(actor: NodeActor, journal: ShardJournal, from: NodeId, message: StandingMessage): void {
    this.turnTo(actor, journal);
    const sender = knownNeighbor(actor.halfEdges, from);
    actor.standing = this.evaluation.receive(actor, actor.standing, sender, message, this);
  }

  /**
   * Synchronizes those nodes of this worker that a query needs even if they do not exist.
   * @param after only for queries that started after this many others.
   * @returns whether there are any.
   */
  showFixedNodes(after: number): boolean {
    let isAny = false;
    for (const id of this.engine.queries.fixedNodes(after)) {
      if (!this.shards.isLocal(id)) continue;
      isAny = true;
      const shard = this.shards.of(id);
      const actor = shard.touch(id);
      if (actor.waiting === undefined) this.synchronize(actor, shard.journal, after);
      else actor.waiting.push(() => this.synchronize(actor, shard.journal, after));
    }
    return isAny;
  }

  /** Whether there are standing queries, or were since the start. */
  get hasQueries(): boolean {
    return this.engine.queries.startCount > 0;
  }

  /** Whether a query that applies to the node was not shown to it. */
  isBehind(actor: NodeActor): boolean {
    return this.evaluation.isBehind(actor, actor.standing);
  }

  /**
   * Shows the registered queries to a node that existed before them.
   * @param after only queries that started after this many others.
   */
  synchronize(actor: NodeActor, journal: ShardJournal, after = 0): void {
    this.turnTo(actor, journal);
    actor.standing = this.evaluation.synchronize(actor, actor.standing, true, this, after);
  }

  /** See `NodeEvaluation.resynchronize`. */
  resynchronize(actor: NodeActor, journal: ShardJournal, recent: RecentChanges): void {
    if (actor.standing === undefined && recent.events.length === 0) return;
    this.workOn(actor, journal);
    actor.standing = this.evaluation.resynchronize(actor, actor.standing, recent, this);
  }

  renameResults(
    actor: NodeActor,
    journal: ShardJournal,
    query: number,
    names: readonly ResultName[],
  ): readonly ResultName[] {
    this.workOn(actor, journal);
    return this.engine.results.rename(actor.standing, query, names, this);
  }

  /** Switches the engine to the node, and first processes changes gathered earlier, which the node already contains. */
  private turnTo(actor: NodeActor, journal: ShardJournal): void {
    const change = this.changes.takeOf(actor);
    if (change === undefined) this.workOn(actor, journal);
    else this.follow(actor, change);
  }

  private follow(actor: NodeActor, change: GatheredChange): void {
    this.workOn(actor, change.journal);
    actor.standing = this.evaluation.change(actor, actor.standing, change, change.origin, this);
  }

  private workOn(actor: NodeActor, journal: ShardJournal): void {
    this.actor = actor;
    this.log = journal;
  }

  // Called by the engine

  send(to: NodeId, message: StandingMessage): void {
    const worker = this.shards.workerOf(to);
    if (worker === this.shards.index) this.queue.add(to, this.actor.id, message);
    else this.mail.postStanding(worker, to, this.actor.id, message, this.readAt);
  }

  result(result: StandingResult): void {
    this.filing.add(result, this.log.results, result.isInitialResult ? 0 : this.readAt);
  }

  journal(event: StandingEvent): void {
    this.log.append(this.actor, event);
  }

  resultId(): string {
    return this.environment.random.uuid();
  }

  // Changes of a node's activity

  woke(actor: NodeActor, journal: ShardJournal): void {
    this.synchronize(actor, journal);
  }

  /**
   * Until `released`, messages between nodes of this worker wait, so that none overtakes a message that waits for its
   * node.
   */
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
