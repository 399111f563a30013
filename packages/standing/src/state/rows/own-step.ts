/**
 * The first step of a pattern node's join. Its left side is only the node's own row, so most first steps store nothing:
 * right rows are reports of neighbors, which the pattern node stores anyway, and the modes that summarize matches need
 * only their number. (If right rows are looked up by a key, folded or aggregated, the step is an ordinary JoinStep.)
 */
import type { NodeId } from '@weir/model';
import type { RowNodePlan, StepPlan } from '../../plan/row-plan.js';
import type { StandingRow } from '../../contract/delta.js';
import { contributionsOf } from './contributions.js';
import { fits, mergedRow, onlyCounted, pass, passAnswer } from './join-rows.js';
import { RowBag } from '../../collections/row-bag.js';
import type { RowState } from './row-state.js';

/** Returns whether the pattern node's first step stores nothing itself. */
export function hasOwnStep({ steps }: RowNodePlan): boolean {
  const step = steps[0];
  return (
    step !== undefined &&
    step.rightKey.length === 0 &&
    step.origins === undefined &&
    step.aggregate === undefined &&
    !step.distinct
  );
}

/** The own row was changed, added or removed. @returns the changes in the step's output. */
export function ownRowChanged(
  state: RowState,
  before: StandingRow | undefined,
  after: StandingRow | undefined,
): RowBag {
  const step = state.plan.steps[0]!;
  const output = new RowBag();
  if (before !== undefined) passOwn(state, step, before, -1, output);
  if (after === undefined) return output;
  if (before === undefined || step.dependsOn.length > 0) state.matches = countMatches(state, step, after);
  passOwn(state, step, after, 1, output);
  return output;
}

/** @returns the current output for the own row. */
export function ownStepOutput(state: RowState, own: StandingRow): RowBag {
  const output = new RowBag();
  passOwn(state, state.plan.steps[0]!, own, 1, output);
  return output;
}

/** @param delta the changes in the right rows. @returns the changes in the step's output. */
export function rightRowsChanged(state: RowState, own: StandingRow, delta: RowBag): RowBag {
  const step = state.plan.steps[0]!;
  const output = new RowBag();
  const joins = step.mode === 'inner' || step.mode === 'optional';
  const before = state.matches;
  let matches = before;
  for (const { row, count } of delta.rows()) {
    const merged = mergedRow(step, own, row);
    if (!fits(step, merged)) continue;
    matches += count;
    if (joins) pass(step, merged, count, output);
  }
  if (step.mode === 'inner' || matches === before) return output;
  state.matches = matches;
  passAnswer(step, onlyCounted(before), own, -1, output);
  passAnswer(step, onlyCounted(matches), own, 1, output);
  return output;
}

function passOwn(state: RowState, step: StepPlan, own: StandingRow, count: number, output: RowBag): void {
  if (step.mode === 'inner' || step.mode === 'optional') {
    eachRight(state, state.node, (right, times) => {
      const merged = mergedRow(step, own, right);
      if (fits(step, merged)) pass(step, merged, count * times, output);
    });
  }
  passAnswer(step, onlyCounted(state.matches), own, count, output);
}

function countMatches(state: RowState, step: StepPlan, own: StandingRow): number {
  if (step.mode === 'inner') return 0;
  let matches = 0;
  eachRight(state, state.node, (right, count) => {
    if (fits(step, mergedRow(step, own, right))) matches += count;
  });
  return matches;
}

function eachRight(state: RowState, node: NodeId, visit: (row: StandingRow, count: number) => void): void {
  for (const patternEdge of state.plan.patternEdges) {
    if (patternEdge.step !== 0) continue;
    state
      .edgeState(patternEdge.index)
      .forEach((neighbor, kept) => contributionsOf(patternEdge, node, neighbor, kept, visit));
  }
}
