import type { DeadRecord } from '@weir/contract';

/** One destination, opened. */
export interface Taker {
  readonly name: string;
  /** Rejects when they did not all arrive. */
  take(records: readonly DeadRecord[]): Promise<void>;
  /** Nothing is waited for any more. */
  abort?(): void;
  close(): Promise<void>;
}
