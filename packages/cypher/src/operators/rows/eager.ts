import { isPromise } from '@weir/platform';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import type { RunState } from '../../run/run-state.js';
import { gather } from '../operator.js';
import type { Operator } from '../operator.js';

/** A barrier: everything below has finished for all rows before the first row passes. */
export class Eager implements Operator {
  private rows: Row[] | undefined;
  private at = 0;

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
  ) {}

  get isOver(): boolean {
    return this.rows !== undefined && this.at >= this.rows.length;
  }

  next(): MaybePromise<Row[] | undefined> {
    if (this.rows !== undefined) return this.give(this.rows);
    const rows = gather(this.source, this.state.budget);
    return isPromise(rows) ? rows.then(all => this.give(all)) : this.give(rows);
  }

  close(): void {
    this.rows = [];
    this.source.close();
  }

  private give(rows: Row[]): Row[] | undefined {
    this.rows = rows;
    if (this.at >= rows.length) return undefined;
    const batch =
      rows.length <= this.state.batchRows ? rows : rows.slice(this.at, this.at + this.state.batchRows);
    this.at += this.state.batchRows;
    return batch;
  }
}
