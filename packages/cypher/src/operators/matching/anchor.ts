/** Binds nodes by id, without reading anything: every id names a node. */
import { NodeValue } from '@weir/model';
import { isPromise } from '@weir/platform';
import type { NodeId, Value } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import type { Evaluate } from '../../expression/compiled-expression.js';
import type { EvaluateId } from '../../expression/compile-call.js';
import { NodeHandle } from '../../run/entity-handles.js';
import { evaluateRows } from '../../run/run-state.js';
import type { RowVisitor, RunState } from '../../run/run-state.js';
import { isList } from '../../operations/value-kind.js';
import { BatchOperator } from '../batch-operator.js';
import type { Operator } from '../operator.js';

/** Returns the id of a node; null for any other value, including an id. */
export function idOfNode(value: Value): NodeId | null {
  return value instanceof NodeValue ? value.id : null;
}

/** `id(n) = e`: at most one node per row; no row if `e` is null or not an id. */
export class AnchorById extends BatchOperator implements RowVisitor {
  constructor(
    state: RunState,
    source: Operator,
    private readonly slot: number,
    private readonly id: EvaluateId,
  ) {
    super(state, source);
  }

  visit(row: Row, _index: number, state: RunState): void {
    const id = this.id(row, state);
    row[this.slot] = id === null ? null : new NodeHandle(id);
    if (id !== null) state.nodeReborn(id);
  }

  protected process(batch: Row[]): MaybePromise<Row[]> {
    const done = evaluateRows(this.state, batch, this);
    return isPromise(done) ? done.then(() => this.bound(batch)) : this.bound(batch);
  }

  private bound(batch: Row[]): Row[] {
    const { slot } = this;
    let kept = 0;
    for (let i = 0; i < batch.length; i++) {
      const row = batch[i]!;
      if (row[slot] !== null) batch[kept++] = row;
    }
    batch.length = kept;
    return batch;
  }
}

/** `id(n) IN list`: one row for each distinct id of the list, or of several lists. */
export class AnchorByIds extends BatchOperator implements RowVisitor {
  constructor(
    state: RunState,
    source: Operator,
    private readonly slot: number,
    private readonly list: Evaluate,
    private readonly shape: 'list' | 'lists',
    private readonly idOf: (value: Value) => NodeId | null,
  ) {
    super(state, source);
  }

  visit(row: Row, _index: number, state: RunState): void {
    row[this.slot] = this.list(row, state);
  }

  protected process(batch: Row[]): MaybePromise<Row[]> {
    const done = evaluateRows(this.state, batch, this);
    return isPromise(done) ? done.then(() => this.bound(batch)) : this.bound(batch);
  }

  private bound(batch: Row[]): Row[] {
    const { slot } = this;
    const result: Row[] = [];
    for (const row of batch) {
      const value = row[slot]!;
      if (!isList(value)) continue;
      const ids = new Set<NodeId>();
      if (this.shape === 'list') this.collect(value, ids);
      else for (const list of value) if (isList(list)) this.collect(list, ids);
      for (const id of ids) {
        const copy = row.slice();
        copy[slot] = new NodeHandle(id);
        this.state.nodeReborn(id);
        result.push(copy);
      }
    }
    return result;
  }

  private collect(list: readonly Value[], ids: Set<NodeId>): void {
    for (const element of list) {
      const id = this.idOf(element);
      if (id !== null) ids.add(id);
    }
  }
}
