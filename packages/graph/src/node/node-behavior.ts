/**
 * The contract of a node: it receives messages and emits effects. A node handles one message at a time. Messages from
 * one worker to one node arrive in the order sent; no other order is guaranteed.
 *
 * Effects on a node are written as operation codes with arguments in columns, so that a batch for many nodes is a few
 * arrays, both in memory and as msgpack between threads.
 */
import type { Direction, NodeId, Value } from '@weir/model';
import type { NodeJournal } from './node-journal.js';
import type { GivenProperties } from './property-bag.js';

/**
 * Operations on a node. The comments list the arguments in `EffectBatch.args` and, after the semicolon, in `.others`.
 */
export const EffectCode = {
  /** - */
  Create: 0,
  /** key, value (`null` removes) */
  SetProperty: 1,
  /** properties, as `GivenProperties` */
  MergeProperties: 2,
  /** properties, as `GivenProperties` */
  ReplaceProperties: 3,
  /** labels */
  AddLabels: 4,
  /** labels */
  RemoveLabels: 5,
  /** label, direction; other */
  AddHalfEdge: 6,
  /** label, direction; other */
  RemoveHalfEdge: 7,
  /** label, direction, key, value (`null` removes); other */
  SetEdgeProperty: 8,
  /** - ; fails if the node has edges */
  Delete: 9,
  /** - ; removes the other halves of the node's edges first, so that a crash leaves no single half */
  DetachDelete: 10,
  /** - ; second step of `DetachDelete`: the other halves are removed, except those added since */
  DeleteDetached: 11,
  /** label, direction, number of the other end's doubt; other, which has its half: see unsettled-edges.ts */
  CheckHalfEdge: 12,
  /** label, direction, number of the doubt; other, which has no half */
  DropHalfEdge: 13,
  /** label, direction; other, which lost its half before a crash */
  AbsentHalfEdge: 14,
  /** label; other, which is to receive the properties of the edge to it: see edge-property-effects.ts */
  ShowEdgeProperties: 15,
  /** label, properties; other, the source node of the edge */
  PutEdgeProperties: 16,
} as const;
export type EffectCode = (typeof EffectCode)[keyof typeof EffectCode];

/** Number of arguments in `args`, indexed by code. */
export const ARGUMENTS: readonly number[] = [0, 2, 1, 1, 1, 1, 2, 2, 4, 0, 0, 0, 3, 3, 2, 1, 2];
/** Number of arguments in `others`, indexed by code. */
export const OTHERS: readonly number[] = [0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1];

/** Receives a node's changes: the journal, and the standing-query engine. Called after the change is in memory. */
export interface NodeListener {
  /** Journal of the node's shard. */
  readonly journal: NodeJournal;
  /** Whether `propertyChanged` is needed for some key. If false, it need not be called. */
  readonly watchesProperties: boolean;
  /** The node started or ceased to exist. */
  existenceChanged(): void;
  propertyChanged(key: string): void;
  labelChanged(label: string): void;
  edgeAdded(label: string, direction: Direction, other: NodeId): void;
  edgeRemoved(label: string, direction: Direction, other: NodeId): void;
  edgePropertyChanged(label: string, direction: Direction, other: NodeId): void;
}

/** Writes that a node supports. Each one reports only real changes to the listener. */
export interface NodeBehavior {
  create(listener: NodeListener): void;
  setProperty(key: string, value: Value, listener: NodeListener): void;
  mergeProperties(properties: GivenProperties, listener: NodeListener): void;
  replaceProperties(properties: GivenProperties, listener: NodeListener): void;
  addLabels(labels: readonly string[], listener: NodeListener): void;
  removeLabels(labels: readonly string[], listener: NodeListener): void;
  addHalfEdge(label: string, direction: Direction, other: NodeId, listener: NodeListener): void;
  removeHalfEdge(label: string, direction: Direction, other: NodeId, listener: NodeListener): void;
  setEdgeProperty(
    label: string,
    direction: Direction,
    other: NodeId,
    key: string,
    value: Value,
    listener: NodeListener,
  ): void;
  /** Removes properties, labels and edges. The caller must remove the other halves. */
  delete(listener: NodeListener): void;
}
