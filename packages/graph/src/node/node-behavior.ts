/**
 * The contract of a node: a message comes in, effects go out. A node handles one message at a time; messages
 * from one worker to one node arrive in the order sent; nothing else is ordered.
 *
 * Effects on a node are written as operation codes with arguments in columns, so that a batch for many nodes
 * is a few arrays: in memory, and as msgpack between threads.
 */
import type { Direction, NodeId, Value } from '@weir/model';
import type { NodeJournal } from './node-journal.js';
import type { GivenProperties } from './property-bag.js';

/** What can be done to a node. The comment gives the arguments in `EffectBatch.args` (and `.others`). */
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
  /** - ; fails when the node has edges */
  Delete: 9,
  /** - ; removes the other halves of the node's edges first, so that a crash leaves none of them alone */
  DetachDelete: 10,
  /** - ; the second half of `DetachDelete`: the other halves are gone, but for those that came since */
  DeleteDetached: 11,
  /** label, direction, number of the other's doubt; other, which has its half: see unsettled-edges.ts */
  CheckHalfEdge: 12,
  /** label, direction, number of the doubt; other, which has no half */
  DropHalfEdge: 13,
  /** label, direction; other, which lost its half before a crash */
  AbsentHalfEdge: 14,
  /** label; other, to be shown the properties of the edge to it: see edge-property-effects.ts */
  ShowEdgeProperties: 15,
  /** label, properties; other, which the edge comes from */
  PutEdgeProperties: 16,
} as const;
export type EffectCode = (typeof EffectCode)[keyof typeof EffectCode];

/** Arguments of each code in `args`, by code. */
export const ARGUMENTS: readonly number[] = [0, 2, 1, 1, 1, 1, 2, 2, 4, 0, 0, 0, 3, 3, 2, 1, 2];
/** Arguments of each code in `others`, by code. */
export const OTHERS: readonly number[] = [0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 1, 1];

/** Who hears of a node's changes: its journal, and the engine that watches. Called after the change is in memory. */
export interface NodeListener {
  /** Of the shard that the node is in. */
  readonly journal: NodeJournal;
  /** `propertyChanged` is of interest for some key; else it need not be called. */
  readonly watchesProperties: boolean;
  /** The node began or ceased to exist. */
  existenceChanged(): void;
  propertyChanged(key: string): void;
  labelChanged(label: string): void;
  edgeAdded(label: string, direction: Direction, other: NodeId): void;
  edgeRemoved(label: string, direction: Direction, other: NodeId): void;
  edgePropertyChanged(label: string, direction: Direction, other: NodeId): void;
}

/** The writes a node understands; each tells the listener what it really changed, and nothing if nothing. */
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
  /** Forgets properties, labels and edges; the caller takes care of the other halves. */
  delete(listener: NodeListener): void;
}
