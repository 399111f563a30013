import type { MaybePromise } from '@weir/platform';
import type { Row } from '../compiled-query.js';
import type { RunState } from '../run/run-state.js';
import type { Operator } from './operator.js';

/**
 * An operator that transforms each batch of its source. If it creates very many rows from few, it returns them in
 * batches of the usual size.
 */
export abstract class BatchOperator implements Operator {
  private surplus: Row[] | undefined;
  private at = 0;

  constructor(
    protected readonly state: RunState,
    protected readonly source: Operator,
  ) {}

  get isOver(): boolean {
    return this.surplus === undefined && this.source.isOver === true;
  }

  next(): MaybePromise<Row[] | undefined> {
    if (this.surplus !== undefined) return this.giveSurplus(this.surplus);
    const { budget } = this.state;
    for (;;) {
      const mark = budget.bytes;
      const input = this.source.next();
      if (input instanceof Promise) return this.resume(input);
      if (input === undefined) return undefined;
      this.state.cancellation?.throwIfCancelled();
      const output = this.process(input);
      if (output instanceof Promise) return this.resume(undefined, output);
      if (output.length > 0) return this.give(output);
      // All rows were dropped.
      budget.bytes = mark;
    }
  }

  /** The asynchronous variant: a loop, since a chain of promises would grow with a long input. */
  private async resume(
    input: Promise<Row[] | undefined> | undefined,
    output?: Promise<Row[]>,
  ): Promise<Row[] | undefined> {
    let rows = output === undefined ? undefined : await output;
    let source: MaybePromise<Row[] | undefined> = input;
    const { budget } = this.state;
    let mark = budget.bytes;
    for (;;) {
      if (rows !== undefined) {
        if (rows.length > 0) return this.give(rows);
        budget.bytes = mark;
      }
      mark = budget.bytes;
      const pulled: MaybePromise<Row[] | undefined> = source ?? this.source.next();
      source = undefined;
      const batch = pulled instanceof Promise ? await pulled : pulled;
      if (batch === undefined) return undefined;
      this.state.cancellation?.throwIfCancelled();
      const processed = this.process(batch);
      rows = processed instanceof Promise ? await processed : processed;
    }
  }

  close(): void {
    this.surplus = undefined;
    this.source.close();
  }

  protected abstract process(batch: Row[]): MaybePromise<Row[]>;

  private give(rows: Row[]): Row[] {
    if (rows.length <= 2 * this.state.batchRows) return rows;
    this.surplus = rows;
    this.at = this.state.batchRows;
    return rows.slice(0, this.state.batchRows);
  }

  private giveSurplus(rows: Row[]): MaybePromise<Row[]> {
    const batch = rows.slice(this.at, this.at + this.state.batchRows);
    this.at += this.state.batchRows;
    if (this.at >= rows.length) this.surplus = undefined;
    const turn = this.state.turn();
    return turn === undefined ? batch : turn.then(() => batch);
  }
}
