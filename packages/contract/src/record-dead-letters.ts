/** Destinations of records that could not be read. */
import type { Value } from '@weir/model';

export interface DeadRecord {
  /** The record's bytes, whether they could be decoded or not. */
  readonly bytes: Uint8Array;
  /** The record as received from its source. */
  readonly frame: Value;
  /** The decoded value, if a later step failed. */
  readonly decoded?: Value;
  /** Why the record was rejected. */
  readonly message: string;
}

/**
 * Error messages of records that did not reach every destination, keyed by their index among the records that were
 * added.
 */
export type Undelivered = ReadonlyMap<number, readonly string[]>;

export interface RecordDeadLetters {
  /** @returns when the records have reached every destination or were given up. Never rejects. */
  add(records: readonly DeadRecord[]): Promise<Undelivered>;
  /** Called when the stream is stopped: gives up undelivered records immediately, and later ones too. */
  abort(): void;
  close(): Promise<void>;
}
