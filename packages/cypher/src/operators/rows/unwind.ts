import { PathValue } from '@weir/model';
import { isPromise } from '@weir/platform';
import type { Value } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import { evaluateRows } from '../../run/run-state.js';
import type { RowVisitor, RunState } from '../../run/run-state.js';
import { isList } from '../../operations/value-kind.js';
import type { Operator } from '../operator.js';

/** A list that need not exist in memory as a whole. */
export interface Elements {
  readonly length: number;
  at(index: number): Value;
}

/** One row per element of a list; none for null or an empty list, one for any other value. */
export class Unwind implements Operator, RowVisitor {
  private batch: Row[] | undefined;
  private lists: Elements[] = [];
  private row = 0;
  private element = 0;

  constructor(
    private readonly state: RunState,
    private readonly source: Operator,
    private readonly elements: (row: Row, state: RunState) => Elements,
    private readonly slot: number,
  ) {}

  visit(row: Row, index: number, state: RunState): void {
    this.lists[index] = this.elements(row, state);
  }

  get isOver(): boolean {
    const isUsedUp = this.batch === undefined || this.row >= this.batch.length;
    return isUsedUp && this.source.isOver === true;
  }

  next(): MaybePromise<Row[] | undefined> {
    for (;;) {
      if (this.batch !== undefined) {
        const rows = this.unwound(this.batch);
        if (rows.length > 0) return this.inTurn(rows);
        this.batch = undefined;
      }
      this.state.cancellation?.throwIfCancelled();
      const input = this.source.next();
      if (isPromise(input)) return this.resume(input);
      if (input === undefined) return undefined;
      const started = this.start(input);
      if (isPromise(started))
        return this.resume(
          started.then(() => input),
          true,
        );
    }
  }

  /** The asynchronous variant: a loop, since a chain of promises would grow with a long input. */
  private async resume(first: Promise<Row[] | undefined>, isStarted = false): Promise<Row[] | undefined> {
    let input = await first;
    for (let started = isStarted; ; started = false) {
      if (input === undefined) return undefined;
      if (!started) await this.start(input);
      const rows = this.unwound(input);
      if (rows.length > 0) return rows;
      await this.state.turn();
      input = await this.source.next();
    }
  }

  close(): void {
    this.batch = undefined;
    this.source.close();
  }

  private inTurn(rows: Row[]): MaybePromise<Row[]> {
    const turn = this.state.turn();
    return turn === undefined ? rows : turn.then(() => rows);
  }

  private start(batch: Row[]): MaybePromise<void> {
    this.batch = batch;
    this.lists = [];
    this.row = 0;
    this.element = 0;
    return evaluateRows(this.state, batch, this);
  }

  private unwound(batch: Row[]): Row[] {
    const { slot } = this;
    const result: Row[] = [];
    while (this.row < batch.length && result.length < this.state.batchRows) {
      const row = batch[this.row]!;
      const list = this.lists[this.row]!;
      const end = Math.min(list.length, this.element + this.state.batchRows - result.length);
      for (; this.element < end; this.element++) {
        const copy = row.slice();
        copy[slot] = list.at(this.element);
        result.push(copy);
      }
      if (this.element < list.length) break;
      this.row++;
      this.element = 0;
    }
    return result;
  }
}

/** Returns the elements of a value in UNWIND. */
export function elementsOf(value: Value): Elements {
  if (isList(value)) return new ListElements(value);
  if (value === null) return new ListElements([]);
  if (value instanceof PathValue) {
    return new ListElements(
      value.nodes.flatMap((node, i) => (i === 0 ? [node] : [value.relationships[i - 1]!, node])),
    );
  }
  return new ListElements([value]);
}

class ListElements implements Elements {
  constructor(private readonly list: readonly Value[]) {}

  get length(): number {
    return this.list.length;
  }

  at(index: number): Value {
    return this.list[index]!;
  }
}
