/**
 * Delays the restart of workers that ended soon after their start. The delay grows, so that a recurring cause does not
 * keep a processor busy.
 */
import { type Environment, pause } from '@weir/platform';

const SHORT_LIFE_MILLIS = 2_000;
const FIRST_PAUSE_MILLIS = 100;
const LONGEST_PAUSE_MILLIS = 10_000;

export class ShortLives {
  private inARow = 0;
  private upSince = Number.NEGATIVE_INFINITY;

  constructor(private readonly environment: Environment) {}

  /** All workers are running. */
  began(): void {
    this.upSince = this.environment.clock.now();
  }

  /** The workers are about to stop in order, which does not count as a short life. */
  endInOrder(): void {
    this.upSince = Number.NEGATIVE_INFINITY;
  }

  /** One of the workers was lost. */
  ended(): void {
    if (this.environment.clock.now() - this.upSince < SHORT_LIFE_MILLIS) this.inARow++;
    else this.inARow = 0;
  }

  /** A worker was lost while the workers started. */
  endedAtOnce(): void {
    this.inARow++;
  }

  /** Waits before new workers start. @param failures consecutive failures of other types. */
  async pause(failures = 0): Promise<void> {
    const tries = this.inARow + failures;
    if (tries === 0) return;
    const millis = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS * 2 ** tries);
    await pause(this.environment.scheduler, millis);
  }
}
