/** The workers of a graph, and the shards they own. */
import { type NodeId, shardOf } from '@weir/model';
import type { WorkerServices } from './worker-services.js';

export class Workers {
  /** @param workerOfShard for each shard, the index of its worker in `all`. */
  constructor(
    private current: readonly WorkerServices[],
    private workerOfShard: readonly number[],
  ) {}

  /** Replaces all workers, possibly by more or fewer. */
  replaceBy(workers: readonly WorkerServices[], workerOfShard: readonly number[]): void {
    this.current = workers;
    this.workerOfShard = workerOfShard;
  }

  /** Replaces the workers at these indexes. */
  put(indexes: readonly number[], workers: readonly WorkerServices[]): void {
    this.current = this.current.map((worker, index) => workers[indexes.indexOf(index)] ?? worker);
  }

  get all(): readonly WorkerServices[] {
    return this.current;
  }

  get shards(): number {
    return this.workerOfShard.length;
  }

  shardsOf(worker: number): number[] {
    return this.workerOfShard.flatMap((owner, shard) => (owner === worker ? [shard] : []));
  }

  /** For requests that any worker can answer. */
  get first(): WorkerServices {
    return this.current[0]!;
  }

  ofShard(shard: number): WorkerServices {
    return this.current[this.workerOfShard[shard]!]!;
  }

  ofNode(id: NodeId): WorkerServices {
    return this.ofShard(shardOf(id, this.shards));
  }

  /** Sends a request to all workers concurrently. @returns the answers in the order of the workers. */
  each<T>(call: (worker: WorkerServices, index: number) => Promise<T>): Promise<T[]> {
    return Promise.all(this.current.map(call));
  }
}
