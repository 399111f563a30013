import { isPromise } from '@weir/platform';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import type { Evaluate } from '../../expression/compiled-expression.js';
import { evaluateRows } from '../../run/run-state.js';
import type { RowVisitor, RunState } from '../../run/run-state.js';
import { BatchOperator } from '../batch-operator.js';
import type { Operator } from '../operator.js';

export interface Assignment {
  readonly slot: number;
  readonly evaluate: Evaluate;
}

/** Computes values into slots: the projections of WITH and RETURN, and sort keys. */
export class Assign extends BatchOperator implements RowVisitor {
  readonly leavesRowsOnly = true;

  constructor(
    state: RunState,
    source: Operator,
    private readonly assignments: readonly Assignment[],
  ) {
    super(state, source);
  }

  visit(row: Row, _index: number, state: RunState): void {
    for (let i = 0; i < this.assignments.length; i++) {
      const assignment = this.assignments[i]!;
      row[assignment.slot] = assignment.evaluate(row, state);
    }
  }

  protected process(batch: Row[]): MaybePromise<Row[]> {
    const done = evaluateRows(this.state, batch, this);
    return isPromise(done) ? done.then(() => batch) : batch;
  }
}
