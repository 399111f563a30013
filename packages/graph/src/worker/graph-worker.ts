/**
 * The part of the graph that lives in one thread: some shards, and the links to the workers that host the others. It
 * uses no thread, socket or clock directly: frames are sent through `send` and received through `receive`, and the
 * environment provides everything else. Several workers in one thread, with frames delivered in any order between
 * different pairs, behave like workers in different threads.
 */
import type { GraphCatalog } from '@weir/cypher';
import type { NodeId } from '@weir/model';
import type { Environment, MaybePromise, WeirError } from '@weir/platform';
import type { Origin } from '@weir/standing';
import { catalogOf } from '../catalog/shard-catalog.js';
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
import { WorkerComponents } from './worker-components.js';
import { WorkerSession } from './worker-session.js';

export class GraphWorker {
  readonly index: number;
  readonly environment: Environment;
  readonly shards: readonly Shard[];
  readonly arrivals: Arrivals;
  /** Assigns the numbers under which results are kept. */
  readonly filing: ResultFiling;
  readonly recentRoots: RecentRoots;
  readonly peeks: NodePeeks;
  readonly standing: StandingControl;
  private readonly components: WorkerComponents;
  private readonly server: RequestServer;
  private readonly checkpoints: Checkpoint;
  /** Keyed by worker; counts frames of its present instance only. */
  private readonly framesReceived: number[] = [];

  constructor(options: GraphWorkerOptions) {
    const components = new WorkerComponents(options);
    const { shards, commits, dispatch, arrivals } = components;
    this.components = components;
    this.index = options.index;
    this.environment = options.environment;
    this.shards = shards.local;
    this.arrivals = arrivals;
    this.filing = components.filing;
    this.recentRoots = components.filing.recentRoots;
    this.server = new RequestServer(components);
    this.peeks = new NodePeeks(shards, commits, dispatch);
    const visits = new NodeVisits(components.engine.evaluation, dispatch, arrivals);
    this.standing = new StandingControl(
      components.engine,
      shards,
      commits,
      dispatch,
      visits,
      components.persistence,
    );
    this.checkpoints = new Checkpoint(shards.local, components.recovery, arrivals, commits);
  }

  /**
   * @param origin the record that causes the session's effects, if provenance is requested.
   * @param order of the records that this session and its successors write.
   * @param readAt when these records were read, in milliseconds since the Unix epoch; 0 if unknown.
   */
  session(atTime?: number, origin?: Origin, order?: RecordOrder, readAt = 0): WorkerSession {
    return new WorkerSession(this.components, this.server, atTime, origin, order, readAt);
  }

  /**
   * For sessions that write one after the other, each when `nextMayBegin` of the previous one allows it.
   * @param isStrict records take effect one after the other, whatever they change.
   * @param takesAway labels or edges may be removed.
   * @returns `undefined`: nothing can be reported out of order.
   */
  recordOrder(isStrict: boolean, takesAway: boolean): RecordOrder | undefined {
    const { engine, shards } = this.components;
    const across = engine.queries.acrossNodes;
    if (across === undefined || (!isStrict && shards.workers.length === 1)) return undefined;
    return new RecordOrder(across.relevance, isStrict, takesAway);
  }

  /** Number of shards of all workers. */
  get shardCount(): number {
    return this.components.shards.count;
  }

  workerOf(id: NodeId): number {
    return this.components.shards.workerOf(id);
  }

  /** Applies effects to this worker's nodes. @returns the first error, when all are applied (not yet durable). */
  apply(batch: EffectBatch): MaybePromise<WeirError | undefined> {
    return this.components.effects.apply(batch);
  }

  /** Resolves when everything changed so far on this worker is durable. */
  commit(): Promise<void> {
    return this.components.commits.commit();
  }

  /**
   * To be called after anything that may have changed nodes. Processes standing queries, then the journal, then the
   * frames.
   */
  finishMessage(): void {
    this.components.dispatch.finishMessage();
  }

  /** Lets other work run, after sending the results of the current work. */
  giveWay(): Promise<void> {
    return this.components.dispatch.giveWay();
  }

  /** Puts a node of this worker to sleep once all its changes are durable. @returns whether it sleeps. */
  async sleep(id: NodeId): Promise<boolean> {
    return (await this.server.serve('sleep', id)) as boolean;
  }

  /** See standing-control.ts. */
  propagate(includeSleeping: boolean, parallelism: number): Promise<void> {
    return this.standing.propagate(includeSleeping, parallelism);
  }

  /** Recovers after a crash: see crash-recovery.ts. @returns how many nodes were inspected. */
  async recover(parallelism: number): Promise<number> {
    const nodes = await this.components.recovery.recover(parallelism);
    await this.standing.recovered();
    return nodes;
  }

  /**
   * Another worker died and was replaced by a new instance that knows only durable state. Requests to the old one fail
   * with `graph.worker-lost`; later frames are sent to the new one. Call `resynchronize` immediately, or as soon as the
   * one in progress has ended.
   */
  peerReplaced(worker: number): void {
    this.components.mail.abandon(worker);
    this.framesReceived[worker] = 0;
    this.checkpoints.discard();
  }

  /**
   * To be called on every worker after `peerReplaced`. Each worker must know of the replacement before it reads a frame
   * of a worker that does. Checks everything written since the last checkpoint again, as after a crash, while work
   * continues. Must not overlap an earlier call or `recover`. Fails with `graph.worker-lost` if this or another worker
   * is replaced meanwhile; then it has to be called again.
   */
  async resynchronize(parallelism: number): Promise<void> {
    const { recovery } = this.components;
    recovery.beginAnew();
    await this.arrivals.everywhere();
    await this.arrivals.durable();
    recovery.beginAnew();
    await this.recover(parallelism);
  }

  /** Nodes of a shard of this worker that the recovery has yet to check. */
  unsettledNodes(shard: Shard): number {
    return this.components.recovery.leftOf(shard);
  }

  /**
   * Runs one step of a checkpoint; see checkpoint.ts.
   * @returns how much was written: for `mark`, since the last one; for `settle`, since the mark.
   */
  async checkpoint(step: CheckpointStep): Promise<number> {
    if (step === 'mark') return this.checkpoints.mark();
    if (step === 'settle') return this.checkpoints.settle();
    await this.checkpoints.forget();
    return 0;
  }

  /** Makes one pass over all nodes: see history-limit.ts. @returns how many had something to fold. */
  foldHistory(isStopped: () => boolean = () => false): Promise<number> {
    return this.components.history.fold(isStopped);
  }

  /** Returns the contents of this worker's shards: see shard-catalog.ts. */
  catalog(): Promise<GraphCatalog> {
    return catalogOf(this.shards);
  }

  /** Counts shards that have data but no counts, such as those of an older version. To be called once at start. */
  async countContents(isStopped: () => boolean = () => false): Promise<void> {
    for (const shard of this.shards) await shard.catalog.count(isStopped);
  }

  get activity(): WorkerActivity {
    const { shards, dispatch, commits, mail } = this.components;
    const busy = shards.areWaking || dispatch.backlog > 0 || !commits.isIdle || mail.isBusy;
    const framesReceived = this.framesReceived.reduce((sum, frames) => sum + frames, 0);
    return { framesSent: mail.framesSent, framesReceived, busy };
  }

  /** Writes pending changes and closes the stores. */
  async close(): Promise<void> {
    const { commits, mail } = this.components;
    try {
      await commits.commit();
      await snapshotAwake(this.shards, this.environment, commits);
      // The next start corrects older counts.
      await Promise.allSettled(this.shards.map(shard => shard.catalog.save(commits)));
    } finally {
      await Promise.all(this.shards.map(shard => shard.persistor.close()));
      mail.close();
    }
  }

  receive(from: number, frame: Uint8Array): void {
    this.framesReceived[from] = (this.framesReceived[from] ?? 0) + 1;
    for (const message of decodeFrame(frame)) this.handle(from, message);
    this.finishMessage();
  }

  private handle(from: number, message: WorkerMessage): void {
    const { mail, dispatch } = this.components;
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
        dispatch.causedBy(message[1][4]);
        unpackStanding(message[1], dispatch.receiver);
        break;
    }
  }
}
