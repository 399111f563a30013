/**
 * Origins of many rows, from one representative or as their union, while rows are added and removed. A change takes
 * time logarithmic in their number, so a node with a million edges pays little more than one with ten.
 */
import type { Value } from '@weir/model';
import type { OriginFolding } from '../../plan/row-plan.js';
import { RankedBag } from '../../aggregates/ranked-bag.js';
import type { OriginSet } from '../../contract/origin.js';
import { isTruncated, MOST_ORIGINS, NO_ORIGINS } from './origin-set.js';

export class OriginTally {
  /** For `one`: sets. For `all`: the records in them, `[stream, position]` each. */
  private readonly bag = new RankedBag();
  private rows = 0;
  /** For `all`: number of rows whose own set omits records. */
  private truncated = 0;
  /** `undefined` if it must be recomputed. */
  private known: OriginSet | undefined = NO_ORIGINS;

  /** @param of the earliest set represents all, or their union does. */
  constructor(private readonly of: OriginFolding) {}

  get isEmpty(): boolean {
    return this.rows === 0;
  }

  /** @param count negative to remove rows. */
  add(set: OriginSet, count: number): void {
    this.rows += count;
    this.known = undefined;
    if (this.of === 'one') {
      this.bag.add(set, count);
      return;
    }
    for (let i = 0; i + 1 < set.length; i += 2) this.bag.add([set[i]!, set[i + 1]!], count);
    if (isTruncated(set)) this.truncated += count;
  }

  /** Depends only on the contents, not on the order of additions. */
  set(): OriginSet {
    this.known ??= this.of === 'one' ? this.earliest() : this.union();
    return this.known;
  }

  private earliest(): OriginSet {
    return (this.bag.at(0) as OriginSet | undefined) ?? NO_ORIGINS;
  }

  private union(): OriginSet {
    const records = this.bag.distinct(MOST_ORIGINS + 1);
    const set: (string | number | boolean)[] = [];
    for (let i = 0; i < records.length && i < MOST_ORIGINS; i++) {
      const [stream, position] = records[i] as [string & Value, number & Value];
      set.push(stream, position);
    }
    if (records.length > MOST_ORIGINS || this.truncated > 0) set.push(true);
    return set;
  }
}
