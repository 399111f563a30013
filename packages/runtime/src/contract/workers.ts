/** The workers of a graph, and which of them owns what. */
import { type NodeId, shardOf } from '@weir/model';
import type { WorkerServices } from './worker-services.js';

export class Workers {
  /** @param workerOfShard for each shard, the index of its worker in `all`. */
  constructor(
    readonly all: readonly WorkerServices[],
    private readonly workerOfShard: readonly number[],
  ) {}

  get shards(): number {
    return this.workerOfShard.length;
  }

  /** For what any of them can answer. */
  get first(): WorkerServices {
    return this.all[0]!;
  }

  ofShard(shard: number): WorkerServices {
    return this.all[this.workerOfShard[shard]!]!;
  }

  ofNode(id: NodeId): WorkerServices {
    return this.ofShard(shardOf(id, this.shards));
  }

  /** Asks all of them at once. @returns the answers in the order of the workers. */
  each<T>(ask: (worker: WorkerServices, index: number) => Promise<T>): Promise<T[]> {
    return Promise.all(this.all.map(ask));
  }
}
