/**
 * Delay before the next connection. It doubles each time, and is randomized so that clients do not reconnect together.
 */
const SHORTEST_MILLIS = 250;
const LONGEST_MILLIS = 30_000;

export class RetryDelay {
  private attempts = 0;
  private shortest = SHORTEST_MILLIS;

  constructor(private readonly random: () => number) {}

  /** The service requests at least this delay. */
  atLeast(millis: number): void {
    this.shortest = Math.min(Math.max(millis, SHORTEST_MILLIS), LONGEST_MILLIS);
  }

  /** Called when a connection was useful. */
  reset(): void {
    this.attempts = 0;
  }

  /** Milliseconds: between half and all of the current delay. */
  next(): number {
    const full = Math.min(this.shortest * 2 ** Math.min(this.attempts++, 16), LONGEST_MILLIS);
    return Math.round(full / 2 + (this.random() * full) / 2);
  }
}
