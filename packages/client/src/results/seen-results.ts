/**
 * Remembers the latest results, up to the capacity: after a new connection some are sent again. A match and its
 * retraction share their id.
 */
export class SeenResults {
  private readonly keys = new Set<string>();

  constructor(private readonly capacity: number) {}

  /** @returns whether the result is new. */
  add(resultId: string, isPositiveMatch: boolean): boolean {
    const key = isPositiveMatch ? resultId : `-${resultId}`;
    if (this.keys.has(key)) return false;
    this.keys.add(key);
    // A set iterates its entries in insertion order.
    if (this.keys.size > this.capacity) for (const oldest of this.keys) return this.keys.delete(oldest);
    return true;
  }
}
