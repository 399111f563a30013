/**
 * The part of a plan that tracks the graph edges on which pattern edges stand, so that no two pattern edges share a
 * graph edge. compile/witnesses/edge-uniqueness.ts decides which columns exist and why they are sufficient.
 */
import type { NodeId } from '@weir/model';

/**
 * The graph edges that some pattern edges stand on: `[source, target, source, target, ...]`, two ids per column, or two
 * nulls for "collides with nothing that is compared". Never changed.
 */
export type Witness = readonly (NodeId | null)[];

/** When an image can still collide with the edges it excludes, which all touch one pattern node. A bit set. */
export const Keep = {
  /** The excluded edge touches other nodes only. */
  Always: 1,
  /** The excluded edge begins at the node: keep if the image does. */
  AtSource: 2,
  AtTarget: 4,
  /** The excluded edge is a loop on the node: keep if the image is that loop. */
  AtBoth: 8,
} as const;

/** The column of one edge in the rows that fill a pattern edge. */
export interface EdgeColumn {
  /** Index into the pattern's edges. */
  readonly edge: number;
  /** How many edges outside the branch could have the same image. */
  readonly exclusions: number;
  /** `Keep` with respect to the node that the pattern edge leaves. */
  readonly keep: number;
}

/** The column of one edge in the matches of a pattern node. */
export interface NodeColumn {
  readonly edge: number;
  readonly exclusions: number;
  readonly keep: number;
  /** The pattern edge that supplies the image; -1: a loop on the node itself. */
  readonly edgeIndex: number;
  readonly column: number;
  /** The image must differ from that of the edge to the subscriber. */
  readonly againstEntry: boolean;
}

/** Two columns of different pattern edges that must not have the same image. */
export interface EdgeCheck {
  readonly edgeIndex: number;
  readonly column: number;
  /** Greater than `edgeIndex`. */
  readonly otherIndex: number;
  readonly otherColumn: number;
}
