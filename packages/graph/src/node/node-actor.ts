/**
 * One node: its properties, labels, half edges and standing-query state. A graph may have millions, so there are few
 * fields, they are always the same, and empty values are shared.
 *
 * Every write compares first. A write that changes nothing emits no event, no journal entry and no work for standing
 * queries (law 2). Properties and label lists are shared with writers and readers, and copied before the first change
 * (`ownsProperties`).
 */
import {
  type Direction,
  EventKind,
  type HalfEdge,
  mapGet,
  mapSet,
  type NodeEvent,
  type NodeId,
  structurallyEqual,
  type Value,
  type ValueMap,
} from '@weir/model';
import type { StandingNode, StandingState } from '@weir/standing';
import { EdgeProperties } from './edge-properties.js';
import {
  allEdges,
  countEdges,
  edgesBetween,
  type HalfEdges,
  hasEdge,
  neighborsOver,
  NO_EDGES,
  withEdge,
  withoutEdge,
} from './half-edges.js';
import { type LabelSet, NO_LABELS, withLabel, withoutLabel } from './label-sets.js';
import type { NodeBehavior, NodeListener } from './node-behavior.js';
import type { NodeContent } from './node-snapshot.js';
import { NodeUpkeep } from './node-upkeep.js';
import {
  givenMap,
  type GivenProperties,
  NO_PROPERTIES,
  packedBag,
  type PropertyBag,
  keysOfBag,
  readBag,
  readProperty,
  unpackBag,
  withoutNulls,
  countProperties,
} from './property-bag.js';

export class NodeActor extends NodeUpkeep implements NodeBehavior, NodeContent, StandingNode {
  bag: PropertyBag = NO_PROPERTIES;
  labelSet: LabelSet = NO_LABELS;
  halfEdges: HalfEdges = NO_EDGES;
  /** Defined only on nodes that have had edges with properties. */
  declare edgeProperties?: EdgeProperties | undefined;
  standing: StandingState | undefined = undefined;

  constructor(readonly id: NodeId) {
    super();
  }

  // Reading

  property(key: string): Value | undefined {
    return readProperty(this.bag, key);
  }

  get hasProperties(): boolean {
    return this.bag !== NO_PROPERTIES;
  }

  get propertyCount(): number {
    return countProperties(this.bag);
  }

  hasLabel(label: string): boolean {
    return this.labelSet.includes(label);
  }

  labels(): readonly string[] {
    return this.labelSet;
  }

  neighbors(label: string | undefined, direction: Direction | undefined): Iterable<NodeId> {
    return neighborsOver(this.halfEdges, label, direction);
  }

  hasEdge(label: string, direction: Direction, other: NodeId): boolean {
    return hasEdge(this.halfEdges, label, direction, other);
  }

  edgeCount(label: string | undefined, direction: Direction | undefined): number {
    return countEdges(this.halfEdges, label, direction);
  }

  edgesWith(other: NodeId | undefined): readonly HalfEdge[] {
    return other === undefined ? allEdges(this.halfEdges) : edgesBetween(this.halfEdges, other);
  }

  /** Read-only view that later writes may change; the caller must not keep it. */
  properties(): ValueMap {
    return readBag(this.bag);
  }

  propertiesOfEdge(label: string, direction: Direction, other: NodeId): ValueMap {
    return this.edgeProperties?.of(label, direction, other) ?? NO_PROPERTIES;
  }

  /** Properties that a reader may keep: later writes do not change this map. */
  shareProperties(): ValueMap {
    if (typeof this.bag === 'string') return unpackBag(this.bag);
    this.ownsProperties = false;
    return this.bag;
  }

  // Writing

  create(listener: NodeListener): void {
    if (this.exists) return;
    this.beginToExist(listener);
    listener.journal.append(this, [EventKind.Created]);
  }

  setProperty(key: string, value: Value, listener: NodeListener): void {
    const old = this.property(key);
    if (value === null) {
      if (old === undefined) return;
      this.removeKey(key);
      listener.journal.counts.property(key, old, undefined);
      listener.journal.append(this, [EventKind.PropertyRemoved, key]);
    } else {
      if (old !== undefined && structurallyEqual(old, value)) return;
      this.beginToExist(listener);
      this.putKey(key, value);
      listener.journal.counts.property(key, old, value);
      listener.journal.append(this, [EventKind.PropertySet, key, value]);
    }
    listener.propertyChanged(key);
  }

  mergeProperties(properties: GivenProperties, listener: NodeListener): void {
    if (!this.hasProperties) {
      this.adopt(properties, listener);
      return;
    }
    this.putAll(givenMap(properties), listener);
  }

  replaceProperties(properties: GivenProperties, listener: NodeListener): void {
    if (!this.hasProperties) {
      this.adopt(properties, listener);
      return;
    }
    if (properties instanceof Uint8Array && packedBag(properties) === this.bag) return;
    const map = givenMap(properties);
    for (const key of keysOfBag(this.bag)) {
      const kept = mapGet(map, key);
      if (kept === undefined || kept === null) this.setProperty(key, null, listener);
    }
    this.putAll(map, listener);
  }

  addLabels(labels: readonly string[], listener: NodeListener): void {
    for (const label of labels) {
      if (this.labelSet.includes(label)) continue;
      this.beginToExist(listener);
      this.labelSet = withLabel(this.labelSet, label);
      listener.journal.counts.label(label, 1);
      listener.journal.append(this, [EventKind.LabelAdded, label]);
      listener.labelChanged(label);
    }
  }

  removeLabels(labels: readonly string[], listener: NodeListener): void {
    for (const label of labels) {
      if (!this.labelSet.includes(label)) continue;
      this.labelSet = withoutLabel(this.labelSet, label);
      listener.journal.counts.label(label, -1);
      listener.journal.append(this, [EventKind.LabelRemoved, label]);
      listener.labelChanged(label);
    }
  }

  addHalfEdge(label: string, direction: Direction, other: NodeId, listener: NodeListener): void {
    const edges = withEdge(this.halfEdges, label, direction, other);
    if (edges === undefined) return;
    this.halfEdges = edges;
    this.beginToExist(listener);
    listener.journal.counts.edge(label, direction, 1);
    listener.journal.append(this, [EventKind.EdgeAdded, label, direction, other]);
    listener.edgeAdded(label, direction, other);
  }

  removeHalfEdge(label: string, direction: Direction, other: NodeId, listener: NodeListener): void {
    const edges = withoutEdge(this.halfEdges, label, direction, other);
    if (edges === undefined) return;
    this.halfEdges = edges;
    listener.journal.counts.edge(label, direction, -1, this.propertiesOfEdge(label, direction, other));
    this.edgeProperties?.drop(label, direction, other);
    listener.journal.append(this, [EventKind.EdgeRemoved, label, direction, other]);
    listener.edgeRemoved(label, direction, other);
  }

  setEdgeProperty(
    label: string,
    direction: Direction,
    other: NodeId,
    key: string,
    value: Value,
    listener: NodeListener,
  ): void {
    if (!hasEdge(this.halfEdges, label, direction, other)) return;
    const old = mapGet(this.propertiesOfEdge(label, direction, other), key);
    if (value === null ? old === undefined : old !== undefined && structurallyEqual(old, value)) return;
    (this.edgeProperties ??= new EdgeProperties()).set(label, direction, other, key, value);
    listener.journal.counts.edgeProperty(key, direction, old, value);
    listener.journal.append(this, [EventKind.EdgePropertySet, label, direction, other, key, value]);
    listener.edgePropertyChanged(label, direction, other);
  }

  delete(listener: NodeListener): void {
    if (!this.exists) return;
    const keys = keysOfBag(this.bag);
    const labels = this.labelSet;
    const edges = allEdges(this.halfEdges);
    this.uncount(listener, edges);
    this.clear();
    listener.journal.append(this, [EventKind.Deleted]);
    listener.existenceChanged();
    for (const key of keys) listener.propertyChanged(key);
    for (const label of labels) listener.labelChanged(label);
    for (const edge of edges) listener.edgeRemoved(edge.label, edge.direction, edge.other);
  }

  // Waking

  /** Restores a snapshot's content, replacing the current state. The node must be new, or its state irrelevant. */
  restore(content: NodeContent): void {
    this.bag = content.bag;
    this.ownsProperties = false;
    this.labelSet = content.labelSet;
    this.halfEdges = content.halfEdges;
    if (content.edgeProperties !== this.edgeProperties) this.edgeProperties = content.edgeProperties;
    this.exists = content.exists;
  }

  /** Applies one journaled event without notifying the listener. Standing-query events are replayed by the engine. */
  replay(event: NodeEvent): void {
    switch (event[0]) {
      case EventKind.PropertySet:
        this.putKey(event[1], event[2]);
        break;
      case EventKind.PropertiesSet:
        this.replayAll(event[1]);
        break;
      case EventKind.PropertiesPacked:
        if (this.hasProperties) this.replayAll(givenMap(event[1]));
        else this.bag = packedBag(event[1]);
        break;
      case EventKind.PropertyRemoved:
        this.removeKey(event[1]);
        break;
      case EventKind.LabelAdded:
        this.labelSet = withLabel(this.labelSet, event[1]);
        break;
      case EventKind.LabelRemoved:
        this.labelSet = withoutLabel(this.labelSet, event[1]);
        break;
      case EventKind.EdgeAdded:
        this.halfEdges = withEdge(this.halfEdges, event[1], event[2], event[3]) ?? this.halfEdges;
        break;
      case EventKind.EdgeRemoved:
        this.halfEdges = withoutEdge(this.halfEdges, event[1], event[2], event[3]) ?? this.halfEdges;
        this.edgeProperties?.drop(event[1], event[2], event[3]);
        break;
      case EventKind.EdgePropertySet:
        (this.edgeProperties ??= new EdgeProperties()).set(event[1], event[2], event[3], event[4], event[5]);
        break;
      case EventKind.Created:
        break;
      case EventKind.Deleted:
        this.clear();
        return;
      case EventKind.Standing:
        return;
    }
    this.exists = true;
  }

  /** Every half edge with the properties of its edge. */
  allEdges(): { readonly edge: HalfEdge; readonly properties: ValueMap }[] {
    return allEdges(this.halfEdges).map(edge => ({
      edge,
      properties: this.propertiesOfEdge(edge.label, edge.direction, edge.other),
    }));
  }

  /** Sets the first properties of a node. The node takes ownership of the argument without copying it. */
  private adopt(properties: GivenProperties, listener: NodeListener): void {
    if (properties instanceof Uint8Array) {
      this.beginToExist(listener);
      this.bag = packedBag(properties);
      listener.journal.counts.properties(this.bag, 1);
      listener.journal.append(this, [EventKind.PropertiesPacked, properties]);
    } else {
      const kept = withoutNulls(properties);
      if (Object.keys(kept).length === 0) return;
      this.beginToExist(listener);
      this.bag = kept;
      this.ownsProperties = true;
      listener.journal.counts.properties(kept, 1);
      listener.journal.append(this, [EventKind.PropertiesSet, { ...kept }]);
    }
    if (listener.watchesProperties) for (const key of keysOfBag(this.bag)) listener.propertyChanged(key);
  }

  private putAll(properties: ValueMap, listener: NodeListener): void {
    for (const key in properties) this.setProperty(key, properties[key]!, listener);
  }

  private replayAll(properties: ValueMap): void {
    for (const key in properties) this.putKey(key, properties[key]!);
  }

  private beginToExist(listener: NodeListener): void {
    if (this.exists) return;
    this.exists = true;
    listener.journal.counts.node(1);
    listener.existenceChanged();
  }

  private uncount({ journal: { counts } }: NodeListener, edges: readonly HalfEdge[]): void {
    counts.node(-1);
    counts.properties(this.bag, -1);
    for (const label of this.labelSet) counts.label(label, -1);
    for (const { label, direction, other } of edges) {
      counts.edge(label, direction, -1, this.propertiesOfEdge(label, direction, other));
    }
  }

  /** Returns the properties as a map that only this node refers to. */
  private own(): ValueMap {
    if (!this.ownsProperties || typeof this.bag === 'string') {
      this.bag = unpackBag(this.bag);
      this.ownsProperties = true;
    }
    return this.bag;
  }

  private putKey(key: string, value: Value): void {
    mapSet(this.own(), key, value);
  }

  private removeKey(key: string): void {
    const properties = this.own();
    delete properties[key];
    for (const _ in properties) return;
    this.bag = NO_PROPERTIES;
    this.ownsProperties = false;
  }

  private clear(): void {
    this.bag = NO_PROPERTIES;
    this.ownsProperties = false;
    this.labelSet = NO_LABELS;
    this.halfEdges = NO_EDGES;
    if (this.edgeProperties !== undefined) this.edgeProperties = undefined;
    this.exists = false;
  }
}
