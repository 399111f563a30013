/** Storage for the snapshots of one partition. A snapshot is a file of bytes that exists completely or not at all. */
import type { Environment } from '@weir/platform';
import type { LogPosition } from './log-position.js';

/** The log from the position on, applied to the snapshot, results in the data at the end of the log. */
export interface StoredSnapshot extends LogPosition {
  /** Length of its content. */
  readonly bytes: number;
  /** Identifies it to its store. */
  readonly id: string;
}

/** All methods reject with any error if the store does not answer. */
export interface SnapshotStore {
  /** Returns the complete snapshots in the order of their positions. */
  list(): Promise<readonly StoredSnapshot[]>;

  /**
   * Stores a snapshot; it is listed and durable when the promise resolves. Chunks have any length.
   * @throws also the errors of `content`; then the snapshot is never listed.
   */
  write(position: LogPosition, content: AsyncIterable<Uint8Array>): Promise<StoredSnapshot>;

  /**
   * Yields the content, at the pace of its reader. Rejects if it cannot yield all of it, for example because the
   * snapshot was removed meanwhile.
   */
  read(snapshot: StoredSnapshot): AsyncIterable<Uint8Array>;

  /** Removes all snapshots with a lower sequence, also incomplete ones. */
  removeBefore(sequence: number): Promise<void>;
}

/** Snapshots of all partitions of one graph, outside of its logs. */
export interface GraphSnapshots {
  /**
   * Lists a snapshot, to detect a wrong configuration early.
   * @throws WeirError `config.invalid` if access is refused, or any other error if there is no answer.
   */
  check(): Promise<void>;

  /** @param partition as in `GraphLogs`. */
  of(partition: string, environment: Environment): SnapshotStore;

  close(): void;
}
