import { isPromise } from '@weir/platform';
import type { Value } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import type { CompiledExpression } from '../../expression/compiled-expression.js';
import { evaluateRows } from '../../run/run-state.js';
import type { RowVisitor, RunState } from '../../run/run-state.js';
import { typeMismatch } from '../../operations/runtime-errors.js';
import { isList } from '../../operations/value-kind.js';
import { BatchOperator } from '../batch-operator.js';
import type { Operator } from '../operator.js';

export class Filter extends BatchOperator implements RowVisitor {
  readonly leavesRowsOnly = true;
  private keep: boolean[] = [];

  constructor(
    state: RunState,
    source: Operator,
    private readonly predicate: CompiledExpression,
  ) {
    super(state, source);
  }

  visit(row: Row, index: number, state: RunState): void {
    this.keep[index] = isTrue(this.predicate.evaluate(row, state));
  }

  protected process(batch: Row[]): MaybePromise<Row[]> {
    const done = evaluateRows(this.state, batch, this);
    return isPromise(done) ? done.then(() => this.kept(batch)) : this.kept(batch);
  }

  private kept(batch: Row[]): Row[] {
    let kept = 0;
    for (let i = 0; i < batch.length; i++) if (this.keep[i]) batch[kept++] = batch[i]!;
    batch.length = kept;
    return batch;
  }
}

/** Whether WHERE accepts the value: true, or a non-empty list (the matches of a pattern). */
function isTrue(value: Value): boolean {
  if (typeof value === 'boolean') return value;
  if (value === null) return false;
  if (isList(value)) return value.length > 0;
  throw typeMismatch(['Bool'], value, 'WHERE');
}
