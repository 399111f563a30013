/**
 * Nodes that matches added to the canvas, oldest first. A stream does not end, so its oldest nodes make room for new
 * ones, except nodes that the user kept.
 */
export class LatestNodes {
  private readonly ids = new Set<string>();

  /** Call when nodes were added or matched again. */
  brought(ids: Iterable<string>): void {
    for (const id of ids) {
      this.ids.delete(id);
      this.ids.add(id);
    }
  }

  /** Call when the user added or kept nodes. */
  keep(ids: Iterable<string>): void {
    for (const id of ids) this.ids.delete(id);
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }

  /** @returns the oldest nodes beyond the limit, which are removed here. */
  beyond(most: number): Set<string> {
    const left = Math.max(0, this.ids.size - most);
    const removed = new Set([...this.ids].slice(0, left));
    this.keep(removed);
    return removed;
  }
}
