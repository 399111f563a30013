/** The running shards of a worker: status, limits, checkpoints and recovery. */
import type { GraphCatalog } from '@weir/cypher';
import type { CheckpointStep, WorkerActivity } from '@weir/graph';
import type { NodeId } from '@weir/model';
import type { NodeCensus, ShardLimits, ShardStatus } from '@weir/contract';

export interface ShardService {
  status(): Promise<readonly ShardStatus[]>;
  census(): Promise<NodeCensus>;
  /** Contents of this worker's shards. */
  catalog(): Promise<GraphCatalog>;
  /** Shards of other workers are ignored. */
  setLimits(limits: readonly (readonly [shard: number, limits: ShardLimits])[]): Promise<void>;
  /** Puts the node, of one of this worker's shards, to sleep unless it has pending work. */
  sleepNode(id: NodeId): Promise<boolean>;
  activity(): Promise<WorkerActivity>;
  /**
   * Recovers this worker's nodes. Ingest waits from then on until `endRecovery`, half a minute at most. @returns how
   * many nodes were checked.
   */
  recover(parallelism: number): Promise<number>;
  /** Called when no worker recovers any longer. */
  endRecovery(): Promise<void>;
  /**
   * Called on every worker after a lost worker was replaced. Resolves when writes since the last checkpoint have been
   * checked again. The check started when this worker was notified; on the new worker, it starts now.
   */
  resynchronized(): Promise<void>;
  /**
   * Runs one step. Every worker completes a step before any starts the next one. @returns for `mark`: how much there is
   * to forget.
   */
  checkpoint(step: CheckpointStep): Promise<number>;
}
