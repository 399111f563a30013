/**
 * The first step of a pattern node's join. On its left is nothing but the node's own row, so most first steps keep
 * nothing of either side: right rows are what neighbours reported, which the pattern node has anyway, and of modes that
 * ask how many of them match, that number. (Where right rows are looked up by a key, folded or summed up, it is a
 * JoinStep as any other.)
 */
import type { NodeId } from '@weir/model';
import type { RowNodePlan, StepPlan } from '../../plan/row-plan.js';
import type { StandingRow } from '../../contract/delta.js';
import { contributionsOf } from './contributions.js';
import { fits, mergedRow, onlyCounted, pass, passAnswer } from './join-rows.js';
import { RowBag } from '../../collections/row-bag.js';
import type { RowState } from './row-state.js';

/** The pattern node's first step keeps nothing of its own. */
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

/** The own row was another one, or is there now, or is not any more. @returns what changes in the step's output. */
export function ownRowChanged(
  patternNode: RowState,
  before: StandingRow | undefined,
  after: StandingRow | undefined,
): RowBag {
  const step = patternNode.plan.steps[0]!;
  const output = new RowBag();
  if (before !== undefined) passOwn(patternNode, step, before, -1, output);
  if (after === undefined) return output;
  if (before === undefined || step.dependsOn.length > 0)
    patternNode.matches = countMatches(patternNode, step, after);
  passOwn(patternNode, step, after, 1, output);
  return output;
}

/** @returns what comes out for the own row as things are. */
export function ownStepOutput(patternNode: RowState, own: StandingRow): RowBag {
  const output = new RowBag();
  passOwn(patternNode, patternNode.plan.steps[0]!, own, 1, output);
  return output;
}

/** @param delta what changed in the right rows. @returns what changes in the step's output. */
export function rightRowsChanged(patternNode: RowState, own: StandingRow, delta: RowBag): RowBag {
  const step = patternNode.plan.steps[0]!;
  const output = new RowBag();
  const joins = step.mode === 'inner' || step.mode === 'optional';
  const before = patternNode.matches;
  let matches = before;
  for (const { row, count } of delta.rows()) {
    const merged = mergedRow(step, own, row);
    if (!fits(step, merged)) continue;
    matches += count;
    if (joins) pass(step, merged, count, output);
  }
  if (step.mode === 'inner' || matches === before) return output;
  patternNode.matches = matches;
  passAnswer(step, onlyCounted(before), own, -1, output);
  passAnswer(step, onlyCounted(matches), own, 1, output);
  return output;
}

function passOwn(
  patternNode: RowState,
  step: StepPlan,
  own: StandingRow,
  count: number,
  output: RowBag,
): void {
  if (step.mode === 'inner' || step.mode === 'optional') {
    eachRight(patternNode, patternNode.node, (right, times) => {
      const merged = mergedRow(step, own, right);
      if (fits(step, merged)) pass(step, merged, count * times, output);
    });
  }
  passAnswer(step, onlyCounted(patternNode.matches), own, count, output);
}

function countMatches(patternNode: RowState, step: StepPlan, own: StandingRow): number {
  if (step.mode === 'inner') return 0;
  let matches = 0;
  eachRight(patternNode, patternNode.node, (right, count) => {
    if (fits(step, mergedRow(step, own, right))) matches += count;
  });
  return matches;
}

function eachRight(
  patternNode: RowState,
  node: NodeId,
  visit: (row: StandingRow, count: number) => void,
): void {
  for (const patternEdge of patternNode.plan.patternEdges) {
    if (patternEdge.step !== 0) continue;
    patternNode
      .edgeState(patternEdge.index)
      .forEach((neighbour, kept) => contributionsOf(patternEdge, node, neighbour, kept, visit));
  }
}
