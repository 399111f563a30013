/**
 * The plan of a pattern node of which nothing is asked but whether it matches, and on which graph edges: not values,
 * and not in how many ways. Of its neighbours it keeps a few witnesses at most, however many they are.
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
  /** Nobody is waited for: what is missing is not there. */
  readonly waits: false;
  readonly tracksOrigins: false;

  readonly patternEdges: readonly WitnessEdgePlan[];

  // Which graph edges the pattern's edges stand on: see edge-columns.ts

  /** Edges of this pattern node and below whose place matters to the asker's edge or to anything further up. */
  readonly columns: readonly NodeColumn[];
  /** Indexes into `columns` of what is reported to the asker, in the order of the asker's pattern edge columns. */
  readonly reported: readonly ReportedColumn[];
  /** `exclusions` of each of `columns`. */
  readonly exclusions: readonly number[];
  /** `exclusions` of each of `reported`. */
  readonly reportedRivals: readonly number[];
  /** Pairs of edges under two different ones that must not stand on the same graph edge. */
  readonly checks: readonly EdgeCheck[];
  /** Pattern edges that `columns` or `checks` look at come first; the others only need to have something. */
  readonly edgeOrder: readonly number[];
  /** How many of `edgeOrder` feed `columns`: combinations beyond them differ in nothing that is reported. */
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
   * Pattern edges that demand the same have one child and one state between them, that of the first: the number of
   * that pattern edge, or this one's own.
   */
  readonly state: number;
  /** The pattern edge before this one that shares its state; -1 if none. Only fillings in ascending order are tried. */
  readonly after: number;
  /** The child demands nothing: the half edge suffices, nobody is subscribed to. */
  readonly bare: boolean;
  /** What is known of each way to fill the pattern edge. */
  readonly columns: readonly EdgeColumn[];
  /** `exclusions` of each column. */
  readonly exclusions: readonly number[];
  /** The first column is its own image; the rest is what the child reports. */
  readonly ownColumn: boolean;
  /** Indexes of columns whose edge must not be a loop on the node, which stands for a loop there already. */
  readonly notLoop: readonly number[];
}

export interface ReportedColumn {
  /** Index into the pattern node's columns. */
  readonly column: number;
  readonly exclusions: number;
  readonly keep: number;
}
