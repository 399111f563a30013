/**
 * Where the logs of all shards are kept: rows named by shard and sequence, each written at most once. This is all that
 * fencing asks of a store; a lightweight transaction of Cassandra is one such write.
 */
export interface LogRow {
  /** Of who wrote it. */
  readonly epoch: number;
  /** A group of changes; `null`: the row with which an owner begins its epoch. */
  readonly group: Uint8Array | null;
  /** Everything up to this sequence was cut when the row was written: what is found there came late, and is not looked at. */
  readonly cut: number;
}

export interface PlacedRow extends LogRow {
  readonly sequence: number;
}

export interface LogStore {
  /**
   * Writes a row where there is none.
   * @returns `undefined`: it is written, and survives. Else the row that is there.
   * @throws anything: whether it was written, or will be, is open until a later attempt or `rows` says so.
   */
  insert(shard: number, sequence: number, row: LogRow): Promise<LogRow | undefined>;

  /** All rows of a shard, in order. What any `insert` that was answered has written is among them. */
  rows(shard: number): Promise<readonly PlacedRow[]>;

  /** Deletes rows. Twice is the same as once. */
  remove(shard: number, sequences: readonly number[]): Promise<void>;
}
