import { type NodeView, ReadPart } from '@weir/cypher';
import type { NodeId } from '@weir/model';
import { edgesSize } from './half-edges.js';
import { NO_LABELS } from './label-sets.js';
import type { NodeActor } from './node-actor.js';
import { NO_PROPERTIES } from './property-bag.js';

/** Returns a reader's view of a node, which stays valid. @param parts a bit set of `ReadPart`. */
export function viewOf(actor: NodeActor, parts: number): NodeView {
  return {
    id: actor.id,
    exists: actor.exists,
    labels: parts & ReadPart.Labels ? actor.labelSet : NO_LABELS,
    properties: parts & ReadPart.Properties ? actor.shareProperties() : NO_PROPERTIES,
    edgeCount: parts & ReadPart.EdgeCount ? edgesSize(actor.halfEdges) : 0,
  };
}

export function emptyView(id: NodeId): NodeView {
  return bareView(id, false);
}

/** View with no optional parts. */
export function bareView(id: NodeId, exists: boolean): NodeView {
  return { id, exists, labels: NO_LABELS, properties: NO_PROPERTIES, edgeCount: 0 };
}
