interface StreamResult {
  readonly meta: { readonly resultId: string; readonly isPositiveMatch: boolean };
  readonly data: { readonly id: string };
}

/**
 * Net results of a standing query after removing duplicates: matches less retractions, by node. After a crash a match
 * may be retracted and reported again under another id: the half-edge without its other end is removed, and its record
 * is delivered again.
 */
export class NetResults {
  private readonly seen = new Set<string>();
  private readonly net = new Map<string, number>();

  static of(texts: Iterable<string>): NetResults {
    const results = new NetResults();
    for (const text of texts) results.add(text);
    return results;
  }

  add(text: string): void {
    const { meta, data } = JSON.parse(text) as StreamResult;
    const result = `${meta.resultId} ${meta.isPositiveMatch}`;
    if (this.seen.has(result)) return;
    this.seen.add(result);
    const count = (this.net.get(data.id) ?? 0) + (meta.isPositiveMatch ? 1 : -1);
    if (count === 0) this.net.delete(data.id);
    else this.net.set(data.id, count);
  }

  /**
   * Number of nodes that match. A node whose match was reported again before its first match was retracted does not
   * count.
   */
  get size(): number {
    return [...this.net.values()].filter(count => count === 1).length;
  }

  /** Expects that each of these nodes matches once, and no other does. */
  expect(ids: readonly unknown[]): void {
    expect(this.net).toEqual(new Map(ids.map(id => [String(id), 1])));
  }
}
