/** The workers of a graph, and which of them owns what. */
import { type NodeId, shardOf } from '@weir/model';
import type { WorkerServices } from './worker-services.js';

export class Workers {
  /** @param workerOfShard for each shard, the index of its worker in `all`. */
  constructor(
    private current: readonly WorkerServices[],
    private readonly workerOfShard: readonly number[],
  ) {}

  /** Others have taken their places. */
  replaceBy(workers: readonly WorkerServices[]): void {
    this.current = workers;
  }

  get all(): readonly WorkerServices[] {
    return this.current;
  }

  get shards(): number {
    return this.workerOfShard.length;
  }

  /** For what any of them can answer. */
  get first(): WorkerServices {
    return this.current[0]!;
  }

  ofShard(shard: number): WorkerServices {
    return this.current[this.workerOfShard[shard]!]!;
  }

  ofNode(id: NodeId): WorkerServices {
    return this.ofShard(shardOf(id, this.shards));
  }

  /** Asks all of them at once. @returns the answers in the order of the workers. */
  each<T>(ask: (worker: WorkerServices, index: number) => Promise<T>): Promise<T[]> {
    return Promise.all(this.current.map(ask));
  }
}
