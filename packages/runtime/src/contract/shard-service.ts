/** The shards of a worker as they live: how they do, their limits, checkpoints and recovery. */
import type { CheckpointStep, WorkerActivity } from '@weir/graph';
import type { NodeId } from '@weir/model';
import type { NodeCensus, ShardLimits, ShardStatus } from '@weir/contract';

export interface ShardService {
  status(): Promise<readonly ShardStatus[]>;
  census(): Promise<NodeCensus>;
  /** Shards of other workers are ignored. */
  setLimits(limits: readonly (readonly [shard: number, limits: ShardLimits])[]): Promise<void>;
  /** The node, of one of this worker's shards, sleeps if it has nothing left to do. */
  sleepNode(id: NodeId): Promise<boolean>;
  activity(): Promise<WorkerActivity>;
  /** Ingest waits from then on until `endRecovery`, half a minute at most. @returns how many nodes were looked at. */
  recover(parallelism: number): Promise<number>;
  /** No worker recovers any more. */
  endRecovery(): Promise<void>;
  /**
   * After another worker took the place of a lost one, on every worker: what was written since the last checkpoint was
   * looked at again. It began when this worker learned of it, or, on the new one, begins now.
   */
  resynchronised(): Promise<void>;
  /** One step on all workers before the next one on any. @returns of `mark`: how much there is to forget. */
  checkpoint(step: CheckpointStep): Promise<number>;
}
