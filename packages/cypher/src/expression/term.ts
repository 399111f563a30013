/** A compiled part of an expression, and constant folding. */
import type { Value } from '@weir/model';
import { QueryBudget, type RunBounds } from '../budget/query-budget.js';
import { FOLDING_LIMITS } from '../budget/query-limits.js';
import type { RunState } from '../run/run-state.js';
import type { Binding } from './bindings.js';
import type { Evaluate } from './compiled-expression.js';

export interface Term {
  readonly evaluate: Evaluate;
  readonly entities: boolean;
  /** Whether it depends on no input. */
  readonly constant: boolean;
}

export function slotTerm(binding: Binding): Term {
  const slot = binding.slot;
  return { evaluate: row => row[slot]!, entities: binding.kind !== 'value', constant: false };
}

export function constantTerm(value: Value): Term {
  return { evaluate: () => value, entities: false, constant: true };
}

/** Returns the value of a constant term, computed when the term was created. */
export function constantValue(term: Term): Value {
  return term.evaluate([], NO_RUN);
}

const NO_RUN = {} as RunState;

/** Returns the run for constant expressions: only a budget, shared by all of one query. */
export function foldingRun(bounds: RunBounds): RunState {
  return { budget: new QueryBudget(FOLDING_LIMITS, bounds) } as RunState;
}

/**
 * Returns a term that is computed once if its inputs are constant and it does not fail; otherwise as given.
 * @param run see `foldingRun`.
 */
export function folded(run: RunState, inputs: readonly Term[], evaluate: Evaluate, entities: boolean): Term {
  if (!inputs.every(input => input.constant)) return { evaluate, entities, constant: false };
  try {
    return constantTerm(evaluate([], run));
  } catch {
    run.budget.depth = 0;
    // The error belongs to the run: a row that never reaches this expression must not fail.
    return { evaluate, entities, constant: false };
  }
}
