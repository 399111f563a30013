/**
 * The part of the graph that lives in one thread: some shards, and the links to the workers of the others. It
 * has no thread, socket or clock of its own: frames go out through `send`, come in through `receive`, and
 * everything else is given by the environment. Several workers in one thread, with frames delivered in any
 * order between different pairs, behave as workers in different threads do.
 *
 * A message to a shard of this worker is a call; to another worker it waits in an outbox for the next frame.
 */
import type { NodeOperation } from '@weir/cypher';
import {
  type Environment,
  type EventTime,
  eventTimeAt,
  isPromise,
  type MaybePromise,
  type NodeEvent,
  type NodeId,
  shardOf,
  type Value,
  WeirError,
} from '@weir/model';
import type { Origin, StandingResult } from '@weir/standing';
import { Arrivals } from '../effects/arrivals.js';
import { Checkpoint, type CheckpointStep } from '../durability/checkpoint.js';
import { recoverShard } from '../durability/crash-recovery.js';
import { applyEffects, type EffectTarget } from '../effects/effect-application.js';
import type { EffectBatch } from '../mail/effect-batch.js';
import type { GraphWorkerOptions, WorkerActivity } from './graph-worker-options.js';
import { GroupCommit } from '../shard/group-commit.js';
import { HalfEdgeEffects } from '../effects/half-edge-effects.js';
import { HistoryLimit } from '../durability/history-limit.js';
import { WorkerMail } from '../mail/worker-mail.js';
import { decodeFrame, type WorkerMessage, MessageKind, unpackStanding } from '../mail/worker-message.js';
import { WorkerSession } from './worker-session.js';
import type { NodeActor } from '../node/node-actor.js';
import type { NodeListener } from '../node/node-behavior.js';
import { NodePeeks } from '../walks/node-peeks.js';
import { NodeReader } from '../walks/node-reader.js';
import { NodeVisits } from '../walks/node-visits.js';
import {
  checkPersistence,
  DEFAULT_PERSISTENCE,
  type PersistenceOptions,
} from '../shard/persistence-options.js';
import { RecentRoots } from '../results/recent-roots.js';
import { RequestServer } from './request-server.js';
import { ResultFiling } from '../results/result-filing.js';
import { Shard } from '../shard/shard.js';
import { snapshotAwake } from '../durability/stop-snapshots.js';
import { StandingControl } from './standing-control.js';
import { StandingDispatch } from '../standing/standing-dispatch.js';
import { StoreFailures } from '../shard/store-failures.js';

export class GraphWorker implements EffectTarget {
  readonly index: number;
  readonly environment: Environment;
  readonly shards: readonly Shard[];
  readonly reader: NodeReader;
  readonly halfEdges: HalfEdgeEffects;
  readonly peeks: NodePeeks;
  readonly standing: StandingControl;
  readonly arrivals: Arrivals;
  private readonly shardByNumber: (Shard | undefined)[];
  private readonly commits: GroupCommit;
  private readonly dispatch: StandingDispatch;
  private readonly mail: WorkerMail;
  private readonly server: RequestServer;
  /** Known to this worker. */
  readonly storeFailures: StoreFailures;
  private readonly checkpoints: Checkpoint;
  private readonly history: HistoryLimit;
  private readonly persistence: PersistenceOptions;
  /** Under which numbers results are kept. */
  readonly filing = new ResultFiling();
  readonly recentRoots = new RecentRoots();
  private framesReceived = 0;

  constructor(private readonly options: GraphWorkerOptions) {
    this.index = options.index;
    this.environment = options.environment;
    this.persistence = options.persistence ?? DEFAULT_PERSISTENCE;
    checkPersistence(this.persistence);
    this.mail = new WorkerMail(options.environment, options.send);
    this.dispatch = new StandingDispatch(options.engine, {
      record: (actor, event) => this.record(actor, event),
      actor: id => this.actor(id),
      isLocal: id => this.workerOf(id) === this.index,
      sendRemote: (to, from, message) => this.mail.postStanding(this.workerOf(to), to, from, message),
      result: result => this.file(result),
      resultId: () => this.environment.random.uuid(),
      later: goOn =>
        this.environment.scheduler.soon(() => {
          goOn();
          this.finishMessage();
        }),
      backlog: isLong => options.onBacklog?.(isLong),
    });
    this.shardByNumber = options.workerOfShard.map((worker, number) =>
      worker === this.index ? this.openShard(number) : undefined,
    );
    this.shards = this.shardByNumber.filter(shard => shard !== undefined);
    this.commits = new GroupCommit(this.shards, this.environment, this.persistence, options.onResults);
    this.reader = new NodeReader({
      shards: this.shards,
      shardOf: id => this.localShard(id),
      settlePast: asOf => this.settlePast(asOf),
      listen: (actor, origin) => this.listen(actor, origin),
    });
    this.storeFailures = new StoreFailures(this.index, () => this.commits.failure, this.environment.clock);
    this.halfEdges = new HalfEdgeEffects({
      isShared: this.workers.length > 1,
      forward: batch => this.forward(batch),
      askBy: (from, batch) => this.askBy(from, batch),
      delivered: () => this.arrivals.everywhere(),
    });
    const visits = new NodeVisits({
      shards: this.shards,
      giveWay: () => this.giveWay(),
      durable: () => this.arrivals.durable(),
      isBehind: node => options.engine.isBehind(node, node.standing),
    });
    this.peeks = new NodePeeks({
      shards: this.shards,
      shardOf: id => this.localShard(id),
      commit: () => this.commit(),
      giveWay: () => this.giveWay(),
    });
    this.standing = new StandingControl({
      shards: this.shards,
      commit: () => this.commit(),
      finishMessage: () => this.finishMessage(),
      dispatch: this.dispatch,
      visits,
      journalEnabled: this.persistence.journalEnabled,
      localShard: id => this.localShard(id),
    });
    this.arrivals = new Arrivals({
      index: this.index,
      workers: this.workers,
      shards: this.shards,
      request: (worker, name, payload) => this.request(worker, name, payload),
      delivered: () => {
        this.finishMessage();
        return this.dispatch.delivered();
      },
      commit: () => this.commit(),
    });
    this.checkpoints = new Checkpoint(this.shards);
    this.history = new HistoryLimit(this.shards, options.engine, this.environment, this.persistence);
    this.server = new RequestServer(this, options.engine, (worker, message) =>
      this.mail.post(worker, message),
    );
  }

  // For sessions

  /** @param origin the record that causes the session's effects, where somebody asks for that. */
  session(atTime?: number, origin?: Origin): WorkerSession {
    return new WorkerSession(this, atTime, origin);
  }

  /** Of all workers. */
  get shardCount(): number {
    return this.shardByNumber.length;
  }

  workerOf(id: NodeId): number {
    return this.options.workerOfShard[shardOf(id, this.options.workerOfShard.length)]!;
  }

  /** All workers, this one among them. */
  get workers(): readonly number[] {
    return [...new Set(this.options.workerOfShard)];
  }

  /** Applies effects to this worker's nodes. @returns the first error, when all are applied (not yet durable). */
  apply(batch: EffectBatch): MaybePromise<WeirError | undefined> {
    const outcome = applyEffects(batch, this.index, this);
    this.finishMessage();
    return outcome;
  }

  /** Effects on another worker's nodes. Resolves when they are durable there. */
  sendEffects(worker: number, batch: EffectBatch): Promise<void> {
    return this.mail
      .ask(worker, request => [MessageKind.Effects, request, batch.pack()])
      .then(
        () => undefined,
        (error: unknown) => {
          this.storeFailures.note(worker, error);
          throw error;
        },
      );
  }

  /** Asks another worker something. */
  request(worker: number, name: string, payload: unknown): Promise<unknown> {
    return this.mail.ask(worker, request => [MessageKind.Request, request, name, payload]);
  }

  /** Asks a worker something, be it this one. */
  ask(worker: number, name: string, payload: unknown): MaybePromise<unknown> {
    return worker === this.index ? this.server.serve(name, payload) : this.request(worker, name, payload);
  }

  /** Everything changed until now on this worker is durable. */
  commit(): Promise<void> {
    return this.commits.commit();
  }

  operate(
    ids: readonly NodeId[],
    operations: readonly NodeOperation[],
    origin: Origin | undefined,
  ): MaybePromise<Value[]> {
    const outcome = this.reader.operate(ids, operations, origin);
    if (isPromise(outcome)) return outcome.finally(() => this.finishMessage());
    this.finishMessage();
    return outcome;
  }

  recentNodes(count: number): NodeId[] {
    const each = Math.ceil(count / Math.max(1, this.shards.length));
    return this.shards.flatMap(shard => shard.recentNodes(each)).slice(0, count);
  }

  // Standing queries

  /** See standing-control.ts. */
  propagate(includeSleeping: boolean, parallelism: number): Promise<void> {
    return this.standing.propagate(includeSleeping, parallelism);
  }

  /** After a crash: see crash-recovery.ts. @returns how many nodes were looked at. */
  async recover(parallelism: number): Promise<number> {
    let nodes = 0;
    for (const shard of this.shards) {
      nodes += await recoverShard(shard, parallelism, {
        halfEdges: this.halfEdges,
        resynchronise: actor => this.dispatch.resynchronise(actor),
        forward: batch => this.forward(batch),
        giveWay: () => this.giveWay(),
      });
    }
    this.dispatch.showHomes();
    this.finishMessage();
    await this.commit();
    return nodes;
  }

  /**
   * One step of a checkpoint; see checkpoint.ts.
   * @returns of `mark`: whether something was written since the last one.
   */
  async checkpoint(step: CheckpointStep): Promise<boolean> {
    if (step === 'mark') return this.checkpoints.mark();
    if (step === 'forget') await this.checkpoints.forget();
    else await this.arrivals.durable();
    return true;
  }

  /** One pass over all nodes: see history-limit.ts. @returns how many had something to fold. */
  foldHistory(isStopped: () => boolean = () => false): Promise<number> {
    return this.history.fold(isStopped);
  }

  get activity(): WorkerActivity {
    const isWaking = this.shards.some(shard => shard.waking > 0);
    const busy = isWaking || this.dispatch.backlog > 0 || !this.commits.isIdle || this.mail.isBusy;
    return { framesSent: this.mail.framesSent, framesReceived: this.framesReceived, busy };
  }

  /** Writes what is left and closes the stores. */
  async close(): Promise<void> {
    await this.commit();
    await snapshotAwake(this.shards, this.environment, () => this.commit());
    await Promise.all(this.shards.map(shard => shard.persistor.close()));
    this.mail.close();
  }

  // From other workers

  receive(from: number, frame: Uint8Array): void {
    this.framesReceived++;
    for (const message of decodeFrame(frame)) this.handle(from, message);
    this.finishMessage();
  }

  private handle(from: number, message: WorkerMessage): void {
    switch (message[0]) {
      case MessageKind.Effects:
        this.server.effects(from, message);
        // What the next message of the frame changes may have another cause.
        if (message[2][4] !== null) this.dispatch.drain();
        break;
      case MessageKind.Acknowledge:
        this.mail.settle(message[1], undefined, message[2]);
        break;
      case MessageKind.Request:
        this.server.request(from, message);
        break;
      case MessageKind.Answer:
        this.mail.settle(message[1], message[2], message[3]);
        break;
      case MessageKind.Standing:
        unpackStanding(message[1], (to, sender, standing) => this.dispatch.receive(to, sender, standing));
        break;
    }
  }

  // For effects on nodes

  actor(id: NodeId): NodeActor {
    const shard = this.localShard(id);
    const actor = shard.actor(id);
    shard.touched(actor);
    return actor;
  }

  /** Puts a node to sleep once everything it did is durable. @returns whether it sleeps. */
  async sleep(id: NodeId): Promise<boolean> {
    await this.commit();
    return this.localShard(id).sleep(id);
  }

  listen(actor: NodeActor, origin: Origin | undefined): NodeListener {
    return this.dispatch.listen(actor, origin);
  }

  async forward(batch: EffectBatch): Promise<void> {
    const session = new WorkerSession(this, undefined, batch.origin, true);
    session.applyBatch(batch);
    await session.settled();
  }

  private async askBy(from: number, batch: EffectBatch): Promise<void> {
    if (from !== this.index) {
      await this.request(from, 'ask', batch.pack());
      return;
    }
    // After the session has sent the rest of what it is sending.
    await Promise.resolve();
    await this.forward(batch);
  }

  // Inside

  /** The shard of a node of this worker. */
  localShard(id: NodeId): Shard {
    const shard = this.shardByNumber[shardOf(id, this.shardByNumber.length)];
    if (shard === undefined) throw new WeirError('internal', `node of another worker: ${id}`);
    return shard;
  }

  private openShard(number: number): Shard {
    const persistor = this.options.persistors.get(number);
    if (persistor === undefined) throw new WeirError('internal', `no store for shard ${number}`);
    return new Shard(number, persistor, this.options.engine, this.environment, this.persistence, {
      onAwake: actor => this.dispatch.synchronise(actor, true),
      onReleasing: () => this.dispatch.pause(),
      onSettled: () => {
        this.dispatch.resume();
        this.finishMessage();
      },
      onSnapshots: () => this.commits.request(),
    });
  }

  private async settlePast(asOf: EventTime): Promise<void> {
    if (!this.persistence.journalEnabled || this.persistence.snapshotSingleton) {
      throw new WeirError(
        'graph.no-history',
        'There is no history to read: it needs persistence.journal-enabled true and ' +
          'persistence.snapshot-singleton false. Leave the time out to read the present.',
      );
    }
    await this.history.check(asOf);
    // What is not written yet gets a time of now or later; what is being written the store knows.
    const isOver = asOf < eventTimeAt(this.environment.clock.now());
    if (!isOver || this.commits.hasBacklog) await this.commit();
  }

  private file(result: StandingResult): void {
    this.recentRoots.note(result);
    this.filing.add(result, this.localShard(result.root).journal.results);
  }

  private record(actor: NodeActor, event: NodeEvent): void {
    this.localShard(actor.id).record(actor, event);
  }

  /** After anything that may have changed nodes: standing queries, then the journal, then the frames. */
  finishMessage(): void {
    try {
      this.dispatch.drain();
    } finally {
      if (!this.commits.isIdle) this.commits.request();
    }
  }

  giveWay(): Promise<void> {
    this.finishMessage();
    return new Promise(resolve => this.environment.scheduler.soon(resolve));
  }
}
