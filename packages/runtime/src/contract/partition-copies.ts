/** Copies of a graph's partitions that a process keeps up to date while it does not work on them. */
export interface PartitionCopies {
  /** Resolves when this process has everything that was written before it started. */
  readonly upToDate: Promise<void>;
  /** Whether `upToDate` has resolved. A copy that is resumed later lacks little. */
  readonly isUpToDate: boolean;
  /** Resolves when the data of the partitions can be opened. */
  release(partitions: readonly string[]): Promise<void>;
  /** The data of the partitions was closed. */
  resume(partitions: readonly string[]): void;
  /** Resolves when all data is closed. */
  close(): Promise<void>;
}

/** Returns the names of shards as partitions. */
export function shardPartitions(shards: readonly number[]): readonly string[] {
  return shards.map(shard => `shard-${shard}`);
}
