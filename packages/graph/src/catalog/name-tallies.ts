/** Counts by name: of labels, edge types or property keys. */
import { TYPE_NUMBERS, typeNameOf, type TypeNumber } from '@weir/model';
import type { CatalogEntry, CatalogKey } from '@weir/cypher';

/** Maximum number of names of each kind. Names are mostly few; a graph whose keys are data must not fill the memory. */
const MOST_NAMES = 10_000;

export class NameTally {
  count = 0;
  /** Time of the first change, in milliseconds since the Unix epoch; 0: before counting began. */
  first: number | undefined = undefined;
  /** Time of the first change in this run, made before it was known whether the name is new. */
  since: number | undefined = undefined;
  /** Time of the last change, as above. */
  last = 0;
  /** Whether it changed since the last group was collected. */
  isTouched = false;
  /** Number of values of each type; only of property keys. */
  readonly types: number[] | undefined;

  constructor(
    readonly name: string,
    hasTypes: boolean,
  ) {
    this.types = hasTypes ? new Array<number>(TYPE_NUMBERS).fill(0) : undefined;
  }
}

/** name, count, first, last; of property keys then the counts of types. */
export type PackedTally = [name: string, count: number, first: number, last: number, types?: number[]];

export class NameTallies {
  private readonly byName = new Map<string, NameTally>();
  private touched: NameTally[] = [];
  /** Consecutive writes mostly have the same label and edge type. */
  private last: NameTally | undefined = undefined;
  isTruncated = false;

  constructor(private readonly hasTypes: boolean) {}

  /** Returns `undefined` if there are too many names already. */
  of(name: string): NameTally | undefined {
    if (this.last?.name === name) return this.last;
    const known = this.byName.get(name);
    if (known !== undefined) return (this.last = known);
    if (this.byName.size >= MOST_NAMES) {
      this.isTruncated = true;
      return undefined;
    }
    const tally = new NameTally(name, this.hasTypes);
    this.byName.set(name, tally);
    return tally;
  }

  /** @param change 1 or -1; 0 for a changed value. */
  count(name: string, change: number): void {
    const tally = this.of(name);
    if (tally !== undefined) this.add(tally, change);
  }

  countValue(key: string, type: TypeNumber, change: number): void {
    const tally = this.of(key);
    if (tally !== undefined) this.addValue(tally, type, change);
  }

  addValue(tally: NameTally, type: TypeNumber, change: number): void {
    tally.types![type]! += change;
    this.add(tally, change);
  }

  /** Records the time of the changes since the last call. @param isNew whether names without a first time are new. */
  sawTime(millis: number, isNew: boolean): void {
    for (const tally of this.touched) {
      tally.isTouched = false;
      tally.last = millis;
      if (isNew) tally.first ??= millis;
      else tally.since ??= millis;
    }
    this.touched = [];
  }

  /** To be called when everything stored was counted: names without a first time are new in this run. */
  knowsNew(): void {
    for (const tally of this.byName.values()) tally.first ??= tally.since;
  }

  /** Counts content of the store. @param seen when a new name was first seen; 0: unknown. */
  countStored(name: string, change: number, seen: number, type?: TypeNumber): void {
    const tally = this.of(name);
    if (tally === undefined) return;
    tally.count += change;
    tally.first ??= seen;
    tally.last = Math.max(tally.last, seen);
    if (type !== undefined) tally.types![type]! += change;
  }

  entries(): CatalogEntry[] {
    return this.present().map(tally => entryOf(tally));
  }

  keys(): CatalogKey[] {
    return this.present().map(tally => {
      const types: Record<string, number> = {};
      for (let type = 0; type < TYPE_NUMBERS; type++) {
        const count = tally.types![type]!;
        if (count > 0) types[typeNameOf(type)] = count;
      }
      return { ...entryOf(tally), types };
    });
  }

  pack(): PackedTally[] {
    return this.present().map(({ name, count, first, last, types }) =>
      types === undefined ? [name, count, first ?? 0, last] : [name, count, first ?? 0, last, types],
    );
  }

  unpack(packed: readonly PackedTally[]): void {
    for (const [name, count, first, last, types] of packed) {
      const tally = this.of(name);
      if (tally === undefined) continue;
      tally.count += count;
      tally.first = first;
      tally.last = Math.max(tally.last, last);
      types?.forEach((each, type) => (tally.types![type]! += each));
    }
  }

  private add(tally: NameTally, change: number): void {
    tally.count += change;
    if (tally.isTouched) return;
    tally.isTouched = true;
    this.touched.push(tally);
  }

  /** Removes nothing: references to tallies may be kept. */
  private present(): NameTally[] {
    return [...this.byName.values()].filter(tally => tally.count > 0);
  }
}

function entryOf({ name, count, first, last }: NameTally): CatalogEntry {
  return { name, count, firstSeen: first || null, lastSeen: last || null };
}
