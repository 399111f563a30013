/** Tracks when a process that lends workers last sent something, and whether it is silent. */
import type { Environment } from '@weir/platform';
import { turnCounts, TurnWatch } from '../threads/turn-watch.js';

/**
 * A process that is silent for this long, although it sends a sign four times a second, gets no new work until its next
 * message.
 */
const STILL_MILLIS = 1_000;

type Surroundings = Pick<Environment, 'clock' | 'scheduler'>;

export class LenderSigns {
  private readonly count = turnCounts(1);
  private receivedAt: number;
  /** When the process, unlike this one, began to lack the store. */
  private lackingSince: number | undefined = undefined;
  private watching: TurnWatch | undefined = undefined;

  constructor(private readonly environment: Surroundings) {
    this.receivedAt = this.now();
  }

  received(): void {
    Atomics.add(this.count, 0, 1);
    this.receivedAt = this.now();
  }

  get silentMillis(): number {
    return Math.max(0, Math.round(this.now() - this.receivedAt));
  }

  /** @param is whether the lender lacks the store now. @returns for how long it has. */
  lacksStoreFor(is: boolean): number {
    this.lackingSince = is ? (this.lackingSince ?? this.now()) : undefined;
    return this.now() - (this.lackingSince ?? this.now());
  }

  /** Whether the process may be lost, so that requests should prefer others. */
  get isStill(): boolean {
    return this.now() - this.receivedAt > STILL_MILLIS;
  }

  /** @param limitMillis maximum silence. @param silent called after each such silence. */
  watch(limitMillis: number, silent: () => void): void {
    this.watching = new TurnWatch(this.count, this.environment, limitMillis, silent);
  }

  stop(): void {
    this.watching?.stop();
  }

  private now(): number {
    const { clock } = this.environment;
    return clock.precise?.() ?? clock.now();
  }
}
