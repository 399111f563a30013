/**
 * One shard of the real graph, hosted by a member: its own worker over the shard's log. When another shard begins a new
 * epoch, everything written since the last checkpoint is recovered again, while work continues.
 */
import type { ShardHost, ShardOutlet } from '@weir/cluster';
import { type CheckpointStep, GraphWorker } from '@weir/graph';
import { decode, encode } from '@weir/model';
import { type Environment, pause, WeirError } from '@weir/platform';
import { createStandingEngine, type StandingPlan } from '@weir/standing';
import type { Persistor, WriteGroup } from '@weir/persistor';
import { type LocalTables, openLoggedPersistor } from '@weir/persistor-logged';
import type { PlantedFaults } from './planted-faults.js';
import type { SimLogs } from './sim-logs.js';
import type { SimProcess } from './sim-world.js';

const PARALLELISM = 4;
const RETRY_MILLIS = 100;

export interface GraphShardOptions {
  readonly shard: number;
  readonly epoch: number;
  readonly shardCount: number;
  readonly process: SimProcess;
  readonly logs: SimLogs;
  /** Data directory of the shard on this machine. */
  readonly tables: LocalTables;
  /** See `LoggedStoreOptions`. */
  readonly snapshotBytes: number;
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
  private readonly environment: Environment;
  /** Frames received while the shard was being opened. */
  private early: [from: number, frame: Uint8Array][] = [];
  private isRecovering = false;
  private isDue = true;
  /** A peer was replaced while this shard was being opened: the other halves of early frames may be lost with it. */
  private isDueAgain = false;

  constructor(private readonly options: GraphShardOptions) {
    this.environment = options.process.environment(() => this.isStopped);
    this.open().catch((error: unknown) => {
      if (WeirError.from(error).code === 'store.taken-over') this.stop();
      else options.failed(error);
    });
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
  }

  say(to: number, message: unknown): void {
    if (!this.isStopped) this.options.outlet.send(to, encode([Kind.Control, message]));
  }

  async checkpoint(step: CheckpointStep): Promise<void> {
    if (this.graph === undefined) throw new WeirError('store.failed', 'not open');
    await this.graph.checkpoint(step);
  }

  private async open(): Promise<void> {
    const { shard, epoch, shardCount, process, logs, tables, snapshotBytes, outlet, plans, faults } =
      this.options;
    const opened = await openLoggedPersistor({
      partition: `shard-${shard}`,
      tables,
      logs: logs.seenBy(process, this.environment, shard),
      snapshotBytes,
      environment: this.environment,
      epoch,
    });
    if (this.isStopped) return;
    void opened.lost.then(() => this.stop());
    const persistor = faults.answersEarly ? answeringEarly(opened) : opened;
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
        if (code === 'store.taken-over') this.stop();
        else if (code !== 'graph.worker-lost' && code !== 'store.failed') this.options.failed(error);
        this.isDue = true;
        await pause(this.environment.scheduler, RETRY_MILLIS);
      }
      check = graph => graph.resynchronize(PARALLELISM);
    }
    this.isRecovering = false;
  }
}

/** Planted fault: writes are acknowledged before they are stored. */
function answeringEarly(store: Persistor): Persistor {
  const write = store.write.bind(store);
  return Object.assign(store, {
    write(group: WriteGroup) {
      write(group).catch(() => undefined);
      return Promise.resolve();
    },
  });
}
