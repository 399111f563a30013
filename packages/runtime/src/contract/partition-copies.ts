/** Copies of a graph's partitions that a process keeps up to date while it does not work on them. */
export interface PartitionCopies {
  /** Resolves when this process has everything that was written before it started. */
  readonly upToDate: Promise<void>;
  /** Whether `upToDate` has resolved. A copy that is resumed later lacks little. */
  readonly isUpToDate: boolean;
  /** Shards whose data this process has, except what was written lately; `undefined`: all. */
  readonly shards?: readonly number[] | undefined;
  /** Returns the number of rows in the logs that the copies lack; `undefined`: unknown now. */
  rowsBehind(): Promise<number | undefined>;
  /** Resolves when the data of the partitions can be opened, if an earlier user has closed it. */
  release(partitions: readonly string[]): Promise<void>;
  /** The data of the partitions was closed. Once for each `release`; a later user may have released them before. */
  resume(partitions: readonly string[]): void;
  /** Resolves when all data is closed. */
  close(): Promise<void>;
}

/** Returns the names of shards as partitions. */
export function shardPartitions(shards: readonly number[]): readonly string[] {
  return shards.map(partitionOf);
}

export function partitionOf(shard: number): string {
  return `shard-${shard}`;
}

/** Returns `undefined` for another partition than a shard. */
export function shardOf(partition: string): number | undefined {
  const number = /^shard-(\d+)$/.exec(partition)?.[1];
  return number === undefined ? undefined : Number(number);
}
