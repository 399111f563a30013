/**
 * Storage for the logs of all shards: rows identified by shard and sequence, each written at most once. Fencing
 * requires nothing else of a store; a lightweight transaction of Cassandra is one such write.
 */
export interface LogRow {
  /** Epoch of the writer. */
  readonly epoch: number;
  /** A group of changes; `null`: the first row of an owner's epoch. */
  readonly group: Uint8Array | null;
  /**
   * Sequence up to which the log was cut when the row was written. Rows found up to it were written late and are
   * ignored.
   */
  readonly cut: number;
}

export interface PlacedRow extends LogRow {
  readonly sequence: number;
}

export interface LogStore {
  /**
   * Writes a row if none exists.
   * @returns `undefined`: it is written, and durable. Otherwise the existing row.
   * @throws any error: it is unknown whether the row was or will be written, until a later attempt or `rows` shows it.
   */
  insert(shard: number, sequence: number, row: LogRow): Promise<LogRow | undefined>;

  /** Returns all rows of a shard, in order, including the rows of every `insert` that was answered. */
  rows(shard: number): Promise<readonly PlacedRow[]>;

  /** Deletes rows. Idempotent. */
  remove(shard: number, sequences: readonly number[]): Promise<void>;
}
