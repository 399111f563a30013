/** Where records go that could not be read. */
import type { Value } from '@weir/model';

export interface DeadRecord {
  /** Of which it was made, or could not be. */
  readonly bytes: Uint8Array;
  /** As it came from its source. */
  readonly frame: Value;
  /** The value that was made of it, where a later step failed. */
  readonly decoded?: Value;
  /** What is wrong with it. */
  readonly message: string;
}

/** Records that did not arrive everywhere, by their place among those that were added: what went wrong, a text each. */
export type Undelivered = ReadonlyMap<number, readonly string[]>;

export interface RecordDeadLetters {
  /** @returns when they have arrived everywhere, or were given up. Never rejects. */
  add(records: readonly DeadRecord[]): Promise<Undelivered>;
  /** The stream was stopped: what has not arrived is given up at once, and so is what is added later. */
  abort(): void;
  close(): Promise<void>;
}
