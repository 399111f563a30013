/** Properties of edges that expressions need after a write: requests are collected and read together. */
import { Direction } from '@weir/model';
import { whenReady } from '@weir/platform';
import type { NodeId, RelationshipValue, ValueMap } from '@weir/model';
import type { MaybePromise } from '@weir/platform';
import type { GraphReads } from '../graph-access.js';
import { edgeKey } from './entity-handles.js';

const NO_PROPERTIES: ValueMap = {};

export class EdgeReads {
  private known = new Map<string, ValueMap>();
  private wanted = new Map<string, RelationshipValue>();

  forget(): void {
    if (this.known.size > 0) this.known = new Map();
  }

  /** Returns the edge's properties, or `undefined` after recording the request. */
  get(edge: RelationshipValue): ValueMap | undefined {
    const key = edgeKey(edge.start, edge.label, edge.end);
    const properties = this.known.get(key);
    if (properties === undefined) this.wanted.set(key, edge);
    return properties;
  }

  fetch(reads: GraphReads): MaybePromise<void> {
    if (this.wanted.size === 0) return undefined;
    const edges = [...this.wanted.values()];
    this.wanted = new Map();
    const byLabel = new Map<string, RelationshipValue[]>();
    for (const edge of edges) {
      const group = byLabel.get(edge.label);
      if (group === undefined) byLabel.set(edge.label, [edge]);
      else group.push(edge);
    }
    return this.fetchGroups(reads, [...byLabel.values()], 0);
  }

  private fetchGroups(
    reads: GraphReads,
    groups: readonly RelationshipValue[][],
    from: number,
  ): MaybePromise<void> {
    if (from >= groups.length) return undefined;
    const group = groups[from]!;
    const nodes: NodeId[] = group.map(edge => edge.start);
    const others: NodeId[] = group.map(edge => edge.end);
    const request = { nodes, direction: Direction.Outgoing, labels: [group[0]!.label], others };
    return whenReady(reads.expand(request), lists => {
      group.forEach((edge, i) => {
        const found = lists[i]![0];
        this.known.set(edgeKey(edge.start, edge.label, edge.end), found ? found.properties : NO_PROPERTIES);
      });
      return this.fetchGroups(reads, groups, from + 1);
    });
  }
}
