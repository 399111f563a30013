import type { AggregateChoice } from './aggregate-choice.js';
import type { RowCondition, RowExpression } from './node-demands.js';

/**
 * From the root's rows to results. Each grouping turns a group's members into one row, `[...keys, ...aggregates]`,
 * which is an input row of the next grouping or of the results.
 */
export interface ResultPlan {
  /** In order. After this, the root's rows have the elements of these lists as additional columns. */
  readonly unwinds: readonly UnwindPlan[];
  /** There is one result while there are rows: they only state that the root matches. */
  readonly onlyWhether: boolean;
  /** In order. */
  readonly groups: readonly GroupPlan[];
  /** Evaluated on a row of the last grouping, or of the root if there is none. */
  readonly projections: readonly RowExpression[];
  /** Source text of the projections. */
  readonly projectionTexts: readonly string[];
  /** Conditions on the input rows of the projections. */
  readonly having: readonly RowCondition[];
  readonly havingTexts: readonly string[];
}

export interface UnwindPlan {
  /** Evaluated on a row with the elements of all earlier lists. */
  readonly list: RowExpression;
  readonly listText: string;
  /** Conditions on the row with the element. */
  readonly where: readonly RowCondition[];
  readonly whereTexts: readonly string[];
}

export interface GroupPlan {
  /** Evaluated on an input row of the grouping. */
  readonly keys: readonly RowExpression[];
  readonly aggregates: readonly AggregatePlan[];
  /** Which of these rows are members. */
  readonly where: readonly RowCondition[];
  readonly whereTexts: readonly string[];
  /**
   * Groups are stored on group nodes, as are the groups of all later groupings; otherwise each root has its own groups.
   */
  readonly onGroupNodes: boolean;
  /** The grouping has no keys: exactly one group always exists. */
  readonly isGlobal: boolean;
}

export interface AggregatePlan extends AggregateChoice {
  /** `undefined` for `count(*)`. */
  readonly argument: RowExpression | undefined;
}
