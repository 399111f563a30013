import type { AggregateChoice } from './aggregate-choice.js';
import type { RowCondition, RowExpression } from './node-demands.js';

/**
 * From the root's rows to results. Each grouping makes of a group's members one row, `[...keys, ...aggregates]`, which
 * is a row of what the next one groups, or of which results are made.
 */
export interface ResultPlan {
  /** In order. The root's rows are from here on those with the elements of these lists as columns more. */
  readonly unwinds: readonly UnwindPlan[];
  /** There is one result as long as there are rows: they say nothing but that the root matches. */
  readonly onlyWhether: boolean;
  /** In order. */
  readonly groups: readonly GroupPlan[];
  /** From a row of the last grouping; without one, of the root. */
  readonly projections: readonly RowExpression[];
  /** What makes them, for people. */
  readonly projectionTexts: readonly string[];
  /** On what the projections take. */
  readonly having: readonly RowCondition[];
  readonly havingTexts: readonly string[];
}

export interface UnwindPlan {
  /** From a row with the elements of all lists before it. */
  readonly list: RowExpression;
  readonly listText: string;
  /** On the row with the element. */
  readonly where: readonly RowCondition[];
  readonly whereTexts: readonly string[];
}

export interface GroupPlan {
  /** From a row of what is grouped. */
  readonly keys: readonly RowExpression[];
  readonly aggregates: readonly AggregatePlan[];
  /** Which of those rows are members. */
  readonly where: readonly RowCondition[];
  readonly whereTexts: readonly string[];
  /** Groups live on nodes of their own, as do those of all later groupings; else each root has its own groups. */
  readonly onGroupNodes: boolean;
  /** No keys: there is always one group. */
  readonly isGlobal: boolean;
}

export interface AggregatePlan extends AggregateChoice {
  /** `undefined`: `count(*)`. */
  readonly argument: RowExpression | undefined;
}
