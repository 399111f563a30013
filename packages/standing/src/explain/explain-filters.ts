/**
 * Conditions over several nodes and edges, tried on what a part knows: for which candidates they hold, and for which they
 * do not and why. Builds the join anew, beside the part's own; changes nothing.
 */
import { mapSet, type ValueMap } from '@weir/model';
import { JoinStep } from '../rows/join-step.js';
import { ownRow, rowsOfSlots } from '../rows/part-rows.js';
import { RowBag } from '../rows/row-bag.js';
import type { RowCondition, StepPlan } from '../rows/row-plan.js';
import type { RowPart } from '../rows/row-state.js';
import type { StandingRow } from '../standing-operator.js';

export interface FilterExplanation {
  readonly filter: string;
  /** Candidates that pass it. */
  readonly holds: number;
  readonly fails: number;
  /** Of those that it fails for, at most `MOST_EXAMPLES`: by variable, the node or edge with what is looked at. */
  readonly failing: readonly ValueMap[];
}

export const MOST_EXAMPLES = 10;
/** Candidates of one step that are tried. */
const MOST_CANDIDATES = 10_000;

export function explainFilters(part: RowPart): FilterExplanation[] {
  const filters: FilterExplanation[] = [];
  const rights = rowsOfSlots(part);
  let left = new RowBag();
  left.add(ownRow(part), 1);
  part.plan.steps.forEach((step, i) => {
    const { on, after, texts } = step;
    if (on.length > 0) {
      const candidates = joined({ ...step, mode: 'inner', on: [], after: [] }, left, rights[i]!);
      filters.push(...tried(on, texts.on, texts.merged, candidates));
    }
    if (after.length > 0) {
      const candidates = joined({ ...step, after: [], keepsAnswer: true }, left, rights[i]!);
      filters.push(...tried(after, texts.after, texts.passed, candidates));
    }
    left = joined(step, left, rights[i]!);
  });
  return filters;
}

function joined(plan: StepPlan, left: RowBag, right: RowBag): RowBag {
  const step = new JoinStep(plan);
  step.changeRight(right);
  return step.changeLeft(left);
}

function tried(
  conditions: readonly RowCondition[],
  texts: readonly string[],
  names: readonly (string | null)[],
  candidates: RowBag,
): FilterExplanation[] {
  return conditions.map((condition, i) => {
    let holds = 0;
    let fails = 0;
    const failing: ValueMap[] = [];
    for (const { row } of candidates.rows()) {
      if (holds + fails === MOST_CANDIDATES) break;
      if (condition(row)) holds++;
      else if (++fails <= MOST_EXAMPLES) failing.push(named(names, row));
    }
    return { filter: texts[i] ?? '', holds, fails, failing };
  });
}

function named(names: readonly (string | null)[], row: StandingRow): ValueMap {
  const values: ValueMap = {};
  names.forEach((name, i) => {
    if (name !== null) mapSet(values, name, row[i]!);
  });
  return values;
}
