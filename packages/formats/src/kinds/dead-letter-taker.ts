import type { DeadRecord } from '@weir/contract';

/** Records that did not arrive, by index in the batch, with reasons. */
export type Untaken = ReadonlyMap<number, string>;

export const ALL_TAKEN: Untaken = new Map();

/** An open destination. */
export interface Taker {
  readonly name: string;
  /** Rejects if it is unknown which of them arrived, or if none did. */
  take(records: readonly DeadRecord[]): Promise<Untaken>;
  /** Stops waiting for pending operations. */
  abort?(): void;
  close(): Promise<void>;
}

/** Marks all records after the first `arrived` as not arrived. */
export function untakenFrom(arrived: number, count: number, reason: string): Untaken {
  const untaken = new Map<number, string>();
  for (let index = arrived; index < count; index++) untaken.set(index, reason);
  return untaken;
}
