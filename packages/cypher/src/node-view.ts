/** Nodes and edges as a reader sees them. */
import type { HalfEdge, NodeId, ValueMap } from '@weir/model';

/** What a read brings back of each node; a bit set. */
export const ReadPart = {
  Properties: 1,
  Labels: 2,
  /** The number of half edges, and nothing of them. */
  EdgeCount: 4,
} as const;

/** A node as it is for the reader. An id that was never written reads as an empty one. */
export interface NodeView {
  readonly id: NodeId;
  /** Something was written and not deleted since. Scans return only such nodes, look-ups by id return any. */
  readonly exists: boolean;
  /** Sorted. Empty unless asked for. */
  readonly labels: readonly string[];
  /** Empty unless asked for. Not to be changed: it may be the node's own. */
  readonly properties: ValueMap;
  readonly edgeCount: number;
}

/** A half edge with the properties of its edge. */
export interface ExpandedEdge extends HalfEdge {
  readonly properties: ValueMap;
}
