/**
 * Runs an inner plan repeatedly: an output row leaves if the condition holds for it; otherwise its values start another
 * round.
 */
import { errorTypeName } from '@weir/model';
import { isPromise, whenReady } from '@weir/platform';
import type { Value } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import type { Evaluate } from '../../expression/compiled-expression.js';
import { evaluateRows } from '../../run/run-state.js';
import type { RowVisitor, RunState } from '../../run/run-state.js';
import { typeMismatch } from '../../operations/runtime-errors.js';
import { copiesFor } from './apply.js';
import type { InnerPlan } from './apply.js';
import { gather } from '../operator.js';
import { BatchOperator } from '../batch-operator.js';
import type { Operator } from '../operator.js';

export interface RecursionSpec {
  readonly inner: InnerPlan;
  readonly partition: number;
  readonly initial: readonly { readonly evaluate: Evaluate; readonly slot: number }[];
  readonly returned: readonly { readonly name: string; readonly from: number; readonly to: number }[];
  readonly until: Evaluate;
}

export class Recursion extends BatchOperator {
  constructor(
    state: RunState,
    source: Operator,
    private readonly spec: RecursionSpec,
  ) {
    super(state, source);
  }

  protected process(batch: Row[]): MaybePromise<Row[]> {
    const { initial } = this.spec;
    const start: RowVisitor = {
      visit: (row, _index, state) => {
        for (const { slot, evaluate } of initial) row[slot] = evaluate(row, state);
      },
    };
    const result: Row[] = [];
    return whenReady(evaluateRows(this.state, batch, start), () =>
      whenReady(this.round(copiesFor(batch, this.spec.partition), batch, result), () => result),
    );
  }

  /** `rows` are marked with the index of their source row. */
  private round(rows: Row[], outer: readonly Row[], result: Row[]): MaybePromise<void> {
    let waiting = rows;
    while (waiting.length > 0) {
      this.state.cancellation?.throwIfCancelled();
      const again = this.once(waiting, outer, result);
      if (isPromise(again)) return this.rounds(again, outer, result);
      const turn = this.state.turn();
      if (turn !== undefined)
        return this.rounds(
          turn.then(() => again),
          outer,
          result,
        );
      waiting = again;
    }
    return undefined;
  }

  /** The asynchronous variant. A recursion may have very many rounds, so this is a loop, not a chain of promises. */
  private async rounds(first: Promise<Row[]>, outer: readonly Row[], result: Row[]): Promise<void> {
    let waiting = await first;
    while (waiting.length > 0) {
      await this.state.turn();
      this.state.cancellation?.throwIfCancelled();
      waiting = await this.once(waiting, outer, result);
    }
  }

  private once(rows: Row[], outer: readonly Row[], result: Row[]): MaybePromise<Row[]> {
    const { inner, partition, until } = this.spec;
    const origins = rows.map(row => row[partition] as number);
    return whenReady(gather(inner.open(this.state, copiesFor(rows, partition)), this.state.budget), found => {
      const done: boolean[] = [];
      const test: RowVisitor = {
        visit: (row, index, state) => {
          done[index] = until(row, state) === true;
        },
      };
      return whenReady(evaluateRows(this.state, found, test), () => {
        const again: Row[] = [];
        found.forEach((row, i) => {
          const before = rows[row[partition] as number]!;
          const origin = origins[row[partition] as number]!;
          if (done[i]) {
            row[partition] = outer[origin]![partition]!;
            result.push(row);
          } else {
            row[partition] = origin;
            this.feedBack(row, before);
            again.push(row);
          }
        });
        return again;
      });
    });
  }

  private feedBack(row: Row, before: Row): void {
    for (const { name, from, to } of this.spec.returned) {
      const value = row[from]!;
      if (!compatible(value, before[to]!)) {
        const expected = [errorTypeName(before[to]!)];
        throw typeMismatch(expected, value, `recursive subquery return value (variable \`${name}\`)`);
      }
      row[to] = value;
    }
  }
}

function compatible(value: Value, before: Value): boolean {
  return value === null || before === null || errorTypeName(value) === errorTypeName(before);
}
