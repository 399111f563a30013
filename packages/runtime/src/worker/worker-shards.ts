/** Status and settings of a worker's running shards. */
import type { GraphCatalog } from '@weir/cypher';
import type { CheckpointStep, GraphWorker, WorkerActivity } from '@weir/graph';
import { type NodeId } from '@weir/model';
import { pause, WeirError } from '@weir/platform';
import type { ShardService } from '../contract/shard-service.js';
import type { NodeCensus, ShardLimits, ShardStatus } from '@weir/contract';
import { nodeCensus } from './node-census.js';
import type { WriteGate } from '../flow/write-gate.js';

const RECOVERY = 'recovery after a crash';
/** Number of nodes checked at the same time. */
const PARALLELISM = 256;
const RETRY_MILLIS = 1_000;
/** Maximum time that ingest waits for a recovery. */
const INGEST_WAIT_MILLIS = 30_000;

export class WorkerShards implements ShardService {
  private releaseIngest: (() => void) | undefined = undefined;
  private rechecking: Promise<void> | undefined = undefined;

  constructor(
    private readonly graph: GraphWorker,
    private readonly worker: number,
    private readonly gate: WriteGate,
  ) {}

  async status(): Promise<readonly ShardStatus[]> {
    return this.graph.shards.map(shard => ({
      shard: shard.number,
      worker: this.worker,
      awakeNodes: shard.nodes.size,
      wakingNodes: shard.waking,
      asleepNodes: shard.asleep,
      unsettledNodes: this.graph.unsettledNodes(shard),
      limits: shard.limits,
      counters: shard.allCounters(),
      timings: shard.timings,
    }));
  }

  async census(): Promise<NodeCensus> {
    return nodeCensus(this.graph);
  }

  catalog(): Promise<GraphCatalog> {
    return this.graph.catalog();
  }

  async setLimits(limits: readonly (readonly [shard: number, limits: ShardLimits])[]): Promise<void> {
    for (const [number, each] of limits) {
      const shard = this.graph.shards.find(candidate => candidate.number === number);
      if (shard !== undefined) shard.limits = each;
    }
  }

  async sleepNode(id: NodeId): Promise<boolean> {
    return this.graph.sleep(id);
  }

  async activity(): Promise<WorkerActivity> {
    return this.graph.activity;
  }

  /** Holds ingest for a limited time, because its writes would also have to be checked after another crash. */
  async recover(parallelism: number): Promise<number> {
    this.holdIngest();
    return this.graph.recover(parallelism);
  }

  /** Must not be called earlier on any worker, because records taken in by one worker write to others too. */
  async endRecovery(): Promise<void> {
    this.releaseIngest?.();
  }

  /** To be called after lost workers were replaced, before any message of the new ones is read or sent to them. */
  peersReplaced(workers: readonly number[]): void {
    for (const worker of workers) this.graph.peerReplaced(worker);
    this.rechecking = this.recheck();
    this.rechecking.catch(() => undefined);
  }

  async resynchronized(): Promise<void> {
    await (this.rechecking ?? this.recheck());
    this.rechecking = undefined;
  }

  private async recheck(): Promise<void> {
    const { environment } = this.graph;
    for (;;) {
      try {
        return await this.graph.resynchronize(PARALLELISM);
      } catch (error) {
        if (WeirError.from(error).code !== 'store.failed') throw error;
        environment.logger.log('warn', 'the store fails: recovery of the last writes waits', {
          error: String(error),
        });
      }
      await pause(environment.scheduler, RETRY_MILLIS);
    }
  }

  private holdIngest(): void {
    const { graph, gate } = this;
    if (this.releaseIngest !== undefined) return;
    gate.setFull(RECOVERY, true);
    const resume = (): void => gate.setFull(RECOVERY, false);
    const cancel = graph.environment.scheduler.after(INGEST_WAIT_MILLIS, resume);
    this.releaseIngest = () => {
      cancel();
      resume();
    };
  }

  async checkpoint(step: CheckpointStep): Promise<number> {
    return this.graph.checkpoint(step);
  }
}
