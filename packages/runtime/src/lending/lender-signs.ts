/** Tracks when each process that lends workers last sent something, and which of them are silent. */
import type { Environment } from '@weir/platform';
import { turnCounts, TurnWatch } from '../threads/turn-watch.js';

/**
 * A process that is silent for this long, although it sends a sign four times a second, gets no new work until its next
 * message.
 */
const STILL_MILLIS = 1_000;

type Surroundings = Pick<Environment, 'clock' | 'scheduler'>;

export class LenderSigns {
  private readonly counts: Int32Array<SharedArrayBuffer>;
  private readonly receivedAt: number[];
  /** Lenders that cannot reach the store although this process can, with the start time. */
  private readonly lackingSince = new Map<number, number>();
  private watching: TurnWatch | undefined = undefined;
  private isOver = false;

  /** @param processes number of processes, which are identified by index. */
  constructor(
    processes: number,
    private readonly environment: Surroundings,
  ) {
    this.counts = turnCounts(processes);
    this.receivedAt = Array.from({ length: processes }, () => this.now());
  }

  received(process: number): void {
    Atomics.add(this.counts, process, 1);
    this.receivedAt[process] = this.now();
  }

  silentMillis(process: number): number {
    return Math.max(0, Math.round(this.now() - this.receivedAt[process]!));
  }

  /** @param is whether the lender lacks the store now. @returns for how long it has. */
  lacksStoreFor(process: number, is: boolean): number {
    if (!is) {
      this.lackingSince.delete(process);
      return 0;
    }
    const since = this.lackingSince.get(process) ?? this.now();
    this.lackingSince.set(process, since);
    return this.now() - since;
  }

  /** Whether the process may be lost, so that requests should prefer others. */
  isStill(process: number): boolean {
    return this.now() - this.receivedAt[process]! > STILL_MILLIS;
  }

  /**
   * @param limitMillis maximum silence.
   * @param isWatched called for each process at each check.
   * @param silent called once for each process that was silent for that long.
   */
  watch(
    limitMillis: number,
    isWatched: (process: number) => boolean,
    silent: (process: number) => void,
  ): void {
    if (this.counts.length === 0 || this.isOver) return;
    const onSilent = (process: number): void => {
      silent(process);
      this.watch(limitMillis, isWatched, silent);
    };
    this.watching = new TurnWatch(this.counts, this.environment, limitMillis, onSilent, isWatched);
  }

  stop(): void {
    this.isOver = true;
    this.watching?.stop();
  }

  private now(): number {
    const { clock } = this.environment;
    return clock.precise?.() ?? clock.now();
  }
}
