/**
 * What must be in the graph, as far as answers tell. A write that was acknowledged is there. One that got no answer, or
 * an error, may be there or not: until a moment of rest what it wrote to is in doubt, and nobody writes there.
 */

/** A value that is known, or one of several. */
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

/** Of a node: its number, or `null` while it has none. */
export type ItemValue = number | null;

export class Ledger {
  private readonly values = new Map<number, Doubtful<ItemValue>>();
  /** By both ends. */
  private readonly links = new Map<string, Doubtful<boolean>>();
  private readonly inDoubt = new Set<number>();

  constructor(readonly keys: readonly number[]) {
    for (const key of keys) this.values.set(key, new Doubtful<ItemValue>(null));
  }

  /** Nobody may write to a node in doubt: what is under way there could come later. */
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

  /** Links that there are, or may be. */
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

  /** The node with all its links. */
  remove(key: number, isSure: boolean): void {
    this.set(key, null, isSure);
    for (const [from, to] of this.mentioned())
      if ((from === key || to === key) && this.isLinked(from, to).includes(true))
        this.link(from, to, false, isSure);
  }

  /** At rest: this is how it is. */
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
