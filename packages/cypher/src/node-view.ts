/** Nodes and edges as a reader sees them. */
import type { HalfEdge, NodeId, ValueMap } from '@weir/model';

/** Parts of each node that a read returns; a bit set. */
export const ReadPart = {
  Properties: 1,
  Labels: 2,
  /** Only the number of half-edges. */
  EdgeCount: 4,
} as const;

/** A node as a reader sees it. An id that was never written reads as an empty node. */
export interface NodeView {
  readonly id: NodeId;
  /** Whether it was written and not deleted since. Scans return only such nodes, look-ups by id return any. */
  readonly exists: boolean;
  /** Sorted. Empty unless requested. */
  readonly labels: readonly string[];
  /** Empty unless requested. Must not be changed: it may be the node's own map. */
  readonly properties: ValueMap;
  readonly edgeCount: number;
}

/** A half-edge with the properties of its edge. */
export interface ExpandedEdge extends HalfEdge {
  readonly properties: ValueMap;
}
