/**
 * A compiled standing query: the pattern as a tree of pattern nodes that hangs from a root, number 0. A parent's number
 * is smaller than its children's.
 */
import type { ResultPlan } from './result-plan.js';
import type { RowEdgePlan, RowNodePlan } from './row-plan.js';
import type { WitnessNodePlan } from './witness-plan.js';

export interface StandingPlan {
  /** Of its root: `witnesses`, nothing is asked but whether it matches; `rows`, values, filters, groups. */
  readonly kind: 'witnesses' | 'rows';
  /** The standing query's number. */
  readonly query: number;
  /** Names of the result's columns. */
  readonly columns: readonly string[];
  /**
   * Parents before children; then what keeps origins, if the query tracks them; then group nodes, those of each
   * grouping before those of the next.
   */
  readonly nodes: readonly PlanNode[];
  readonly result: ResultPlan;
  /** Results say which records they come from. */
  readonly tracksOrigins: boolean;
}

/** A pattern node; its kind says how its state is laid out. */
export type PatternNodePlan = WitnessNodePlan | RowNodePlan;
export type PlanNode = PatternNodePlan | WritersPlan | GroupNodePlan;

export function rootOf({ nodes }: StandingPlan): PatternNodePlan {
  return nodes[0] as PatternNodePlan;
}

/** @param number of a pattern node, not of a group node. */
export function patternNodeNumbered({ nodes }: StandingPlan, number: number): PatternNodePlan {
  return nodes[number] as PatternNodePlan;
}

/** What a query that tracks origins keeps on every node that records wrote to: which record wrote what it looks at. */
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
  /** What any pattern node looks at. */
  readonly patternEdges: readonly RowEdgePlan[];
}

/** Where the groups of one grouping live whose members are on many nodes. */
export interface GroupNodePlan {
  readonly kind: 'group';
  /** Index into the result's `groups`. */
  readonly grouping: number;
  /** Number of the pattern node that members are reported by: the root, or the group node of the grouping before. */
  readonly child: number;
  readonly query: number;
  readonly number: number;
  readonly variable: undefined;
  readonly parent: undefined;
  readonly isRoot: boolean;
}
