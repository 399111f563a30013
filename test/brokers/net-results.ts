interface Told {
  readonly meta: { readonly resultId: string; readonly isPositiveMatch: boolean };
  readonly data: { readonly id: string };
}

/**
 * What a standing query's results come to, for who leaves out what comes twice: matches less cancellations by node. After
 * a crash a match may be taken back and told anew, with another id: the half of an edge that is alone is removed, and its
 * record is delivered again.
 */
export class NetResults {
  private readonly told = new Set<string>();
  private readonly net = new Map<string, number>();

  static of(texts: Iterable<string>): NetResults {
    const results = new NetResults();
    for (const text of texts) results.add(text);
    return results;
  }

  add(text: string): void {
    const { meta, data } = JSON.parse(text) as Told;
    const told = `${meta.resultId} ${meta.isPositiveMatch}`;
    if (this.told.has(told)) return;
    this.told.add(told);
    const count = (this.net.get(data.id) ?? 0) + (meta.isPositiveMatch ? 1 : -1);
    if (count === 0) this.net.delete(data.id);
    else this.net.set(data.id, count);
  }

  /** Nodes that match. One that was told anew, and whose first match is not yet taken back, is none. */
  get size(): number {
    return [...this.net.values()].filter(count => count === 1).length;
  }

  /** Each of these nodes matches once, and no other does. */
  expect(ids: readonly unknown[]): void {
    expect(this.net).toEqual(new Map(ids.map(id => [String(id), 1])));
  }
}
