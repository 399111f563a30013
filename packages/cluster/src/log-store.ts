/**
 * Storage for one log: rows in one order, each appended only directly after the row that its writer expects to be the
 * last one. Fencing requires nothing else of a store; a conditional publish of NATS JetStream is one such append.
 */
import type { LogPosition } from './log-position.js';
import type { SnapshotStore } from './snapshot-store.js';

export interface LogRow {
  /** Epoch of the writer. */
  readonly epoch: number;
  /** Random name of the `ShardLog` that wrote the row. It identifies own rows after a lost answer. */
  readonly writer: string;
  /** Offset of the position before the row. A reader that is at another offset has missed rows. */
  readonly offset: number;
  /** Part of an operation on the data; `null`: the first row of a writer. */
  readonly content: Uint8Array | null;
  /** The operation continues in the next row. */
  readonly continues: boolean;
}

export interface PlacedRow extends LogRow {
  /** Greater than 0 and than the sequence of every earlier row. Never used again. */
  readonly sequence: number;
}

/** Returns the position after a row. */
export function positionAfter({ sequence, offset, content }: PlacedRow): LogPosition {
  return { sequence, offset: offset + (content?.length ?? 0) };
}

export interface LogStore {
  /** Maximum length of the content of a row, in bytes. */
  readonly contentLimit: number;

  /**
   * Appends a row if the last row is the one with the sequence `after`; 0: the log is empty.
   * @returns the sequence of the new row, which is then durable. `undefined`: another row is last.
   * @throws any error: it is unknown whether the row was or will be appended, until a later attempt or `last` shows it.
   */
  append(row: LogRow, after: number): Promise<number | undefined>;

  /** Returns the last row; `undefined` if the log is empty. */
  last(): Promise<PlacedRow | undefined>;

  /** Yields all rows after a sequence, in order, up to the last one at the time of the call or a later one. */
  rows(after: number): AsyncIterable<PlacedRow>;

  /** Removes all rows with a lower sequence. The last row must not be one of them. */
  cut(before: number): Promise<void>;
}

/** A log that other processes follow. */
export interface FollowedLog extends LogStore {
  /** Yields all rows after a sequence, in order, as they are appended, until `signal` is aborted. Never throws. */
  follow(after: number, signal: AbortSignal): AsyncIterable<PlacedRow>;

  /** Returns the number of rows after a sequence. */
  countAfter(sequence: number): Promise<number>;
}

/** The logs of all partitions of one graph. */
export interface GraphLogs {
  /** @param partition `meta`, `shard-0`, ... */
  log(partition: string): FollowedLog;

  /** The snapshots that replace the beginning of a partition's log. */
  snapshots(partition: string): SnapshotStore;

  /** Returns the names of the partitions whose logs have rows. */
  partitions(): Promise<readonly string[]>;

  /** Ends the connection. Attempts in flight fail. */
  close(): Promise<void>;
}
