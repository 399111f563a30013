import { isPromise } from '@weir/platform';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import { materialize } from '../../run/materialize.js';
import { evaluateRows } from '../../run/run-state.js';
import type { RowVisitor, RunState } from '../../run/run-state.js';
import { BatchOperator } from '../batch-operator.js';
import type { Operator } from '../operator.js';

/** Copies the result's columns into new rows, with every node and relationship in them loaded. */
export class ProduceResults extends BatchOperator implements RowVisitor {
  private output: Row[] = [];

  constructor(
    state: RunState,
    source: Operator,
    private readonly columns: readonly { readonly slot: number; readonly entities: boolean }[],
  ) {
    super(state, source);
  }

  visit(row: Row, index: number, state: RunState): void {
    const { columns } = this;
    const result: Row = new Array(columns.length);
    for (let i = 0; i < columns.length; i++) {
      const { slot, entities } = columns[i]!;
      const value = row[slot]!;
      state.budget.leaving(value);
      result[i] = entities ? materialize(value, state) : value;
    }
    this.output[index] = result;
  }

  protected process(batch: Row[]): MaybePromise<Row[]> {
    this.output = new Array(batch.length);
    const done = evaluateRows(this.state, batch, this);
    return isPromise(done) ? done.then(() => this.output) : this.output;
  }
}
