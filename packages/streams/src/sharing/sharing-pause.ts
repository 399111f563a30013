/**
 * Limits a stream to its own process for a while. Records read elsewhere may have ended a worker and are lost with
 * their reader. In this process, records stay until the culprit is known and set aside.
 */
import type { Clock } from '@weir/platform';

export const SHARING_PAUSE_MILLIS = 600_000;

export class SharingPause {
  private until = -Infinity;

  constructor(private readonly clock: Clock) {}

  begin(): void {
    this.until = this.clock.now() + SHARING_PAUSE_MILLIS;
  }

  /** 0: no pause is active. */
  get millisLeft(): number {
    return Math.max(0, this.until - this.clock.now());
  }
}
