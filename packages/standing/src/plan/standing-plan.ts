/**
 * A compiled standing query: the pattern as a tree of parts that hangs from the returned node. Part 0 is the
 * root; a parent's number is smaller than its children's.
 */
import type { Direction, NodeId } from '@weir/model';
import type { PropertyTest } from '../pattern/property-test.js';
import type { HomePartPlan, RowPartPlan, RowPlan, WritersPlan } from '../rows/row-plan.js';
import type { PartColumn, SlotColumn, SlotCheck } from './edge-uniqueness.js';

export type StandingPlan = TracePlan | RowPlan;
export type AnyPartPlan = PartPlan | RowPartPlan | WritersPlan | HomePartPlan;

/**
 * The plan of a query of which nothing but its roots is asked: whether a root matches, not in how many ways. Rows are
 * not needed for that, only on which graph edges a match stands.
 */
export interface TracePlan {
  readonly kind: 'traces';
  /** The standing query's number. */
  readonly query: number;
  /** Names of the result's columns. */
  readonly columns: readonly string[];
  /** The root's id is returned as text (`strId`) rather than as an id. */
  readonly idAsText: boolean;
  readonly parts: readonly PartPlan[];
}

export interface PartPlan {
  readonly kind: 'traces';
  readonly query: number;
  readonly number: number;
  readonly variable: string | undefined;
  /** `undefined` on the root. */
  readonly parent: ParentLink | undefined;

  // What must hold on the node itself, whatever its neighbours say

  readonly id: NodeId | undefined;
  readonly labels: readonly string[];
  readonly tests: readonly PropertyTest[];
  /** Labels of edges from the node to itself. */
  readonly loops: readonly string[];
  /** As many half edges as slots want over one label and direction. */
  readonly degrees: readonly Degree[];
  /** Nothing else shows that the node exists. */
  readonly needsExistence: boolean;
  /** Nodes that the query names by their ids, so they may be this part's without existing. Empty where nobody asks. */
  readonly named: readonly NodeId[];
  /** No graph has a match. */
  readonly impossible: boolean;

  readonly slots: readonly SlotPlan[];

  // Which graph edges the pattern's edges stand on: see edge-uniqueness.ts

  /** Edges of this part and below whose place matters to the asker's edge or to anything further up. */
  readonly columns: readonly PartColumn[];
  /** Indexes into `columns` of what is reported to the asker, in the order of the asker's slot columns. */
  readonly reported: readonly ReportedColumn[];
  /** `rivals` of each of `columns`. */
  readonly rivals: readonly number[];
  /** `rivals` of each of `reported`. */
  readonly reportedRivals: readonly number[];
  /** Pairs of edges under two different slots that must not stand on the same graph edge. */
  readonly checks: readonly SlotCheck[];
  /** Slots that `columns` or `checks` look at come first; the others only need to have something. */
  readonly slotOrder: readonly number[];
  /** How many of `slotOrder` feed `columns`: combinations beyond them differ in nothing that is reported. */
  readonly feedingSlots: number;
}

export interface ParentLink {
  readonly part: number;
  readonly slot: number;
}

export interface Degree {
  readonly label: string;
  readonly direction: Direction;
  readonly count: number;
}

/** One pattern edge from a part to a child part. */
export interface SlotPlan {
  readonly index: number;
  readonly label: string;
  /** Seen from the parent. */
  readonly direction: Direction;
  /** Number of the part at the other end. */
  readonly child: number;
  /**
   * Slots that demand the same have one child part and one state between them, that of the first: the number of
   * that slot, or this one's own.
   */
  readonly state: number;
  /** The slot before this one that shares its state; -1 if none. Only fillings in ascending order are tried. */
  readonly after: number;
  /** The child demands nothing: the half edge suffices, nobody is subscribed to. */
  readonly bare: boolean;
  /** What is known of each way to fill the slot. */
  readonly columns: readonly SlotColumn[];
  /** `rivals` of each column. */
  readonly rivals: readonly number[];
  /** The first column is the slot's own edge; the rest is what the child reports. */
  readonly ownColumn: boolean;
  /** Indexes of columns whose edge must not be a loop on the part's node, which stands for a loop there already. */
  readonly notLoop: readonly number[];
}

export interface ReportedColumn {
  /** Index into the part's columns. */
  readonly column: number;
  readonly rivals: number;
  readonly keep: number;
}
