/** When something was last heard of each process that lends workers, and which of them are silent. */
import type { Environment } from '@weir/model';
import { turnCounts, TurnWatch } from '../threads/turn-watch.js';

/** Who says nothing for so long, of a sign four times a second, is given no new work until it is heard again. */
const STILL_MILLIS = 1_000;

type Surroundings = Pick<Environment, 'clock' | 'scheduler'>;

export class LenderSigns {
  private readonly counts: Int32Array<SharedArrayBuffer>;
  private readonly heardAt: number[];
  /** Of those that do not reach the store, which this process does. */
  private readonly lackingSince = new Map<number, number>();
  private watching: TurnWatch | undefined = undefined;
  private isOver = false;

  /** @param processes so many, known by their places from here on. */
  constructor(
    processes: number,
    private readonly environment: Surroundings,
  ) {
    this.counts = turnCounts(processes);
    this.heardAt = Array.from({ length: processes }, () => this.now());
  }

  heard(process: number): void {
    Atomics.add(this.counts, process, 1);
    this.heardAt[process] = this.now();
  }

  silentMillis(process: number): number {
    return Math.max(0, Math.round(this.now() - this.heardAt[process]!));
  }

  /** @param is so now. @returns for how long it has been so. */
  lacksStoreFor(process: number, is: boolean): number {
    if (!is) {
      this.lackingSince.delete(process);
      return 0;
    }
    const since = this.lackingSince.get(process) ?? this.now();
    this.lackingSince.set(process, since);
    return this.now() - since;
  }

  /** It may be lost: what others can do is better given to them. */
  isStill(process: number): boolean {
    return this.now() - this.heardAt[process]! > STILL_MILLIS;
  }

  /**
   * @param limitMillis of silence.
   * @param isWatched asked of each process at each look.
   * @param silent told once of each process that was silent for so long.
   */
  watch(
    limitMillis: number,
    isWatched: (process: number) => boolean,
    silent: (process: number) => void,
  ): void {
    if (this.counts.length === 0 || this.isOver) return;
    const told = (process: number): void => {
      silent(process);
      this.watch(limitMillis, isWatched, silent);
    };
    this.watching = new TurnWatch(this.counts, this.environment, limitMillis, told, isWatched);
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
