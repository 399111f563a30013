/** What is told of the shards of a worker, and what can be set on them, while they run. */
import type { CheckpointStep, GraphWorker, WorkerActivity } from '@weir/graph';
import type { NodeId } from '@weir/model';
import type { ShardService } from '../contract/shard-service.js';
import type { ShardLimits, ShardStatus } from '@weir/contract';

export class WorkerShards implements ShardService {
  constructor(
    private readonly graph: GraphWorker,
    private readonly worker: number,
  ) {}

  async status(): Promise<readonly ShardStatus[]> {
    return this.graph.shards.map(shard => ({
      shard: shard.number,
      worker: this.worker,
      awakeNodes: shard.nodes.size,
      wakingNodes: shard.waking,
      asleepNodes: shard.asleep,
      limits: shard.limits,
      counters: shard.allCounters(),
    }));
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

  recover(parallelism: number): Promise<number> {
    return this.graph.recover(parallelism);
  }

  async checkpoint(step: CheckpointStep): Promise<boolean> {
    return this.graph.checkpoint(step);
  }
}
