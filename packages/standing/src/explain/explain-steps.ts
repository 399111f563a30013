/**
 * How far the join of a pattern node gets with its reported rows: at which step nothing is left, and why. Rebuilds the
 * join beside the pattern node's own; changes nothing.
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
 * `passes`; `unreached`: an earlier step has no output. Otherwise the reason that this step has none:
 *
 * - `nothing`: no rows were reported
 * - `other ends`: the reported rows lead to other elements than the known ones
 * - `filtered`: conditions reject all candidates
 * - `forbidden`: a forbidden match exists
 */
export type StepOutcome = 'passes' | 'unreached' | 'nothing' | 'other ends' | 'filtered' | 'forbidden';

export interface StepExplanation {
  readonly mode: StepPlan['mode'];
  /** For a branch: source text of the subquery or pattern. */
  readonly branch: string | undefined;
  readonly outcome: StepOutcome;
  /** For `filtered`: the filters that cause it. */
  readonly blocking: readonly FilterExplanation[];
  readonly filters: readonly FilterExplanation[];
  /** For `other ends`, by variable: elements found by the rest of the pattern, and those found over this edge. */
  readonly ends: readonly UnmetEnd[];
}

export interface UnmetEnd {
  readonly variable: string | undefined;
  /** At most `MOST_ENDS` each. */
  readonly wanted: readonly Value[];
  readonly found: readonly Value[];
}

const MOST_ENDS = 3;

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
  const joinFilters = explainFilters(on, texts.on, pairs);
  const candidates = joined({ ...step, after: [], keepsAnswer: true }, left, right);
  const kept = explainFilters(after, texts.after, candidates);
  const explained = (outcome: StepOutcome): StepExplanation => ({
    mode,
    branch: texts.branch,
    outcome,
    blocking:
      outcome === 'filtered'
        ? (isNeeded ? [...joinFilters, ...kept] : kept).filter(({ fails }) => fails > 0)
        : [],
    filters: [...joinFilters, ...kept],
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

/** Some distinct values of a column; for nodes, their identity. */
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
