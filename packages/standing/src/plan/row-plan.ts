/**
 * The plan of a pattern node that makes rows. Its rows have one column per element (node, edge, number of matches of a
 * subquery) that is needed further up; nothing else travels, and rows that do not differ in it are counted. Pattern nodes
 * that are only asked whether they match have the plan in witness-plan.ts.
 */
import type { Direction, NodeId, Value } from '@weir/model';
import type { PropertyTest } from './property-test.js';
import type {
  ConditionText,
  ElementReads,
  ParentLink,
  NodeDemands,
  RowCondition,
  RowExpression,
} from './node-demands.js';
import type { AggregateChoice } from './aggregate-choice.js';

export type OriginFolding = 'one' | 'all';

export interface RowNodePlan extends NodeDemands {
  readonly kind: 'rows';
  readonly query: number;
  readonly number: number;
  readonly variable: string | undefined;
  readonly parent: ParentLink | undefined;
  readonly isRoot: boolean;
  /** Inside of a path: how many of its edges lead here. */
  readonly hop: number | undefined;

  /** The node is a column of the rows: the first one. */
  readonly hasOwnColumn: boolean;

  readonly patternEdges: readonly RowEdgePlan[];
  /** In order; the first one's left side is the node's own row. */
  readonly steps: readonly StepPlan[];
  /** From the last step's rows to what is reported. */
  readonly output: readonly OutputColumn[];
  /** Nothing is reported before every neighbour asked over such pattern edges has answered once. */
  readonly waits: boolean;
  /** Rows have one column more than the plan says, the last one: the records that they come from. */
  readonly tracksOrigins: boolean;
}

export interface OutputColumn {
  readonly position: number;
  /** Only which node or edge it is goes on. */
  readonly bare: boolean;
  /** Of an edge that is only compared: null goes on unless it begins (1) or ends (2) at the node. */
  readonly keep: number | undefined;
}

export type StepMode = 'inner' | 'semi' | 'anti' | 'count' | 'aggregate' | 'optional';

export interface StepPlan {
  readonly mode: StepMode;
  /** Positions in left and right rows of the elements that both have, in the same order. */
  readonly leftKey: readonly number[];
  readonly rightKey: readonly number[];
  /**
   * Positions in left rows of what it depends on, beside the key, whether a right row matches, and its value in
   * `aggregate`.
   */
  readonly dependsOn: readonly number[];
  /** Positions in right rows of what is appended to the left row. */
  readonly take: readonly number[];
  /** A right row counts once, however often it is there. */
  readonly distinct: boolean;
  /** Of `count` and `aggregate`: the answer is a column of what the step passes on, not only of what `after` sees. */
  readonly keepsAnswer: boolean;
  /** What makes a left and a right row, merged, a match. */
  readonly on: readonly RowCondition[];
  readonly aggregate: StepAggregate | undefined;
  /** On the rows that the step passes on. */
  readonly after: readonly RowCondition[];
  /**
   * Where the pattern node tracks origins: of right rows that differ in nothing else, those of `one` are passed on, or
   * those of `all`, because they are counted or summed up.
   */
  readonly origins: OriginFolding | undefined;
  /** For people. */
  readonly texts: StepTexts;
}

/** What is made of the right rows that match a left one. */
export interface StepAggregate extends AggregateChoice {
  /** From a left and a right row, merged. */
  readonly value: RowExpression;
  /** Nulls are values too, as COLLECT { ... } has them. */
  readonly keepsNulls: boolean;
}

/** What a step looks for, and what its conditions are. */
export interface StepTexts {
  /** Of a branch: the subquery or pattern as it is written. */
  readonly branch: string | undefined;
  /** Variables of the elements that both sides have; `null` of those without one. */
  readonly shared: readonly (string | null)[];
  readonly on: readonly ConditionText[];
  readonly after: readonly ConditionText[];
}

/** A pattern edge from a pattern node to a child; or a child on the same node (`here`). */
export interface RowEdgePlan {
  readonly index: number;
  /** The step that it feeds; several pattern edges of one step are alternatives. */
  readonly step: number;
  readonly here: boolean;
  /** Seen from the parent; `undefined` is either. */
  readonly direction: Direction | undefined;
  /** `undefined` is any. */
  readonly labels: readonly string[] | undefined;
  readonly acceptsLabel: ((label: string) => boolean) | undefined;
  readonly edgeTests: readonly PropertyTest[];
  readonly edgeReads: ElementReads;
  /** The only node that it can lead to. */
  readonly other: NodeId | undefined;
  /** It leads back to the node itself. */
  readonly loop: boolean;
  /** Of the first edge of a path: how many there may be. */
  readonly hops: { readonly min: number; readonly max: number } | undefined;
  /** Several edges to one neighbour count as one. */
  readonly once: boolean;
  /** Which edges lead to a neighbour, and what is read of them, is not to be told from the plan: it is kept. */
  readonly keepsEdges: boolean;
  /** Number of the pattern node at the other end; -1 when that demands nothing and nobody is asked. */
  readonly child: number;
  /**
   * Columns of what the child reports that are edges which are only compared, with what of them is kept, as in
   * OutputColumn.
   */
  readonly compared: readonly ComparedColumn[];
  /** What makes up its rows. */
  readonly columns: readonly RowEdgeColumn[];
  /** The pattern node is not complete before neighbours over this pattern edge have answered. */
  readonly awaited: boolean;
}

export interface ComparedColumn {
  readonly position: number;
  readonly keep: number;
}

export type RowEdgeColumn =
  /** The edge. */
  | { readonly from: 'edge' }
  /** The node at the other end, of which nothing but the id is needed. */
  | { readonly from: 'node' }
  /** A column of what the child reports. */
  | { readonly from: 'child'; readonly position: number }
  /** The same in every row. */
  | { readonly from: 'constant'; readonly value: Value }
  /**
   * Edges of a path: the edge in front of (or, `reversed`, behind) those that the child reports. A path has no edge
   * twice. Position -1: the child reports none. `here`: there is no edge. `node`: the child's column of the node
   * between the edge and those; -1: nobody wants it.
   */
  | {
      readonly from: 'path';
      readonly position: number;
      readonly node: number;
      readonly reversed: boolean;
    };
