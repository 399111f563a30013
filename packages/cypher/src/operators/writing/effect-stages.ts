/**
 * Effects of one clause in source order. The effects of a stage are prepared together and then applied: none of them
 * reads what another effect of the same stage writes. `SET a.v = 1, b.w = a.v` has two stages.
 */
import { isPromise } from '@weir/platform';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import { evaluateRows } from '../../run/run-state.js';
import type { RowVisitor, RunState } from '../../run/run-state.js';
import { inSequence } from '../../run/in-sequence.js';
import type { Effect } from './effect.js';

/** No stage is empty. */
export type EffectStages = readonly (readonly Effect[])[];

class Stage implements RowVisitor {
  constructor(readonly effects: readonly Effect[]) {}

  visit(row: Row, _index: number, state: RunState): void {
    const { effects } = this;
    for (let i = 0; i < effects.length; i++) effects[i]!.prepare(row, state);
  }

  apply(rows: readonly Row[], state: RunState): void {
    for (const row of rows) {
      state.writesFor(row);
      for (const effect of this.effects) effect.apply(row, state);
    }
    state.written();
  }
}

export class StagedEffects {
  private readonly stages: readonly Stage[];

  constructor(
    private readonly state: RunState,
    stages: EffectStages,
  ) {
    this.stages = stages.map(effects => new Stage(effects));
  }

  /** @param rows must not share an element if a stage reads what an earlier one writes. */
  run(rows: Row[]): MaybePromise<void> {
    const { stages } = this;
    return stages.length === 1
      ? this.stage(stages[0]!, rows)
      : inSequence(stages.length, i => this.stage(stages[i]!, rows));
  }

  private stage(stage: Stage, rows: Row[]): MaybePromise<void> {
    const prepared = evaluateRows(this.state, rows, stage);
    return isPromise(prepared)
      ? prepared.then(() => stage.apply(rows, this.state))
      : stage.apply(rows, this.state);
  }
}
