/**
 * The first step of a part's join. On its left is nothing but the node's own row, so most first steps keep nothing of
 * either side: right rows are what neighbours reported, which the part has anyway, and of modes that ask how many of
 * them match, that number. (Where right rows are looked up by a key, folded or summed up, it is a JoinStep as any other.)
 */
import type { NodeId } from '@weir/model';
import type { RowPartPlan, StepPlan } from '../plan/row-plan.js';
import type { StandingRow } from '../standing-contract.js';
import { contributionsOf } from './contributions.js';
import { fits, mergedRow, onlyCounted, pass, passAnswer } from './join-rows.js';
import { RowBag } from './row-bag.js';
import type { RowPart } from './row-state.js';

/** The part's first step keeps nothing of its own. */
export function hasOwnStep({ steps }: RowPartPlan): boolean {
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
  part: RowPart,
  before: StandingRow | undefined,
  after: StandingRow | undefined,
): RowBag {
  const step = part.plan.steps[0]!;
  const output = new RowBag();
  if (before !== undefined) passOwn(part, step, before, -1, output);
  if (after === undefined) return output;
  if (before === undefined || step.dependsOn.length > 0) part.matches = countMatches(part, step, after);
  passOwn(part, step, after, 1, output);
  return output;
}

/** @returns what comes out for the own row as things are. */
export function ownStepOutput(part: RowPart, own: StandingRow): RowBag {
  const output = new RowBag();
  passOwn(part, part.plan.steps[0]!, own, 1, output);
  return output;
}

/** @param delta what changed in the right rows. @returns what changes in the step's output. */
export function rightRowsChanged(part: RowPart, own: StandingRow, delta: RowBag): RowBag {
  const step = part.plan.steps[0]!;
  const output = new RowBag();
  const joins = step.mode === 'inner' || step.mode === 'optional';
  const before = part.matches;
  let matches = before;
  for (const { row, count } of delta.rows()) {
    const merged = mergedRow(step, own, row);
    if (!fits(step, merged)) continue;
    matches += count;
    if (joins) pass(step, merged, count, output);
  }
  if (step.mode === 'inner' || matches === before) return output;
  part.matches = matches;
  passAnswer(step, onlyCounted(before), own, -1, output);
  passAnswer(step, onlyCounted(matches), own, 1, output);
  return output;
}

function passOwn(part: RowPart, step: StepPlan, own: StandingRow, count: number, output: RowBag): void {
  if (step.mode === 'inner' || step.mode === 'optional') {
    eachRight(part, part.node, (right, times) => {
      const merged = mergedRow(step, own, right);
      if (fits(step, merged)) pass(step, merged, count * times, output);
    });
  }
  passAnswer(step, onlyCounted(part.matches), own, count, output);
}

function countMatches(part: RowPart, step: StepPlan, own: StandingRow): number {
  if (step.mode === 'inner') return 0;
  let matches = 0;
  eachRight(part, part.node, (right, count) => {
    if (fits(step, mergedRow(step, own, right))) matches += count;
  });
  return matches;
}

function eachRight(part: RowPart, node: NodeId, visit: (row: StandingRow, count: number) => void): void {
  for (const slot of part.plan.slots) {
    if (slot.step !== 0) continue;
    part.slot(slot.index).forEach((neighbour, kept) => contributionsOf(slot, node, neighbour, kept, visit));
  }
}
