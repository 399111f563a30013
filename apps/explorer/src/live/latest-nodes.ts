/**
 * Nodes that matches brought to the canvas, the oldest first. A stream does not end: what it brought makes room for what it
 * brings next, but for what somebody has taken up.
 */
export class LatestNodes {
  private readonly ids = new Set<string>();

  /** They were brought, or matched again. */
  brought(ids: Iterable<string>): void {
    for (const id of ids) {
      this.ids.delete(id);
      this.ids.add(id);
    }
  }

  /** Somebody put them there. */
  keep(ids: Iterable<string>): void {
    for (const id of ids) this.ids.delete(id);
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }

  /** @returns the oldest beyond so many, which are forgotten here. */
  beyond(most: number): Set<string> {
    const left = Math.max(0, this.ids.size - most);
    const gone = new Set([...this.ids].slice(0, left));
    this.keep(gone);
    return gone;
  }
}
