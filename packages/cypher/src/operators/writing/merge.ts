/** MERGE: match, otherwise create; row by row, so that a row finds what previous rows created. */
import { isPromise } from '@weir/platform';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import type { RunState } from '../../run/run-state.js';
import { copiesFor } from '../nesting/apply.js';
import type { InnerPlan } from '../nesting/apply.js';
import { StagedEffects, type EffectStages } from './effect-stages.js';
import { inSequence } from '../../run/in-sequence.js';
import { gather } from '../operator.js';
import { BatchOperator } from '../batch-operator.js';
import type { Operator } from '../operator.js';

export interface MergeSpec {
  readonly match: InnerPlan;
  readonly create: EffectStages;
  readonly onCreate: EffectStages;
  readonly onMatch: EffectStages;
  readonly partition: number;
  /** Maps the slots of created elements to the slots of matched ones. */
  readonly renames: readonly { readonly from: number; readonly to: number }[];
}

export class Merge extends BatchOperator {
  private readonly create: StagedEffects;
  private readonly onCreate: StagedEffects;
  private readonly onMatch: StagedEffects;

  constructor(
    state: RunState,
    source: Operator,
    private readonly spec: MergeSpec,
  ) {
    super(state, source);
    this.create = new StagedEffects(state, spec.create);
    this.onCreate = new StagedEffects(state, spec.onCreate);
    this.onMatch = new StagedEffects(state, spec.onMatch);
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
      const created = this.create.run([row]);
      return isPromise(created) ? created.then(() => this.created(row)) : this.created(row);
    }
    for (const match of found) {
      match[partition] = row[partition]!;
      result.push(match);
    }
    // One at a time: ON MATCH SET may read its writes for another match.
    return inSequence(found.length, i => this.onMatch.run([found[i]!]));
  }

  private created(row: Row): MaybePromise<void> {
    for (const { from, to } of this.spec.renames) row[to] = row[from]!;
    return this.onCreate.run([row]);
  }
}
