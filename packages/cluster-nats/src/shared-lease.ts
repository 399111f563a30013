/** The state of a held key that its thread and the main thread share, so that neither waits for a message. */
import type { HoldLoss } from '@weir/cluster';

const LOSSES: readonly (HoldLoss | undefined)[] = [undefined, 'gone', 'silence', 'stall', 'thread'];
const MICROS = 1_000n;

/** Indexes of the array. Times are microseconds of the clock of `monotonicMillis`. */
const RENEWED = 0;
const SIGN = 1;
const LOSS = 2;
const FIELDS = 3;

export type LeaseMemory = BigInt64Array<SharedArrayBuffer>;

/** Milliseconds, the same in all threads of this process. It also runs while the process is stopped. */
export function monotonicMillis(): number {
  return Number(process.hrtime.bigint() / MICROS) / 1_000;
}

export class SharedLease {
  constructor(readonly memory: LeaseMemory) {}

  static create(): SharedLease {
    const lease = new SharedLease(
      new BigInt64Array(new SharedArrayBuffer(FIELDS * BigInt64Array.BYTES_PER_ELEMENT)),
    );
    lease.renewedAt = monotonicMillis();
    lease.signAt = lease.renewedAt;
    return lease;
  }

  /** When the last confirmed renewal was sent. */
  get renewedAt(): number {
    return this.time(RENEWED);
  }

  set renewedAt(millis: number) {
    this.setTime(RENEWED, millis);
  }

  /** When the main thread last made progress. */
  get signAt(): number {
    return this.time(SIGN);
  }

  set signAt(millis: number) {
    this.setTime(SIGN, millis);
  }

  get loss(): HoldLoss | undefined {
    return LOSSES[Number(Atomics.load(this.memory, LOSS))];
  }

  /** The first loss counts. */
  lose(cause: HoldLoss): void {
    Atomics.compareExchange(this.memory, LOSS, 0n, BigInt(LOSSES.indexOf(cause)));
  }

  private time(index: number): number {
    return Number(Atomics.load(this.memory, index)) / 1_000;
  }

  private setTime(index: number, millis: number): void {
    Atomics.store(this.memory, index, BigInt(Math.floor(millis * 1_000)));
  }
}
