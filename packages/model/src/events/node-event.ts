/**
 * What happens to a node. A node's memory is the fold of its events; a journal entry holds all events of one
 * message, in order, under one event time. Events are tuples, so that they are small in msgpack: the first
 * element says which kind it is, and the layout is part of the on-disk format (docs/internals/storage.md).
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
  /** A property of an edge, or its removal (`null`). Both halves keep the edge's properties. */
  EdgePropertySet: 6,
  /** The node exists though nothing is on it (`CREATE ()`). */
  Created: 7,
  /** The node was deleted: no properties, labels, edges; it does not exist until written again. */
  Deleted: 8,
  /** A change of a standing query's state on this node; ignored by history. */
  Standing: 9,
  /** Several properties set at once: what most records do. */
  PropertiesSet: 10,
  /** The same, encoded already: see packed-properties.ts. */
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

/** `payload` is written and read by the standing-query engine alone. */
export type StandingEvent = readonly [kind: typeof EventKind.Standing, query: number, payload: unknown];

export type NodeEvent = GraphEvent | StandingEvent;
