/**
 * Workers that end soon after they began are begun again after a pause that grows, so that whatever ends them does not
 * keep a processor busy.
 */
import { type Environment, pause } from '@weir/model';

const SHORT_LIFE_MILLIS = 2_000;
const FIRST_PAUSE_MILLIS = 100;
const LONGEST_PAUSE_MILLIS = 10_000;

export class ShortLives {
  private inARow = 0;
  private upSince = Number.NEGATIVE_INFINITY;

  constructor(private readonly environment: Environment) {}

  /** All workers are there. */
  began(): void {
    this.upSince = this.environment.clock.now();
  }

  /** They end in order: nobody is to blame that they did not last. */
  endInOrder(): void {
    this.upSince = Number.NEGATIVE_INFINITY;
  }

  /** One of them was lost. */
  ended(): void {
    if (this.environment.clock.now() - this.upSince < SHORT_LIFE_MILLIS) this.inARow++;
    else this.inARow = 0;
  }

  /** One was lost while they began. */
  endedAtOnce(): void {
    this.inARow++;
  }

  /** To be waited for before others begin. @param failures of other kinds, one after the other. */
  async pause(failures = 0): Promise<void> {
    const tries = this.inARow + failures;
    if (tries === 0) return;
    const millis = Math.min(LONGEST_PAUSE_MILLIS, FIRST_PAUSE_MILLIS * 2 ** tries);
    await pause(this.environment.scheduler, millis);
  }
}
