/**
 * Events of a node. A node's memory is the fold of its events. A journal entry holds all events of one message, in
 * order, under one event time. Events are tuples, so that they are small in msgpack: the first element is the kind. The
 * layout is part of the on-disk format (docs/internals/storage.md).
 */
import type { NodeId } from '../ids/node-id.js';
import type { Value, ValueMap } from '../values/value.js';

export const EventKind = {
  PropertySet: 0,
  PropertyRemoved: 1,
  LabelAdded: 2,
  LabelRemoved: 3,
  EdgeAdded: 4,
  EdgeRemoved: 5,
  /** Sets an edge property, or removes it (`null`). Both half-edges keep the edge's properties. */
  EdgePropertySet: 6,
  /** The node exists without any data (`CREATE ()`). */
  Created: 7,
  /** The node was deleted: no properties, labels, or edges. It does not exist until written again. */
  Deleted: 8,
  /** A change of a standing query's state on this node; ignored by history. */
  Standing: 9,
  /** Several properties set together: the usual effect of a record. */
  PropertiesSet: 10,
  /** As `PropertiesSet`, already encoded: see packed-properties.ts. */
  PropertiesPacked: 11,
} as const;

export const Direction = { Outgoing: 0, Incoming: 1 } as const;
export type Direction = (typeof Direction)[keyof typeof Direction];

export function reversed(direction: Direction): Direction {
  return direction === Direction.Outgoing ? Direction.Incoming : Direction.Outgoing;
}

/** One end of an edge, as the node that holds it sees it. */
export interface HalfEdge {
  readonly label: string;
  readonly direction: Direction;
  readonly other: NodeId;
}

export type GraphEvent =
  | readonly [kind: typeof EventKind.PropertySet, key: string, value: Value]
  | readonly [kind: typeof EventKind.PropertiesSet, properties: ValueMap]
  | readonly [kind: typeof EventKind.PropertiesPacked, properties: Uint8Array]
  | readonly [kind: typeof EventKind.PropertyRemoved, key: string]
  | readonly [kind: typeof EventKind.LabelAdded, label: string]
  | readonly [kind: typeof EventKind.LabelRemoved, label: string]
  | readonly [kind: typeof EventKind.EdgeAdded, label: string, direction: Direction, other: NodeId]
  | readonly [kind: typeof EventKind.EdgeRemoved, label: string, direction: Direction, other: NodeId]
  | readonly [
      kind: typeof EventKind.EdgePropertySet,
      label: string,
      direction: Direction,
      other: NodeId,
      key: string,
      value: Value,
    ]
  | readonly [kind: typeof EventKind.Created]
  | readonly [kind: typeof EventKind.Deleted];

/** Only the standing-query engine writes and reads `payload`. */
export type StandingEvent = readonly [kind: typeof EventKind.Standing, query: number, payload: unknown];

export type NodeEvent = GraphEvent | StandingEvent;
