/**
 * Expected contents of the graph, as far as responses show. An acknowledged write exists. One without a response, or
 * with an error, may exist or not: until the next rest its node is uncertain, and is not written to.
 */

/** A known value, or several possible ones. */
class Doubtful<T> {
  possible: readonly T[];

  constructor(value: T) {
    this.possible = [value];
  }

  become(value: T): void {
    this.possible = [value];
  }

  mayBecome(value: T): void {
    if (!this.possible.includes(value)) this.possible = [...this.possible, value];
  }
}

/** Number of a node, or `null` while it has none. */
export type ItemValue = number | null;

export class Ledger {
  private readonly values = new Map<number, Doubtful<ItemValue>>();
  /** Keyed by both ends. */
  private readonly links = new Map<string, Doubtful<boolean>>();
  private readonly inDoubt = new Set<number>();

  constructor(readonly keys: readonly number[]) {
    for (const key of keys) this.values.set(key, new Doubtful<ItemValue>(null));
  }

  /** Uncertain nodes must not be written to: a write in flight might arrive later. */
  isInDoubt(key: number): boolean {
    return this.inDoubt.has(key);
  }

  get doubts(): number {
    return this.inDoubt.size;
  }

  valuesOf(key: number): readonly ItemValue[] {
    return this.values.get(key)!.possible;
  }

  isLinked(from: number, to: number): readonly boolean[] {
    return this.links.get(linkKey(from, to))?.possible ?? [false];
  }

  /** Links that exist or may exist. */
  *mentioned(): Generator<readonly [from: number, to: number]> {
    for (const key of this.links.keys()) {
      const [from, to] = key.split(' ').map(Number);
      yield [from!, to!];
    }
  }

  set(key: number, value: ItemValue, isSure: boolean): void {
    const known = this.values.get(key)!;
    if (isSure) known.become(value);
    else this.doubt(known, value, key);
  }

  link(from: number, to: number, isThere: boolean, isSure: boolean): void {
    const name = linkKey(from, to);
    const known = this.links.get(name) ?? new Doubtful(false);
    this.links.set(name, known);
    if (isSure) known.become(isThere);
    else this.doubt(known, isThere, from, to);
  }

  /** Removes the node with all its links. */
  remove(key: number, isSure: boolean): void {
    this.set(key, null, isSure);
    for (const [from, to] of this.mentioned())
      if ((from === key || to === key) && this.isLinked(from, to).includes(true))
        this.link(from, to, false, isSure);
  }

  /** Sets the actual state, observed at rest. */
  settle(values: ReadonlyMap<number, ItemValue>, links: ReadonlySet<string>): void {
    for (const [key, value] of values) this.values.get(key)!.become(value);
    for (const [name, known] of this.links) {
      if (links.has(name)) known.become(true);
      else this.links.delete(name);
    }
    this.inDoubt.clear();
  }

  private doubt<T>(known: Doubtful<T>, value: T, ...keys: number[]): void {
    known.mayBecome(value);
    for (const key of keys) this.inDoubt.add(key);
  }
}

export function linkKey(from: number, to: number): string {
  return `${from} ${to}`;
}
