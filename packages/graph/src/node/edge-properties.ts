/** Edge properties of one node, keyed by half edge. Only edges with properties have an entry; most graphs have none. */
import { type Direction, mapSet, type NodeId, type Value, type ValueMap } from '@weir/model';
import { NO_PROPERTIES } from './property-bag.js';

interface EdgeEntry {
  readonly label: string;
  readonly direction: Direction;
  readonly other: NodeId;
  readonly properties: ValueMap;
}

export class EdgeProperties {
  private readonly byEdge = new Map<string, EdgeEntry>();

  of(label: string, direction: Direction, other: NodeId): ValueMap {
    return this.byEdge.get(keyOf(label, direction, other))?.properties ?? NO_PROPERTIES;
  }

  /** @param value `null` removes the property. */
  set(label: string, direction: Direction, other: NodeId, key: string, value: Value): void {
    const properties = { ...this.of(label, direction, other) };
    if (value === null) delete properties[key];
    else mapSet(properties, key, value);
    this.put(label, direction, other, properties);
  }

  put(label: string, direction: Direction, other: NodeId, properties: ValueMap): void {
    const edge = keyOf(label, direction, other);
    if (Object.keys(properties).length === 0) this.byEdge.delete(edge);
    else this.byEdge.set(edge, { label, direction, other, properties });
  }

  drop(label: string, direction: Direction, other: NodeId): void {
    this.byEdge.delete(keyOf(label, direction, other));
  }

  entries(): Iterable<EdgeEntry> {
    return this.byEdge.values();
  }
}

function keyOf(label: string, direction: Direction, other: NodeId): string {
  return `${direction}${label}\u0000${other}`;
}
