import { Direction } from '@weir/model';
import type { NodeId, Value, ValueMap } from '@weir/model';
import type { ExpandedEdge } from '../node-view.js';

/** A node of a MapGraph: its own state and its half-edges, newest first. */
export class MapNode {
  exists = false;
  readonly labels = new Set<string>();
  readonly properties: ValueMap = {};
  readonly edges: ExpandedEdge[] = [];

  constructor(readonly id: NodeId) {}

  set(key: string, value: Value): void {
    if (value === null) delete this.properties[key];
    else this.properties[key] = value;
  }

  outgoing(): readonly ExpandedEdge[] {
    return this.edges.filter(edge => edge.direction === Direction.Outgoing);
  }

  edge(label: string, direction: Direction, other: NodeId): ExpandedEdge | undefined {
    return this.edges[this.indexOf(label, direction, other)];
  }

  addEdge(edge: ExpandedEdge): void {
    this.edges.unshift(edge);
  }

  replaceEdge(label: string, direction: Direction, other: NodeId, properties: ValueMap): void {
    this.edges[this.indexOf(label, direction, other)] = { label, direction, other, properties };
  }

  removeEdge(label: string, direction: Direction, other: NodeId): void {
    const index = this.indexOf(label, direction, other);
    if (index >= 0) this.edges.splice(index, 1);
  }

  private indexOf(label: string, direction: Direction, other: NodeId): number {
    return this.edges.findIndex(
      edge => edge.label === label && edge.direction === direction && edge.other === other,
    );
  }
}
