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

export interface RecordDeadLetters {
  /** @returns when they have arrived everywhere, or were given up: what went wrong, a text each. Never rejects. */
  add(records: readonly DeadRecord[]): Promise<readonly string[]>;
  /** The stream was stopped: what has not arrived is given up at once, and so is what is added later. */
  abort(): void;
  close(): Promise<void>;
}
