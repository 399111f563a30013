/** How long to wait before the next connection: twice as long each time, and never the same for all who wait. */
const SHORTEST_MILLIS = 250;
const LONGEST_MILLIS = 30_000;

export class RetryDelay {
  private attempts = 0;
  private shortest = SHORTEST_MILLIS;

  constructor(private readonly random: () => number) {}

  /** The service asks for so much at least. */
  atLeast(millis: number): void {
    this.shortest = Math.min(Math.max(millis, SHORTEST_MILLIS), LONGEST_MILLIS);
  }

  /** A connection was good for something. */
  reset(): void {
    this.attempts = 0;
  }

  /** Milliseconds: from half of what it is this time to all of it. */
  next(): number {
    const full = Math.min(this.shortest * 2 ** Math.min(this.attempts++, 16), LONGEST_MILLIS);
    return Math.round(full / 2 + (this.random() * full) / 2);
  }
}
