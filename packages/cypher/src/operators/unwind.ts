import { PathValue, isPromise } from '@weir/model';
import type { MaybePromise, Value } from '@weir/model';
import type { Row } from '../compiled-query.js';
import type { Evaluate } from '../expression/compiled-expression.js';
import { evaluateRows } from '../expression/run-state.js';
import type { RowVisitor, RunState } from '../expression/run-state.js';
import { isList } from '../expression/value-kind.js';
import { BATCH_ROWS } from './operator.js';
import type { Operator } from './operator.js';

/** One row per element of a list; none for null or an empty list, one for anything that is no list. */
export class Unwind implements Operator, RowVisitor {
  private batch: Row[] | undefined;
  private row = 0;
  private element = 0;

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
    private readonly list: Evaluate,
    private readonly slot: number,
  ) {}

  visit(row: Row, _index: number, state: RunState): void {
    row[this.slot] = this.list(row, state);
  }

  next(): MaybePromise<Row[] | undefined> {
    for (;;) {
      if (this.batch !== undefined) {
        const rows = this.unwound(this.batch);
        if (rows.length > 0) return this.inTurn(rows);
        this.batch = undefined;
      }
      this.state.signal?.throwIfAborted();
      const input = this.source.next();
      if (isPromise(input)) return input.then(batch => this.take(batch));
      if (input === undefined) return undefined;
      const done = evaluateRows(this.state, input, this);
      if (isPromise(done)) return done.then(() => this.begin(input));
      this.start(input);
    }
  }

  close(): void {
    this.batch = undefined;
    this.source.close();
  }

  private inTurn(rows: Row[]): MaybePromise<Row[]> {
    const turn = this.state.turn();
    if (turn === undefined) return rows;
    return turn.then(() => {
      this.state.signal?.throwIfAborted();
      return rows;
    });
  }

  private take(batch: Row[] | undefined): MaybePromise<Row[] | undefined> {
    if (batch === undefined) return undefined;
    const done = evaluateRows(this.state, batch, this);
    return isPromise(done) ? done.then(() => this.begin(batch)) : this.begin(batch);
  }

  private begin(batch: Row[]): MaybePromise<Row[] | undefined> {
    this.start(batch);
    return this.next();
  }

  private start(batch: Row[]): void {
    this.batch = batch;
    this.row = 0;
    this.element = 0;
  }

  private unwound(batch: Row[]): Row[] {
    const { slot } = this;
    const result: Row[] = [];
    while (this.row < batch.length && result.length < BATCH_ROWS) {
      const row = batch[this.row]!;
      const list = elementsOf(row[slot]!);
      const end = Math.min(list.length, this.element + BATCH_ROWS - result.length);
      for (; this.element < end; this.element++) {
        const copy = row.slice();
        copy[slot] = list[this.element]!;
        result.push(copy);
      }
      if (this.element < list.length) break;
      this.row++;
      this.element = 0;
    }
    return result;
  }
}

function elementsOf(value: Value): readonly Value[] {
  if (isList(value)) return value;
  if (value === null) return [];
  if (value instanceof PathValue) {
    return value.nodes.flatMap((node, i) => (i === 0 ? [node] : [value.relationships[i - 1]!, node]));
  }
  return [value];
}
