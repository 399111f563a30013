/**
 * Left rows of a step that asks how many right rows match, with the answer. Rows that do not differ in what a match
 * depends on share one: a value that changes elsewhere in a row, such as the answer of the step before, asks nothing
 * anew.
 */
import type { StandingRow } from '../../contract/delta.js';
import type { AggregateState } from '../../aggregates/aggregate.js';
import type { OriginTally } from '../origins/origin-tally.js';
import { LeanMap } from '../../collections/lean-map.js';
import { RowBag } from '../../collections/row-bag.js';
import { joinKey } from './row-index.js';
import { exactKey } from '../../collections/row-key.js';

export class MatchedRows {
  readonly rows = new RowBag();
  /** How many right rows match each of them. */
  matches = 0;
  /** What those come from, where the plan tracks origins and the answer says so. */
  origins: OriginTally | undefined = undefined;
  /** What is made of them, where the step makes something of them. */
  aggregate: AggregateState | undefined = undefined;

  /** @param sample one of the rows, or one that was. */
  constructor(readonly sample: StandingRow) {}
}

type Bucket = LeanMap<string, MatchedRows>;

const NONE: readonly MatchedRows[] = [];

export class MatchIndex {
  private readonly buckets = new LeanMap<string, Bucket>();

  /**
   * @param positions of the row's columns that make the key.
   * @param dependsOn positions of the columns that a match depends on beside the key.
   */
  constructor(
    private readonly positions: readonly number[],
    private readonly dependsOn: readonly number[],
  ) {}

  keyOf(row: StandingRow): string {
    return joinKey(row, this.positions);
  }

  bucket(key: string): Iterable<MatchedRows> {
    return this.buckets.get(key)?.values() ?? NONE;
  }

  /** `undefined`: nobody asked for such a row. */
  find(row: StandingRow): MatchedRows | undefined {
    return this.buckets.get(this.keyOf(row))?.get(this.questionOf(row));
  }

  /** Makes room for rows like this one, which nobody asked for before. */
  open(row: StandingRow): MatchedRows {
    const key = this.keyOf(row);
    let bucket = this.buckets.get(key);
    if (bucket === undefined) {
      bucket = new LeanMap();
      this.buckets.set(key, bucket);
    }
    const opened = new MatchedRows(row);
    bucket.set(this.questionOf(row), opened);
    return opened;
  }

  /** Forgets the answer if no row is left that wants it. */
  close({ rows, sample }: MatchedRows): void {
    if (!rows.isEmpty) return;
    const key = this.keyOf(sample);
    const bucket = this.buckets.get(key);
    bucket?.delete(this.questionOf(sample));
    if (bucket?.size === 0) this.buckets.delete(key);
  }

  clear(): void {
    this.buckets.clear();
  }

  private questionOf(row: StandingRow): string {
    return this.dependsOn.length === 0 ? '' : exactKey(this.dependsOn.map(position => row[position]!));
  }
}
