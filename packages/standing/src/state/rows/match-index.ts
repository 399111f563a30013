/**
 * Left rows of a step that summarizes matching right rows, with the summary. Rows that agree in everything a match
 * depends on share one summary: a change of another value in a row, such as the answer of the previous step, needs no
 * new one.
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
  /** Number of right rows that match each of them. */
  matches = 0;
  /** Their origins, if the plan tracks origins and the answer includes them. */
  origins: OriginTally | undefined = undefined;
  /** Their aggregate, if the step has one. */
  aggregate: AggregateState | undefined = undefined;

  /** @param sample one of the rows, present or removed. */
  constructor(readonly sample: StandingRow) {}
}

type Bucket = LeanMap<string, MatchedRows>;

const NONE: readonly MatchedRows[] = [];

export class MatchIndex {
  private readonly buckets = new LeanMap<string, Bucket>();

  /**
   * @param positions columns of the row that form the key.
   * @param dependsOn columns that a match depends on beside the key.
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

  /** `undefined` without a summary for such a row. */
  find(row: StandingRow): MatchedRows | undefined {
    return this.buckets.get(this.keyOf(row))?.get(this.questionOf(row));
  }

  /** Creates an entry for rows like this one; there must be none yet. */
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

  /** Drops the summary if no row needs it any more. */
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
