import type { Direction, HalfEdge, NodeId, Value, ValueMap } from '@weir/model';

/** The graph node on which pattern nodes are evaluated, as the engine sees it. Values are not to be changed. */
export interface StandingNode {
  readonly id: NodeId;
  /** Something was written to it and it was not deleted since. */
  readonly exists: boolean;
  property(key: string): Value | undefined;
  hasLabel(label: string): boolean;
  labels(): readonly string[];
  /** Nodes at the other end of matching half edges; `label` `undefined` is any, `direction` likewise. */
  neighbours(label: string | undefined, direction: Direction | undefined): Iterable<NodeId>;
  hasEdge(label: string, direction: Direction, other: NodeId): boolean;
  edgeCount(label: string | undefined, direction: Direction | undefined): number;
  /** All properties. */
  properties(): ValueMap;
  /** Of the edge that a half edge belongs to. */
  propertiesOfEdge(label: string, direction: Direction, other: NodeId): ValueMap;
  /** All half edges, or those to one node. */
  edgesWith(other: NodeId | undefined): Iterable<HalfEdge>;
}
