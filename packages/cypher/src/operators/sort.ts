/** ORDER BY within each partition, stable. With a bound on the rows wanted, it keeps little more than those. */
import { isPromise, orderValues } from '@weir/model';
import type { MaybePromise } from '@weir/model';
import type { Row } from '../compiled-query.js';
import { BATCH_ROWS, drain } from './operator.js';
import type { Operator } from './operator.js';

export interface SortKey {
  readonly slot: number;
  readonly descending: boolean;
}

export class Sort implements Operator {
  private rows: Row[] | undefined;
  private at = 0;

  constructor(
    private readonly source: Operator,
    private readonly keys: readonly SortKey[],
    private readonly partition: number,
    /** Rows wanted per partition; used when there is only one. */
    private readonly bound: number,
  ) {}

  next(): MaybePromise<Row[] | undefined> {
    if (this.rows !== undefined) return this.give(this.rows);
    const rows: Row[] = [];
    this.rows = rows;
    const prune = this.bound < Infinity ? Math.max(2 * this.bound, BATCH_ROWS) : Infinity;
    const done = drain(this.source, batch => {
      for (const row of batch) rows.push(row);
      if (rows.length > prune) this.prune(rows);
    });
    return isPromise(done) ? done.then(() => this.sorted(rows)) : this.sorted(rows);
  }

  close(): void {
    this.rows = [];
    this.source.close();
  }

  private prune(rows: Row[]): void {
    rows.sort((a, b) => this.order(a, b));
    rows.length = Math.min(rows.length, this.bound);
  }

  private sorted(rows: Row[]): Row[] | undefined {
    rows.sort((a, b) => this.order(a, b));
    return this.give(rows);
  }

  private give(rows: Row[]): Row[] | undefined {
    if (this.at >= rows.length) return undefined;
    const batch = rows.slice(this.at, this.at + BATCH_ROWS);
    this.at += BATCH_ROWS;
    return batch;
  }

  private order(a: Row, b: Row): number {
    const byPartition = (a[this.partition] as number) - (b[this.partition] as number);
    if (byPartition !== 0) return byPartition;
    for (const key of this.keys) {
      const order = orderValues(a[key.slot]!, b[key.slot]!);
      if (order !== 0) return key.descending ? -order : order;
    }
    return 0;
  }
}
