/** The shards of a worker, and the workers that host the others. */
import { type NodeId, shardOf } from '@weir/model';
import { WeirError } from '@weir/platform';
import type { Shard } from './shard.js';

export class WorkerShards {
  /** Shards of this worker, ordered by number. */
  readonly local: Shard[] = [];
  /** All workers, including this one. */
  readonly workers: readonly number[];
  private readonly byNumber: (Shard | undefined)[];

  /**
   * @param index of this worker.
   * @param workerOfShard for each shard, the worker that hosts it.
   */
  constructor(
    readonly index: number,
    private readonly workerOfShard: readonly number[],
  ) {
    this.workers = [...new Set(workerOfShard)];
    this.byNumber = workerOfShard.map(() => undefined);
  }

  /** To be called with each shard of this worker, in order, before any other method. */
  add(shard: Shard): void {
    this.local.push(shard);
    this.byNumber[shard.number] = shard;
  }

  /** Number of shards of all workers. */
  get count(): number {
    return this.workerOfShard.length;
  }

  workerOf(id: NodeId): number {
    if (this.workers.length === 1) return this.index;
    return this.workerOfShard[shardOf(id, this.workerOfShard.length)]!;
  }

  isLocal(id: NodeId): boolean {
    return this.workerOf(id) === this.index;
  }

  /** The shard of a node of this worker. */
  of(id: NodeId): Shard {
    const shard = this.byNumber[shardOf(id, this.byNumber.length)];
    if (shard === undefined) throw new WeirError('internal', `node of another worker: ${id}`);
    return shard;
  }

  /** Whether nodes of this worker are waking. */
  get areWaking(): boolean {
    return this.local.some(shard => shard.waking > 0);
  }

  /** Returns up to `count` ids of recently used nodes of this worker; each shard's nodes newest first. */
  recentNodes(count: number): NodeId[] {
    const each = Math.ceil(count / Math.max(1, this.local.length));
    return this.local.flatMap(shard => shard.recentNodes(each)).slice(0, count);
  }
}
