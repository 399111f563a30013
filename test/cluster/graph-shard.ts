/**
 * One shard of the real graph, hosted by a member: its own worker over the shard's log. When another shard begins a new
 * epoch, everything written since the last checkpoint is recovered again, while work continues.
 */
import { type ShardHost, ShardLog, type ShardOutlet } from '@weir/cluster';
import { type CheckpointStep, GraphWorker } from '@weir/graph';
import { decode, encode } from '@weir/model';
import { type Environment, pause, WeirError } from '@weir/platform';
import { createStandingEngine, type StandingPlan } from '@weir/standing';
import { loggedStore } from './logged-store.js';
import type { PlantedFaults } from './planted-faults.js';
import type { SimStore } from './sim-store.js';
import type { SimProcess, SimWorld } from './sim-world.js';

const PARALLELISM = 4;
const RETRY_MILLIS = 100;

export interface GraphShardOptions {
  readonly shard: number;
  readonly epoch: number;
  readonly shardCount: number;
  readonly world: SimWorld;
  readonly process: SimProcess;
  readonly store: SimStore;
  readonly outlet: ShardOutlet;
  readonly plans: readonly StandingPlan[];
  readonly faults: PlantedFaults;
  /** A message of another shard that does not concern the graph. */
  control(from: number, message: unknown): void;
  /** An operation failed that must not fail. */
  failed(error: unknown): void;
}

const Kind = { Graph: 0, Control: 1 } as const;

export class GraphShard implements ShardHost {
  isStopped = false;
  graph: GraphWorker | undefined = undefined;
  private readonly log: ShardLog;
  private readonly environment: Environment;
  /** Frames received while the shard was being opened. */
  private early: [from: number, frame: Uint8Array][] = [];
  private isRecovering = false;
  private isDue = true;
  /** A peer was replaced while this shard was being opened: the other halves of early frames may be lost with it. */
  private isDueAgain = false;

  constructor(private readonly options: GraphShardOptions) {
    const { shard, epoch, store, process } = options;
    this.environment = process.environment(() => this.isStopped);
    this.log = new ShardLog({
      shard,
      epoch,
      store: store.seenBy(process),
      scheduler: this.environment.scheduler,
      onLost: () => this.stop(),
    });
    this.open().catch((error: unknown) => options.failed(error));
  }

  get shard(): number {
    return this.options.shard;
  }

  get epoch(): number {
    return this.options.epoch;
  }

  /** No work is in flight. */
  get isIdle(): boolean {
    return this.graph !== undefined && !this.isRecovering && !this.isDue && !this.graph.activity.busy;
  }

  receive(from: number, bytes: Uint8Array): void {
    if (this.isStopped) return;
    const [kind, content] = decode(bytes) as [number, unknown];
    if (kind === Kind.Control) this.options.control(from, content);
    else if (this.graph === undefined) this.early.push([from, content as Uint8Array]);
    else this.graph.receive(from, content as Uint8Array);
  }

  peerReplaced(shard: number): void {
    if (this.isStopped) return;
    this.graph?.peerReplaced(shard);
    if (this.options.faults.forgetsResync) return;
    if (this.graph === undefined) {
      this.isDueAgain = true;
      return;
    }
    this.isDue = true;
    void this.recover();
  }

  async leave(): Promise<void> {
    await this.graph?.commit();
    this.stop();
  }

  stop(): void {
    this.isStopped = true;
    this.log.end();
  }

  say(to: number, message: unknown): void {
    if (!this.isStopped) this.options.outlet.send(to, encode([Kind.Control, message]));
  }

  async checkpoint(step: CheckpointStep): Promise<void> {
    if (this.graph === undefined) throw new WeirError('store.failed', 'not open');
    await this.graph.checkpoint(step);
  }

  private async open(): Promise<void> {
    const { shard, epoch, shardCount, world, process, store, outlet, plans, faults } = this.options;
    if (!(await this.log.begin())) return;
    const persistor = await loggedStore({
      log: this.log,
      tables: store.tablesOf(shard),
      process,
      chance: probability => world.random.chance(probability),
      answersEarly: faults.answersEarly,
    });
    if (this.isStopped) return;
    const engine = createStandingEngine();
    for (const plan of plans) engine.queries.register(plan);
    this.graph = new GraphWorker({
      index: shard,
      workerOfShard: Array.from({ length: shardCount }, (_, each) => each),
      persistors: new Map([[shard, persistor]]),
      engine,
      environment: this.environment,
      life: epoch,
      recovers: true,
      send: (to, frame) => {
        if (!this.isStopped) outlet.send(to, encode([Kind.Graph, frame]));
      },
      onResults: () => undefined,
    });
    for (const [from, frame] of this.early.splice(0)) this.graph.receive(from, frame);
    await this.recover(graph => graph.recover(PARALLELISM));
  }

  /** Repeats until no recovery is due. */
  private async recover(
    first: (graph: GraphWorker) => Promise<unknown> = graph => graph.resynchronize(PARALLELISM),
  ): Promise<void> {
    if (this.isRecovering) return;
    this.isRecovering = true;
    let check = first;
    while (this.isDue && !this.isStopped) {
      this.isDue = this.isDueAgain;
      this.isDueAgain = false;
      try {
        await check(this.graph!);
      } catch (error) {
        const { code } = WeirError.from(error);
        if (code !== 'graph.worker-lost' && code !== 'store.failed') this.options.failed(error);
        this.isDue = true;
        await pause(this.environment.scheduler, RETRY_MILLIS);
      }
      check = graph => graph.resynchronize(PARALLELISM);
    }
    this.isRecovering = false;
  }
}
