/**
 * What many rows come from, one of them standing for all or all together, while rows come and go: a change costs the
 * logarithm of their number, so a node with a million edges pays no more for one than a node with ten.
 */
import type { Value } from '@weir/model';
import type { OriginFolding } from '../../plan/row-plan.js';
import { RankedBag } from '../../aggregates/ranked-bag.js';
import type { OriginSet } from '../../contract/origin.js';
import { isTruncated, MOST_ORIGINS, NO_ORIGINS } from './origin-set.js';

export class OriginTally {
  /** Of `one`: sets. Of `all`: the records in them, `[stream, position]` each. */
  private readonly bag = new RankedBag();
  private rows = 0;
  /** Of `all`: rows whose own set leaves some out. */
  private truncated = 0;
  /** `undefined`: to be found anew. */
  private known: OriginSet | undefined = NO_ORIGINS;

  /** @param of the earliest set stands for all, or the union of them. */
  constructor(private readonly of: OriginFolding) {}

  get isEmpty(): boolean {
    return this.rows === 0;
  }

  /** @param count negative: so many rows are gone. */
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

  /** Depends on what is in it alone, not on the order in which that came. */
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
