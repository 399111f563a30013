/**
 * One node: its properties, labels, half edges and standing-query state. There may be millions, so the fields
 * are few, always the same, and empty parts are shared.
 *
 * Every write compares first: what is already so makes no event, no journal, no work for standing queries
 * (law 2). Property maps and label lists are shared with whoever wrote or reads them and copied before the
 * first change (`ownsProperties`).
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
import {
  allEdges,
  countEdges,
  type HalfEdges,
  hasEdge,
  neighboursOver,
  NO_EDGES,
  withEdge,
  withoutEdge,
} from './half-edges.js';
import { type LabelSet, NO_LABELS, withLabel, withoutLabel } from './label-sets.js';
import type { NodeBehavior, NodeListener } from './node-behavior.js';
import { sharedString } from './shared-strings.js';

export const NO_PROPERTIES: ValueMap = Object.freeze({});

const EXISTS = 1;
const OWNS_PROPERTIES = 2;
const BEING_WRITTEN = 4;
const WAS_USED = 8;

/** Properties of the edges that have any, by half edge. Most graphs have none. */
type EdgeProperties = Map<string, ValueMap>;

function edgeKey(label: string, direction: Direction, other: NodeId): string {
  return `${direction}${label}\u0000${other}`;
}

export class NodeActor implements NodeBehavior, StandingNode {
  properties: ValueMap = NO_PROPERTIES;
  labelSet: LabelSet = NO_LABELS;
  halfEdges: HalfEdges = NO_EDGES;
  private edgeProperties: EdgeProperties | undefined = undefined;
  private flags = 0;
  standing: StandingState | undefined = undefined;
  /** Events since the last group was handed to the store, in order. */
  unwritten: NodeEvent[] | undefined = undefined;
  /** While the node is being read from the store: what waits for it, in order. */
  waiting: (() => void)[] | undefined = undefined;

  constructor(readonly id: NodeId) {}

  /** Written and not deleted since. */
  get exists(): boolean {
    return (this.flags & EXISTS) !== 0;
  }

  private set exists(exists: boolean) {
    this.flags = exists ? this.flags | EXISTS : this.flags & ~EXISTS;
  }

  private get ownsProperties(): boolean {
    return (this.flags & OWNS_PROPERTIES) !== 0;
  }

  private set ownsProperties(owns: boolean) {
    this.flags = owns ? this.flags | OWNS_PROPERTIES : this.flags & ~OWNS_PROPERTIES;
  }

  /** Events of the node are on their way to the store. */
  get isBeingWritten(): boolean {
    return (this.flags & BEING_WRITTEN) !== 0;
  }

  set isBeingWritten(writing: boolean) {
    this.flags = writing ? this.flags | BEING_WRITTEN : this.flags & ~BEING_WRITTEN;
  }

  /** Touched since the last search for nodes to put to sleep. */
  get wasUsed(): boolean {
    return (this.flags & WAS_USED) !== 0;
  }

  set wasUsed(used: boolean) {
    this.flags = used ? this.flags | WAS_USED : this.flags & ~WAS_USED;
  }

  /** Everything there is to know of the node is in the store: it may sleep. */
  get canSleep(): boolean {
    return this.waiting === undefined && this.unwritten === undefined && !this.isBeingWritten;
  }

  // Reading

  property(key: string): Value | undefined {
    return mapGet(this.properties, key);
  }

  hasLabel(label: string): boolean {
    return this.labelSet.includes(label);
  }

  labels(): readonly string[] {
    return this.labelSet;
  }

  neighbours(label: string | undefined, direction: Direction | undefined): Iterable<NodeId> {
    return neighboursOver(this.halfEdges, label, direction);
  }

  hasEdge(label: string, direction: Direction, other: NodeId): boolean {
    return hasEdge(this.halfEdges, label, direction, other);
  }

  edgeCount(label: string | undefined, direction: Direction | undefined): number {
    return countEdges(this.halfEdges, label, direction);
  }

  propertiesOfEdge(label: string, direction: Direction, other: NodeId): ValueMap {
    return this.edgeProperties?.get(edgeKey(label, direction, other)) ?? NO_PROPERTIES;
  }

  /** The properties, to be kept by a reader: later writes leave this map as it is. */
  shareProperties(): ValueMap {
    this.ownsProperties = false;
    return this.properties;
  }

  // Writing

  create(listener: NodeListener): void {
    if (this.exists) return;
    this.beginToExist(listener);
    listener.recorded([EventKind.Created]);
  }

  setProperty(key: string, value: Value, listener: NodeListener): void {
    const old = mapGet(this.properties, key);
    if (value === null) {
      if (old === undefined) return;
      this.removeKey(key);
      listener.recorded([EventKind.PropertyRemoved, key]);
    } else {
      if (old !== undefined && structurallyEqual(old, value)) return;
      this.beginToExist(listener);
      this.putKey(key, value);
      listener.recorded([EventKind.PropertySet, key, value]);
    }
    listener.propertyChanged(key);
  }

  mergeProperties(properties: ValueMap, listener: NodeListener): void {
    if (this.properties === NO_PROPERTIES) {
      this.adopt(properties, listener);
      return;
    }
    for (const key in properties) this.setProperty(key, properties[key]!, listener);
  }

  replaceProperties(properties: ValueMap, listener: NodeListener): void {
    if (this.properties === NO_PROPERTIES) {
      this.adopt(properties, listener);
      return;
    }
    for (const key of Object.keys(this.properties)) {
      const kept = mapGet(properties, key);
      if (kept === undefined || kept === null) this.setProperty(key, null, listener);
    }
    for (const key in properties) this.setProperty(key, properties[key]!, listener);
  }

  addLabels(labels: readonly string[], listener: NodeListener): void {
    for (const label of labels) {
      if (this.labelSet.includes(label)) continue;
      this.beginToExist(listener);
      this.labelSet = withLabel(this.labelSet, label);
      listener.recorded([EventKind.LabelAdded, label]);
      listener.labelChanged(label);
    }
  }

  removeLabels(labels: readonly string[], listener: NodeListener): void {
    for (const label of labels) {
      if (!this.labelSet.includes(label)) continue;
      this.labelSet = withoutLabel(this.labelSet, label);
      listener.recorded([EventKind.LabelRemoved, label]);
      listener.labelChanged(label);
    }
  }

  addHalfEdge(label: string, direction: Direction, other: NodeId, listener: NodeListener): void {
    const edges = withEdge(this.halfEdges, label, direction, other);
    if (edges === undefined) return;
    this.halfEdges = edges;
    this.beginToExist(listener);
    listener.recorded([EventKind.EdgeAdded, label, direction, other]);
    listener.edgeAdded(label, direction, other);
  }

  removeHalfEdge(label: string, direction: Direction, other: NodeId, listener: NodeListener): void {
    const edges = withoutEdge(this.halfEdges, label, direction, other);
    if (edges === undefined) return;
    this.halfEdges = edges;
    this.edgeProperties?.delete(edgeKey(label, direction, other));
    listener.recorded([EventKind.EdgeRemoved, label, direction, other]);
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
    this.putEdgeProperty(label, direction, other, key, value);
    listener.recorded([EventKind.EdgePropertySet, label, direction, other, key, value]);
  }

  delete(listener: NodeListener): void {
    if (!this.exists) return;
    const keys = Object.keys(this.properties);
    const labels = this.labelSet;
    const edges = allEdges(this.halfEdges);
    this.clear();
    listener.recorded([EventKind.Deleted]);
    listener.existenceChanged();
    for (const key of keys) listener.propertyChanged(key);
    for (const label of labels) listener.labelChanged(label);
    for (const edge of edges) listener.edgeRemoved(edge.label, edge.direction, edge.other);
  }

  // Waking

  /** Folds one journalled event into the node, silently. Standing events are the engine's. */
  replay(event: NodeEvent): void {
    switch (event[0]) {
      case EventKind.PropertySet:
        this.putKey(event[1], event[2]);
        break;
      case EventKind.PropertiesSet:
        for (const key in event[1]) this.putKey(key, event[1][key]!);
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
        this.edgeProperties?.delete(edgeKey(event[1], event[2], event[3]));
        break;
      case EventKind.EdgePropertySet:
        this.putEdgeProperty(event[1], event[2], event[3], event[4], event[5]);
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

  /** First properties of a node: the writer's map becomes the node's, without a copy. */
  private adopt(properties: ValueMap, listener: NodeListener): void {
    let count = 0;
    let nulls = 0;
    for (const key in properties) {
      count++;
      const value = properties[key];
      if (value === null) nulls++;
      else if (typeof value === 'string') properties[key] = sharedString(value);
    }
    if (count === nulls) return;
    const kept = nulls === 0 ? properties : withoutNulls(properties);
    this.beginToExist(listener);
    this.properties = kept;
    this.ownsProperties = false;
    listener.recorded([EventKind.PropertiesSet, kept]);
    for (const key in kept) listener.propertyChanged(key);
  }

  private beginToExist(listener: NodeListener): void {
    if (this.exists) return;
    this.exists = true;
    listener.existenceChanged();
  }

  private own(): void {
    if (this.ownsProperties) return;
    this.properties = { ...this.properties };
    this.ownsProperties = true;
  }

  private putKey(key: string, value: Value): void {
    this.own();
    mapSet(this.properties, key, value);
  }

  private removeKey(key: string): void {
    this.own();
    delete this.properties[key];
    for (const _ in this.properties) return;
    this.properties = NO_PROPERTIES;
    this.ownsProperties = false;
  }

  private putEdgeProperty(label: string, direction: Direction, other: NodeId, key: string, value: Value): void {
    this.edgeProperties ??= new Map();
    const edge = edgeKey(label, direction, other);
    const properties = { ...this.edgeProperties.get(edge) };
    if (value === null) delete properties[key];
    else mapSet(properties, key, value);
    this.edgeProperties.set(edge, properties);
  }

  private clear(): void {
    this.properties = NO_PROPERTIES;
    this.ownsProperties = false;
    this.labelSet = NO_LABELS;
    this.halfEdges = NO_EDGES;
    this.edgeProperties = undefined;
    this.exists = false;
  }
}

function withoutNulls(properties: ValueMap): ValueMap {
  const kept: ValueMap = {};
  for (const key in properties) {
    const value = properties[key]!;
    if (value !== null) mapSet(kept, key, value);
  }
  return kept;
}
