import type { Direction, HalfEdge, NodeId, Value, ValueMap } from '@weir/model';

/** The graph node on which pattern nodes are evaluated, as the engine sees it. Callers must not change values. */
export interface StandingNode {
  readonly id: NodeId;
  /** Whether it was written and not deleted since. */
  readonly exists: boolean;
  property(key: string): Value | undefined;
  hasLabel(label: string): boolean;
  labels(): readonly string[];
  /** The nodes at the other end of matching half-edges. `undefined` matches any label or direction. */
  neighbors(label: string | undefined, direction: Direction | undefined): Iterable<NodeId>;
  hasEdge(label: string, direction: Direction, other: NodeId): boolean;
  edgeCount(label: string | undefined, direction: Direction | undefined): number;
  properties(): ValueMap;
  /** The properties of the edge that a half-edge belongs to. */
  propertiesOfEdge(label: string, direction: Direction, other: NodeId): ValueMap;
  /** All half-edges, or the half-edges to one node. */
  edgesWith(other: NodeId | undefined): Iterable<HalfEdge>;
}
