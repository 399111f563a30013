/**
 * The plan of a pattern node that produces rows. Its rows have one column for each element (node, edge, number of
 * matches of a subquery) needed further up. Nothing else travels, and rows that are equal in it are counted. Pattern
 * nodes that only report whether they match have the plan in witness-plan.ts.
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
  /** Inside a path: number of edges from its start to this node. */
  readonly hop: number | undefined;

  /** The node itself is a column of the rows: the first one. */
  readonly hasOwnColumn: boolean;
  /** Set if the own column contains these properties in place of the node. */
  readonly ownReduction: Reduction | undefined;

  readonly patternEdges: readonly RowEdgePlan[];
  /** In order; the first one's left side is the node's own row. */
  readonly steps: readonly StepPlan[];
  /** From the last step's rows to the reported rows. */
  readonly output: readonly OutputColumn[];
  /** The reported rows are the last step's rows. */
  readonly reportsAll: boolean;
  /** Columns of the reported rows that contain properties in place of their node. */
  readonly reduced: readonly ReducedColumn[];
  /** Nothing is reported before every neighbor subscribed to over such pattern edges has answered once. */
  readonly waits: boolean;
  /** Rows have an additional last column that the plan does not list: their origins. */
  readonly tracksOrigins: boolean;
}

/**
 * The sorted properties that represent a node in rows: by the value of the only one, or by the list of their
 * values, with null for absent ones. Never empty.
 */
export type Reduction = readonly string[];

export interface ReducedColumn {
  readonly position: number;
  readonly reduction: Reduction;
}

export interface OutputColumn {
  readonly position: number;
  /** Only the identity of the node or edge travels. */
  readonly bare: boolean;
  /** Set if these properties travel instead of the node. */
  readonly reduction: Reduction | undefined;
  /** For an edge that is only compared: null travels unless the edge begins (1) or ends (2) at the node. */
  readonly keep: number | undefined;
}

export type StepMode = 'inner' | 'semi' | 'anti' | 'count' | 'aggregate' | 'optional';

export interface StepPlan {
  readonly mode: StepMode;
  /** Positions of the common elements in left and right rows, in the same order. */
  readonly leftKey: readonly number[];
  readonly rightKey: readonly number[];
  /**
   * Positions in left rows, beside the key, that determine whether a right row matches, and its value in `aggregate`.
   */
  readonly dependsOn: readonly number[];
  /** Positions in right rows that are appended to the left row. */
  readonly take: readonly number[];
  /** `take` lists all positions of right rows, in order. */
  readonly takesAll: boolean;
  /** A right row counts once, however often it occurs. */
  readonly distinct: boolean;
  /** For `count` and `aggregate`: the answer is a column of the step's output, and not only visible to `after`. */
  readonly keepsAnswer: boolean;
  /** Conditions for a left and a right row, merged, to match. */
  readonly on: readonly RowCondition[];
  readonly aggregate: StepAggregate | undefined;
  /** Conditions on the step's output rows. */
  readonly after: readonly RowCondition[];
  /**
   * If the pattern node tracks origins: for right rows that are otherwise equal, the origins of `one` travel, or of
   * `all`, because the rows are counted or aggregated.
   */
  readonly origins: OriginFolding | undefined;
  /** For explanations. */
  readonly texts: StepTexts;
}

/** Aggregate of the right rows that match a left one. */
export interface StepAggregate extends AggregateChoice {
  /** Evaluated on a left and a right row, merged. */
  readonly value: RowExpression;
  /** Nulls are values too, as in COLLECT { ... }. */
  readonly keepsNulls: boolean;
}

/** Readable description of a step and its conditions. */
export interface StepTexts {
  /** For a branch: source text of the subquery or pattern. */
  readonly branch: string | undefined;
  /** Variables of the common elements; `null` for elements without one. */
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
  /** Seen from the parent; `undefined` accepts either. */
  readonly direction: Direction | undefined;
  /** `undefined` accepts any. */
  readonly labels: readonly string[] | undefined;
  readonly acceptsLabel: ((label: string) => boolean) | undefined;
  readonly edgeTests: readonly PropertyTest[];
  readonly edgeReads: ElementReads;
  /** The only node that it can lead to. */
  readonly other: NodeId | undefined;
  /** It leads back to the node itself. */
  readonly loop: boolean;
  /** For the first edge of a path: the allowed number of edges. */
  readonly hops: { readonly min: number; readonly max: number } | undefined;
  /** Several edges to one neighbor count as one. */
  readonly once: boolean;
  /** The edges to a neighbor, and the values read from them, cannot be derived from the plan, so they are stored. */
  readonly keepsEdges: boolean;
  /** Number of the pattern node at the other end; -1 if it demands nothing and needs no subscription. */
  readonly child: number;
  /** Columns of the child's reports that are edges which are only compared, with their `keep`, as in OutputColumn. */
  readonly compared: readonly ComparedColumn[];
  /** Composition of its rows. */
  readonly columns: readonly RowEdgeColumn[];
  /** The pattern node is not complete until neighbors over this pattern edge have answered. */
  readonly awaited: boolean;
}

export interface ComparedColumn {
  readonly position: number;
  readonly keep: number;
}

export type RowEdgeColumn =
  | { readonly from: 'edge' }
  /** The node at the other end, reduced to its id. */
  | { readonly from: 'node' }
  /** A column of the child's reports. */
  | { readonly from: 'child'; readonly position: number }
  /** The same value in every row. */
  | { readonly from: 'constant'; readonly value: Value }
  /**
   * Edges of a path: this edge before (or, `reversed`, after) the child's edges. A path never contains an edge twice.
   * Position -1: the child reports none. `here`: there is no edge. `node`: the child's column of the node between this
   * edge and its edges; -1 if it is not needed.
   */
  | {
      readonly from: 'path';
      readonly position: number;
      readonly node: number;
      readonly reversed: boolean;
    };
