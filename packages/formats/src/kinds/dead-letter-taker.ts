import type { DeadRecord } from '@weir/contract';

/** Records that did not arrive, by their place among those that were to be taken, and why. */
export type Untaken = ReadonlyMap<number, string>;

export const ALL_TAKEN: Untaken = new Map();

/** One destination, opened. */
export interface Taker {
  readonly name: string;
  /** Rejects when it can't be said which of them arrived, or none did. */
  take(records: readonly DeadRecord[]): Promise<Untaken>;
  /** Nothing is waited for any more. */
  abort?(): void;
  close(): Promise<void>;
}

/** Those behind the first so many of them. */
export function untakenFrom(arrived: number, count: number, reason: string): Untaken {
  const untaken = new Map<number, string>();
  for (let place = arrived; place < count; place++) untaken.set(place, reason);
  return untaken;
}
