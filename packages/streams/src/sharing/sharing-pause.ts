/**
 * What was read elsewhere may have ended a worker, and is gone with its reader. So for a while its stream is read in this
 * process alone: here records stay until it is known which one it is, and that one is set aside.
 */
import type { Clock } from '@weir/model';

export const SHARING_PAUSE_MILLIS = 600_000;

export class SharingPause {
  private until = -Infinity;

  constructor(private readonly clock: Clock) {}

  begin(): void {
    this.until = this.clock.now() + SHARING_PAUSE_MILLIS;
  }

  /** 0: there is none. */
  get millisLeft(): number {
    return Math.max(0, this.until - this.clock.now());
  }
}
