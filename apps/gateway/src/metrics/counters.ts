/** Counters of the gateway, keyed by name; shown with the metrics. */
export class Counters {
  private readonly counts = new Map<string, number>();

  add(name: string, amount = 1): void {
    this.counts.set(name, (this.counts.get(name) ?? 0) + amount);
  }

  entries(): readonly (readonly [name: string, count: number])[] {
    return [...this.counts];
  }
}
