/**
 * The plan of a pattern node that only reports whether it matches, and on which graph edges: no values, and not in how
 * many ways. It keeps a few witnesses at most, however many neighbors it has.
 */
import type { Direction } from '@weir/model';
import type { ParentLink, NodeDemands } from './node-demands.js';
import type { NodeColumn, EdgeColumn, EdgeCheck } from './edge-columns.js';

export interface WitnessNodePlan extends NodeDemands {
  readonly kind: 'witnesses';
  readonly query: number;
  readonly number: number;
  readonly variable: string | undefined;
  /** `undefined` on the root. */
  readonly parent: ParentLink | undefined;
  readonly isRoot: boolean;
  readonly hop: undefined;
  /** It waits for no answers: missing rows count as absent. */
  readonly waits: false;
  readonly tracksOrigins: false;

  readonly patternEdges: readonly WitnessEdgePlan[];

  // Which graph edges the pattern's edges stand on: see edge-columns.ts

  /** Edges of this pattern node and below whose images matter to the subscriber's edge or to anything further up. */
  readonly columns: readonly NodeColumn[];
  /** Indexes into `columns` of the reported columns, in the order of the subscriber's pattern edge columns. */
  readonly reported: readonly ReportedColumn[];
  /** `exclusions` of each of `columns`. */
  readonly exclusions: readonly number[];
  /** `exclusions` of each of `reported`. */
  readonly reportedRivals: readonly number[];
  /** Pairs of edges below different pattern edges that must not stand on the same graph edge. */
  readonly checks: readonly EdgeCheck[];
  /** Pattern edges used by `columns` or `checks` precede the others, which only need one witness. */
  readonly edgeOrder: readonly number[];
  /** How many of `edgeOrder` feed `columns`: combinations beyond them do not change the reports. */
  readonly feedingEdges: number;
}

/** One pattern edge from a pattern node to a child. */
export interface WitnessEdgePlan {
  readonly index: number;
  readonly label: string;
  /** Seen from the parent. */
  readonly direction: Direction;
  /** Number of the pattern node at the other end. */
  readonly child: number;
  /**
   * Pattern edges with the same demands share one child and one state, that of the first: the number of that pattern
   * edge, or this one's own.
   */
  readonly state: number;
  /** The preceding pattern edge that shares its state; -1 if none. Assignments are tried only in ascending order. */
  readonly after: number;
  /** The child demands nothing: the half-edge suffices, without a subscription. */
  readonly bare: boolean;
  /** Columns of each way to fill the pattern edge. */
  readonly columns: readonly EdgeColumn[];
  /** `exclusions` of each column. */
  readonly exclusions: readonly number[];
  /** The first column is its own image; the rest is reported by the child. */
  readonly ownColumn: boolean;
  /**
   * Indexes of columns whose edge must not be a loop on the node, because a loop of the pattern occupies it already.
   */
  readonly notLoop: readonly number[];
}

export interface ReportedColumn {
  /** Index into the pattern node's columns. */
  readonly column: number;
  readonly exclusions: number;
  readonly keep: number;
}
