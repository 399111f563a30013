/**
 * The part of the graph that lives in one thread: some shards, and the links to the workers of the others. It
 * has no thread, socket or clock of its own: frames go out through `send`, come in through `receive`, and
 * everything else is given by the environment. Several workers in one thread, with frames delivered in any
 * order between different pairs, behave as workers in different threads do.
 */
import type { Environment, MaybePromise, NodeId, WeirError } from '@weir/model';
import type { Origin } from '@weir/standing';
import { Checkpoint, type CheckpointStep } from '../durability/checkpoint.js';
import { snapshotAwake } from '../durability/stop-snapshots.js';
import type { Arrivals } from '../effects/arrivals.js';
import { RecordOrder } from '../effects/record-order.js';
import type { EffectBatch } from '../mail/effect-batch.js';
import { decodeFrame, MessageKind, unpackStanding, type WorkerMessage } from '../mail/worker-message.js';
import type { RecentRoots } from '../results/recent-roots.js';
import type { ResultFiling } from '../results/result-filing.js';
import type { Shard } from '../shard/shard.js';
import { NodePeeks } from '../walks/node-peeks.js';
import { NodeVisits } from '../walks/node-visits.js';
import type { GraphWorkerOptions, WorkerActivity } from './graph-worker-options.js';
import { RequestServer } from './request-server.js';
import { StandingControl } from './standing-control.js';
import { WorkerParts } from './worker-parts.js';
import { WorkerSession } from './worker-session.js';

export class GraphWorker {
  readonly index: number;
  readonly environment: Environment;
  /** Of this worker. */
  readonly shards: readonly Shard[];
  readonly arrivals: Arrivals;
  /** Under which numbers results are kept. */
  readonly filing: ResultFiling;
  readonly recentRoots: RecentRoots;
  readonly peeks: NodePeeks;
  readonly standing: StandingControl;
  private readonly parts: WorkerParts;
  private readonly server: RequestServer;
  private readonly checkpoints: Checkpoint;
  /** By worker: frames of the one that is there now. */
  private readonly framesReceived: number[] = [];

  constructor(options: GraphWorkerOptions) {
    const parts = new WorkerParts(options);
    const { shards, commits, dispatch, arrivals } = parts;
    this.parts = parts;
    this.index = options.index;
    this.environment = options.environment;
    this.shards = shards.local;
    this.arrivals = arrivals;
    this.filing = parts.filing;
    this.recentRoots = parts.filing.recentRoots;
    this.server = new RequestServer(parts);
    this.peeks = new NodePeeks(shards, commits, dispatch);
    const visits = new NodeVisits(parts.engine, dispatch, arrivals);
    this.standing = new StandingControl(parts.engine, shards, commits, dispatch, visits, parts.persistence);
    this.checkpoints = new Checkpoint(shards.local, parts.recovery, arrivals);
  }

  /**
   * @param origin the record that causes the session's effects, where somebody asks for that.
   * @param order of records that the session and those after it write for.
   */
  session(atTime?: number, origin?: Origin, order?: RecordOrder): WorkerSession {
    return new WorkerSession(this.parts, this.server, atTime, origin, order);
  }

  /**
   * For sessions that write one after the other, each when `nextMayBegin` of the one before says so.
   * @param isStrict records take effect one after the other, whatever they change.
   * @param takesAway labels or edges may go.
   * @returns `undefined`: nothing can be told out of order.
   */
  recordOrder(isStrict: boolean, takesAway: boolean): RecordOrder | undefined {
    const { engine, shards } = this.parts;
    if (engine.acrossNodes === undefined || (!isStrict && shards.workers.length === 1)) return undefined;
    return new RecordOrder(engine.acrossNodes, isStrict, takesAway);
  }

  /** Of all workers. */
  get shardCount(): number {
    return this.parts.shards.count;
  }

  workerOf(id: NodeId): number {
    return this.parts.shards.workerOf(id);
  }

  /** Applies effects to this worker's nodes. @returns the first error, when all are applied (not yet durable). */
  apply(batch: EffectBatch): MaybePromise<WeirError | undefined> {
    return this.parts.effects.apply(batch);
  }

  /** Everything changed until now on this worker is durable. */
  commit(): Promise<void> {
    return this.parts.commits.commit();
  }

  /** After anything that may have changed nodes: standing queries, then the journal, then the frames. */
  finishMessage(): void {
    this.parts.dispatch.finishMessage();
  }

  /** Lets others have their turn, after what was done is on its way. */
  giveWay(): Promise<void> {
    return this.parts.dispatch.giveWay();
  }

  /** Puts a node of this worker to sleep once everything it did is durable. @returns whether it sleeps. */
  async sleep(id: NodeId): Promise<boolean> {
    return (await this.server.serve('sleep', id)) as boolean;
  }

  /** See standing-control.ts. */
  propagate(includeSleeping: boolean, parallelism: number): Promise<void> {
    return this.standing.propagate(includeSleeping, parallelism);
  }

  /** After a crash: see crash-recovery.ts. @returns how many nodes were looked at. */
  async recover(parallelism: number): Promise<number> {
    const nodes = await this.parts.recovery.recover(parallelism);
    await this.standing.recovered();
    return nodes;
  }

  /**
   * Another worker died alone, and one takes its place that knows what was durable there. What was asked of the old one
   * fails with `graph.worker-lost`; frames that are sent from now on go to the new one. `resynchronise` is to be called
   * at once, or as soon as the one that is under way has ended.
   */
  peerReplaced(worker: number): void {
    this.parts.mail.abandon(worker);
    this.framesReceived[worker] = 0;
    this.checkpoints.discard();
  }

  /**
   * After `peerReplaced`, on every worker, each of which knows of the new one before it reads a frame of one that does:
   * what was written since the last checkpoint is looked at again, as after a crash, while work goes on. Not while an
   * earlier one, or `recover`, is under way. Fails with `graph.worker-lost` when another worker is replaced meanwhile,
   * or this one again: then it is due again.
   */
  async resynchronise(parallelism: number): Promise<void> {
    const { recovery } = this.parts;
    recovery.beginAnew();
    await this.arrivals.everywhere();
    await this.arrivals.durable();
    recovery.beginAnew();
    await this.recover(parallelism);
  }

  /** Nodes of a shard of this worker that the recovery has still to look at. */
  unsettledNodes(shard: Shard): number {
    return this.parts.recovery.leftOf(shard);
  }

  /**
   * One step of a checkpoint; see checkpoint.ts.
   * @returns of `mark`: how much was written since the last one; of `settle`: since the mark.
   */
  async checkpoint(step: CheckpointStep): Promise<number> {
    if (step === 'mark') return this.checkpoints.mark();
    if (step === 'settle') return this.checkpoints.settle();
    await this.checkpoints.forget();
    return 0;
  }

  /** One pass over all nodes: see history-limit.ts. @returns how many had something to fold. */
  foldHistory(isStopped: () => boolean = () => false): Promise<number> {
    return this.parts.history.fold(isStopped);
  }

  get activity(): WorkerActivity {
    const { shards, dispatch, commits, mail } = this.parts;
    const busy = shards.areWaking || dispatch.backlog > 0 || !commits.isIdle || mail.isBusy;
    const framesReceived = this.framesReceived.reduce((sum, frames) => sum + frames, 0);
    return { framesSent: mail.framesSent, framesReceived, busy };
  }

  /** Writes what is left and closes the stores. */
  async close(): Promise<void> {
    const { commits, mail } = this.parts;
    await commits.commit();
    await snapshotAwake(this.shards, this.environment, commits);
    await Promise.all(this.shards.map(shard => shard.persistor.close()));
    mail.close();
  }

  /** A frame of another worker. */
  receive(from: number, frame: Uint8Array): void {
    this.framesReceived[from] = (this.framesReceived[from] ?? 0) + 1;
    for (const message of decodeFrame(frame)) this.handle(from, message);
    this.finishMessage();
  }

  private handle(from: number, message: WorkerMessage): void {
    const { mail, dispatch } = this.parts;
    switch (message[0]) {
      case MessageKind.Effects:
        this.server.effects(from, message);
        break;
      case MessageKind.Acknowledge:
        mail.settle(message[1], undefined, message[2]);
        break;
      case MessageKind.Request:
        this.server.request(from, message);
        break;
      case MessageKind.Answer:
        mail.settle(message[1], message[2], message[3]);
        break;
      case MessageKind.Standing:
        unpackStanding(message[1], dispatch.receiver);
        break;
    }
  }
}
