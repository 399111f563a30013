/**
 * How far the join of a pattern node comes with what has been reported to it: at which step nothing is left, and why.
 * Builds the join anew, beside the pattern node's own; changes nothing.
 */
import { NodeValue, type Value } from '@weir/model';
import type { StepPlan } from '../plan/row-plan.js';
import { JoinStep } from '../state/rows/join-step.js';
import { ownRow, rowsOfStep } from '../state/rows/output-rows.js';
import { RowBag } from '../collections/row-bag.js';
import { exactKey } from '../collections/row-key.js';
import type { RowState } from '../state/rows/row-state.js';
import { explainFilters, type FilterExplanation } from './explain-filters.js';

/**
 * `passes`; `unreached`: a step before it lets nothing through. Else why this one does not: `nothing` was reported;
 * what was leads to `other ends` than what is known; conditions keep all candidates out (`filtered`); there is what
 * must not be (`forbidden`).
 */
export type StepOutcome = 'passes' | 'unreached' | 'nothing' | 'other ends' | 'filtered' | 'forbidden';

export interface StepExplanation {
  readonly mode: StepPlan['mode'];
  /** Of a branch: the subquery or pattern as it is written. */
  readonly branch: string | undefined;
  readonly outcome: StepOutcome;
  /** Of `filtered`: those of the filters that do it. */
  readonly blocking: readonly FilterExplanation[];
  readonly filters: readonly FilterExplanation[];
  /** Of `other ends`: by variable, those that the rest of the pattern has found, and those found over this edge. */
  readonly ends: readonly UnmetEnd[];
}

export interface UnmetEnd {
  readonly variable: string | undefined;
  /** At most `MOST_ENDS` each. */
  readonly wanted: readonly Value[];
  readonly found: readonly Value[];
}

const MOST_ENDS = 3;

/** One for each step of the plan. */
export function explainSteps(state: RowState): StepExplanation[] {
  let left = new RowBag();
  left.add(ownRow(state), 1);
  return state.plan.steps.map((step, i) => {
    const right = rowsOfStep(state, i);
    const explanation = explainStep(step, left, right);
    left = joined(step, left, right);
    return explanation;
  });
}

function explainStep(step: StepPlan, left: RowBag, right: RowBag): StepExplanation {
  const { mode, on, after, texts } = step;
  const isNeeded = mode === 'inner' || mode === 'semi';
  const pairs = joined({ ...step, mode: 'inner', on: [], after: [] }, left, right);
  const asked = explainFilters(on, texts.on, pairs);
  const candidates = joined({ ...step, after: [], keepsAnswer: true }, left, right);
  const kept = explainFilters(after, texts.after, candidates);
  const explained = (outcome: StepOutcome): StepExplanation => ({
    mode,
    branch: texts.branch,
    outcome,
    blocking:
      outcome === 'filtered' ? (isNeeded ? [...asked, ...kept] : kept).filter(({ fails }) => fails > 0) : [],
    filters: [...asked, ...kept],
    ends: outcome === 'other ends' ? unmetEnds(step, left, right) : [],
  });
  if (left.isEmpty) return explained('unreached');
  if (isNeeded && right.isEmpty) return explained('nothing');
  if (isNeeded && pairs.isEmpty) return explained('other ends');
  if (candidates.isEmpty) return explained(mode === 'anti' ? 'forbidden' : 'filtered');
  return explained(joined(step, left, right).isEmpty ? 'filtered' : 'passes');
}

function joined(plan: StepPlan, left: RowBag, right: RowBag): RowBag {
  const step = new JoinStep(plan);
  step.changeRight(right);
  return step.changeLeft(left);
}

function unmetEnds({ leftKey, rightKey, texts }: StepPlan, left: RowBag, right: RowBag): UnmetEnd[] {
  return texts.shared.map((variable, i) => ({
    variable: variable ?? undefined,
    wanted: valuesAt(left, leftKey[i]!),
    found: valuesAt(right, rightKey[i]!),
  }));
}

/** Some of a column, each once; of nodes, which they are. */
function valuesAt(rows: RowBag, position: number): Value[] {
  const values = new Map<string, Value>();
  for (const { row } of rows.rows()) {
    const value = row[position]!;
    const bare = value instanceof NodeValue ? new NodeValue(value.id, [], {}, true) : value;
    values.set(exactKey([bare]), bare);
    if (values.size === MOST_ENDS) break;
  }
  return [...values.values()];
}
