/** Counts events of the run. */
export class Tally {
  private readonly counts = new Map<string, number>();

  add(what: string, count = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + count);
  }

  count(what: string): number {
    return this.counts.get(what) ?? 0;
  }

  /** Keeps the maximum. */
  most(what: string, value: number): void {
    this.counts.set(what, Math.max(this.count(what), Math.round(value)));
  }

  /** One line each, sorted by name. */
  table(): string {
    return [...this.counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([what, count]) => `${String(count).padStart(9)}  ${what}\n`)
      .join('');
  }
}
