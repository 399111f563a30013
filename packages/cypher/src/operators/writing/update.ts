/**
 * Runs the effects of updating clauses. Effects without reads are applied row by row, so writes of different argument
 * rows never interleave. Effects with reads are prepared for the whole batch, then applied, stage by stage. If a clause
 * reads its own writes (`SET n.count = n.count + 1`), rows that touch the same elements run in successive waves.
 */
import { NodeValue, RelationshipValue } from '@weir/model';
import { isPromise } from '@weir/platform';
import type { MaybePromise } from '@weir/platform';
import type { Row } from '../../compiled-query.js';
import { edgeKey } from '../../run/entity-handles.js';
import type { RunState } from '../../run/run-state.js';
import type { Effect } from './effect.js';
import { StagedEffects, type EffectStages } from './effect-stages.js';
import { inSequence } from '../../run/in-sequence.js';
import { BatchOperator } from '../batch-operator.js';
import type { Operator } from '../operator.js';

export interface UpdateSpec {
  readonly stages: EffectStages;
  /** Whether any effect reads the graph. */
  readonly reads: boolean;
  /** Set if the clause reads its own writes: slots of all elements it touches, or `each` if these are unknown. */
  readonly conflicts: readonly number[] | 'each' | undefined;
}

export class Update extends BatchOperator {
  private readonly effects: readonly Effect[];
  private readonly staged: StagedEffects;

  constructor(
    state: RunState,
    source: Operator,
    private readonly spec: UpdateSpec,
  ) {
    super(state, source);
    this.effects = spec.stages.length === 1 ? spec.stages[0]! : spec.stages.flat();
    this.staged = new StagedEffects(state, spec.stages);
  }

  protected process(batch: Row[]): MaybePromise<Row[]> {
    const { reads, conflicts } = this.spec;
    if (!reads) {
      const done = this.rowByRow(batch, 0);
      return done === undefined ? batch : done.then(() => batch);
    }
    const waves = conflicts === undefined ? [batch] : wavesOf(batch, conflicts);
    const done = inSequence(waves.length, i => this.staged.run(waves[i]!));
    return isPromise(done) ? done.then(() => batch) : batch;
  }

  private rowByRow(batch: Row[], from: number): Promise<void> | undefined {
    const { effects, state } = this;
    const began = state.environment.clock.now();
    for (let r = from; r < batch.length; r++) {
      const row = batch[r]!;
      state.budget.refill();
      state.writesFor(row);
      for (let i = 0; i < effects.length; i++) {
        const effect = effects[i]!;
        effect.prepare(row, state);
        effect.apply(row, state);
      }
      const turn = state.turnAfterRow(r, began);
      if (turn !== undefined) return turn.then(() => this.rowByRow(batch, r + 1));
    }
    state.written();
    return undefined;
  }
}

/** Groups of consecutive rows that share no element. */
function wavesOf(batch: Row[], slots: readonly number[] | 'each'): Row[][] {
  if (slots === 'each') return batch.map(row => [row]);
  const waves: Row[][] = [];
  let touched = new Set<string>();
  let wave: Row[] = [];
  for (const row of batch) {
    const keys = slots.map(slot => elementKey(row, slot));
    if (keys.some(key => key !== undefined && touched.has(key))) {
      waves.push(wave);
      wave = [];
      touched = new Set();
    }
    wave.push(row);
    for (const key of keys) if (key !== undefined) touched.add(key);
  }
  if (wave.length > 0) waves.push(wave);
  return waves;
}

function elementKey(row: Row, slot: number): string | undefined {
  const value = row[slot];
  if (value instanceof NodeValue) return value.id;
  if (value instanceof RelationshipValue) return edgeKey(value.start, value.label, value.end);
  return undefined;
}
