/**
 * Limits the cost of checking and planning one query. Both are about linear in the length of its text, except where
 * each clause sees all earlier names, or each relationship must differ from earlier ones: such work takes one step per
 * name or relationship.
 */
import { cypherError } from '../errors/index.js';
import type { RunBounds } from './query-budget.js';

/** External limits of planning: the deadline of the request. */
export type PlanningBounds = Omit<RunBounds, 'cancellation'>;

/** About a second of processor time. */
const MOST_STEPS = 10_000_000;
const STEPS_PER_CHECK = 4096;
/** Maximum length of a chain of operators, inner plans included: each operator is a stack level at run time. */
const LONGEST_PLAN = 1000;

export class PlanningBudget {
  private left = STEPS_PER_CHECK;
  private spent = 0;

  constructor(private readonly bounds: PlanningBounds = {}) {}

  /** @throws WeirError `cypher.budget-exceeded`, or `cypher.timeout` past the deadline. */
  steps(count: number): void {
    if ((this.left -= count) < 0) this.check();
  }

  /** @throws WeirError `cypher.budget-exceeded` if the chain of operators is too long. */
  operators(count: number): void {
    if (count <= LONGEST_PLAN) return;
    throw cypherError(
      'cypher.budget-exceeded',
      `The plan of this query has ${count} operators one after the other, more than ${LONGEST_PLAN}. ` +
        'Use fewer clauses and shorter patterns: split the query, or use UNWIND over a list instead of repeated clauses',
      undefined,
      'Operators',
    );
  }

  private check(): void {
    this.spent += STEPS_PER_CHECK - this.left;
    this.left = STEPS_PER_CHECK;
    const { clock, deadline } = this.bounds;
    if (clock !== undefined && deadline !== undefined && clock.now() >= deadline) {
      throw cypherError('cypher.timeout', 'Planning the query took longer than the time limit of the query.');
    }
    if (this.spent <= MOST_STEPS) return;
    throw cypherError(
      'cypher.budget-exceeded',
      `Planning this query takes more than ${MOST_STEPS} steps. ` +
        'Use fewer clauses, variables and relationships: split the query, or give data as parameters',
      undefined,
      'Planning',
    );
  }
}
