/**
 * Which results were seen, the latest so many: after a new connection some come again. A match and its cancellation
 * share their id.
 */
export class SeenResults {
  private readonly keys = new Set<string>();

  constructor(private readonly capacity: number) {}

  /** @returns whether it was new. */
  add(resultId: string, isPositiveMatch: boolean): boolean {
    const key = isPositiveMatch ? resultId : `-${resultId}`;
    if (this.keys.has(key)) return false;
    this.keys.add(key);
    // A set has its entries in the order of their coming.
    if (this.keys.size > this.capacity) for (const oldest of this.keys) return this.keys.delete(oldest);
    return true;
  }
}
