/**
 * What a plan says about the graph edges that pattern edges stand on, so that no two pattern edges stand on the same one.
 * compile/witnesses/edge-uniqueness.ts decides which columns there are and why they are enough.
 */
import type { NodeId } from '@weir/model';

/**
 * The graph edges that some pattern edges stand on: `[source, target, source, target, ...]`, two ids per column, or two
 * nulls for "collides with nothing that is compared". Never changed.
 */
export type Witness = readonly (NodeId | null)[];

/** When an image can still collide; a bit set. The node of the pattern that the excluded edges touch is meant. */
export const Keep = {
  /** The excluded edge touches other nodes only. */
  Always: 1,
  /** The excluded edge begins at the node: when the image does. */
  AtSource: 2,
  AtTarget: 4,
  /** The excluded edge is a loop on the node: when the image is it. */
  AtBoth: 8,
} as const;

/** One edge's place in the rows that fill a pattern edge. */
export interface EdgeColumn {
  /** Index into the pattern's edges. */
  readonly edge: number;
  /** How many edges outside the branch could have the same image. */
  readonly exclusions: number;
  /** `Keep` with respect to the node that the pattern edge leaves. */
  readonly keep: number;
}

/** One edge's place in what a pattern node knows of its own matches. */
export interface NodeColumn {
  readonly edge: number;
  readonly exclusions: number;
  readonly keep: number;
  /** Where the image comes from; pattern edge -1 is a loop on the node itself. */
  readonly patternEdge: number;
  readonly column: number;
  /** Must not have the image of the asker's edge. */
  readonly againstEntry: boolean;
}

export interface EdgeCheck {
  readonly patternEdge: number;
  readonly column: number;
  /** Greater than `patternEdge`. */
  readonly otherEdge: number;
  readonly otherColumn: number;
}
