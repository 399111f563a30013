/**
 * A compiled standing query: the pattern as a tree of pattern nodes below a root, number 0. A parent's number is
 * smaller than its children's.
 */
import type { ResultPlan } from './result-plan.js';
import type { RowEdgePlan, RowNodePlan } from './row-plan.js';
import type { WitnessNodePlan } from './witness-plan.js';

export interface StandingPlan {
  /** Depends on the root: `witnesses`, it only reports whether it matches; `rows`, it has values, filters, groups. */
  readonly kind: 'witnesses' | 'rows';
  readonly query: number;
  readonly columns: readonly string[];
  /**
   * Parents before children; then the node that tracks origins, if the query does; then group nodes, grouping by
   * grouping.
   */
  readonly nodes: readonly PlanNode[];
  readonly result: ResultPlan;
  /** Results name their source records. */
  readonly tracksOrigins: boolean;
}

/** A pattern node; its kind determines its state layout. */
export type PatternNodePlan = WitnessNodePlan | RowNodePlan;
export type PlanNode = PatternNodePlan | WritersPlan | GroupNodePlan;

export function rootOf({ nodes }: StandingPlan): PatternNodePlan {
  return nodes[0] as PatternNodePlan;
}

/** @param number the number of a pattern node, not of a group node. */
export function patternNodeNumbered({ nodes }: StandingPlan, number: number): PatternNodePlan {
  return nodes[number] as PatternNodePlan;
}

/**
 * State that a query with origins keeps on every node written by records: which record wrote which data that the query
 * reads.
 */
export interface WritersPlan {
  readonly kind: 'writers';
  readonly query: number;
  readonly number: number;
  readonly variable: undefined;
  readonly parent: undefined;
  readonly isRoot: boolean;
  readonly keys: ReadonlySet<string>;
  readonly anyKey: boolean;
  readonly labels: ReadonlySet<string>;
  readonly anyLabel: boolean;
  /** Everything that any pattern node reads. */
  readonly patternEdges: readonly RowEdgePlan[];
}

/** Group nodes of one grouping, for groups whose members are on many nodes. */
export interface GroupNodePlan {
  readonly kind: 'group';
  /** Index into the result's `groups`. */
  readonly grouping: number;
  /** Number of the node that reports members: the root, or the group node of the previous grouping. */
  readonly child: number;
  readonly query: number;
  readonly number: number;
  readonly variable: undefined;
  readonly parent: undefined;
  readonly isRoot: boolean;
}
