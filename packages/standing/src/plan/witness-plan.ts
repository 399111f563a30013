/**
 * The plan of a part of which nothing is asked but whether it matches, and on which graph edges: not values, and not in
 * how many ways. Of its neighbours it keeps a few traces at most, however many they are.
 */
import type { Direction } from '@weir/model';
import type { ParentLink, PartDemands } from './node-demands.js';
import type { PartColumn, SlotColumn, SlotCheck } from './edge-uniqueness.js';

export interface PartPlan extends PartDemands {
  readonly kind: 'traces';
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
