/**
 * MERGE: match, else create; row after row, so that a row finds what the ones before it created.
 */
import { isPromise } from '@weir/model';
import type { MaybePromise } from '@weir/model';
import type { Row } from '../../compiled-query.js';
import { evaluateRows } from '../../expression/run/run-state.js';
import type { RowVisitor, RunState } from '../../expression/run/run-state.js';
import { copiesFor } from '../nesting/apply.js';
import type { InnerPlan } from '../nesting/apply.js';
import type { Effect } from './effect.js';
import { inSequence } from '../in-sequence.js';
import { gather } from '../operator.js';
import { BatchOperator } from '../batch-operator.js';
import type { Operator } from '../operator.js';

export interface MergeSpec {
  readonly match: InnerPlan;
  readonly create: readonly Effect[];
  readonly onCreate: readonly Effect[];
  readonly onMatch: readonly Effect[];
  readonly partition: number;
  /** From the slots of what was created to those of what would have been matched. */
  readonly renames: readonly { readonly from: number; readonly to: number }[];
}

class Prepare implements RowVisitor {
  constructor(readonly effects: readonly Effect[]) {}

  visit(row: Row, _index: number, state: RunState): void {
    for (const effect of this.effects) effect.prepare(row, state);
  }
}

export class Merge extends BatchOperator {
  private readonly create: Prepare;
  private readonly onCreate: Prepare;
  private readonly onMatch: Prepare;

  constructor(
    state: RunState,
    source: Operator,
    private readonly spec: MergeSpec,
  ) {
    super(state, source);
    this.create = new Prepare(spec.create);
    this.onCreate = new Prepare(spec.onCreate);
    this.onMatch = new Prepare(spec.onMatch);
  }

  protected process(batch: Row[]): MaybePromise<Row[]> {
    const result: Row[] = [];
    const done = inSequence(batch.length, i => this.mergeRow(batch[i]!, result));
    return isPromise(done) ? done.then(() => result) : result;
  }

  private mergeRow(row: Row, result: Row[]): MaybePromise<void> {
    const { match, partition } = this.spec;
    const found = gather(match.open(this.state, copiesFor([row], partition)), this.state.budget);
    return isPromise(found)
      ? found.then(rows => this.merged(row, rows, result))
      : this.merged(row, found, result);
  }

  private merged(row: Row, found: Row[], result: Row[]): MaybePromise<void> {
    const { partition } = this.spec;
    if (found.length === 0) {
      result.push(row);
      const created = this.run(this.create, [row]);
      return isPromise(created) ? created.then(() => this.created(row)) : this.created(row);
    }
    for (const match of found) {
      match[partition] = row[partition]!;
      result.push(match);
    }
    // One after the other: ON MATCH SET may read what it wrote for another match.
    return inSequence(found.length, i => this.run(this.onMatch, [found[i]!]));
  }

  private created(row: Row): MaybePromise<void> {
    for (const { from, to } of this.spec.renames) row[to] = row[from]!;
    return this.run(this.onCreate, [row]);
  }

  private run(prepare: Prepare, rows: Row[]): MaybePromise<void> {
    if (prepare.effects.length === 0) return undefined;
    const prepared = evaluateRows(this.state, rows, prepare);
    return isPromise(prepared) ? prepared.then(() => this.apply(prepare, rows)) : this.apply(prepare, rows);
  }

  private apply(prepare: Prepare, rows: Row[]): void {
    for (const row of rows) {
      this.state.writesFor(row);
      for (const effect of prepare.effects) effect.apply(row, this.state);
    }
    this.state.written();
  }
}
