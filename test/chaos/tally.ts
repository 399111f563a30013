/** How often what was done. */
export class Tally {
  private readonly counts = new Map<string, number>();

  add(what: string, count = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + count);
  }

  count(what: string): number {
    return this.counts.get(what) ?? 0;
  }

  /** Keeps the largest. */
  most(what: string, value: number): void {
    this.counts.set(what, Math.max(this.count(what), Math.round(value)));
  }

  /** A line each, in the order of their names. */
  table(): string {
    return [...this.counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([what, count]) => `${String(count).padStart(9)}  ${what}\n`)
      .join('');
  }
}
