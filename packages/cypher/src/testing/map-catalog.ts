/** The catalog of nodes in Maps, by counting them all: the reference behavior for graphs that count as they are written. */
import { Direction, typeName, type ValueMap } from '@weir/model';
import type { CatalogEntry, CatalogKey, GraphCatalog } from '../graph-catalog.js';
import type { MapNode } from './map-node.js';

type CountedNode = Pick<MapNode, 'labels' | 'properties' | 'edges'>;

export function catalogOf(nodes: Iterable<CountedNode>): GraphCatalog {
  const labels = new Map<string, number>();
  const edgeTypes = new Map<string, number>();
  const propertyKeys = new Map<string, Map<string, number>>();
  const edgePropertyKeys = new Map<string, Map<string, number>>();
  let nodeCount = 0;
  let edgeCount = 0;
  for (const node of nodes) {
    nodeCount++;
    for (const label of node.labels) increment(labels, label);
    countTypes(propertyKeys, node.properties);
    for (const edge of node.edges) {
      if (edge.direction !== Direction.Outgoing) continue;
      edgeCount++;
      increment(edgeTypes, edge.label);
      countTypes(edgePropertyKeys, edge.properties);
    }
  }
  return {
    nodes: nodeCount,
    edges: edgeCount,
    labels: entriesOf(labels),
    edgeTypes: entriesOf(edgeTypes),
    propertyKeys: keysOf(propertyKeys),
    edgePropertyKeys: keysOf(edgePropertyKeys),
    isExact: true,
    isTruncated: false,
  };
}

function countTypes(keys: Map<string, Map<string, number>>, properties: ValueMap): void {
  for (const key of Object.keys(properties)) {
    const types = keys.get(key) ?? new Map<string, number>();
    keys.set(key, types);
    increment(types, typeName(properties[key]!));
  }
}

function increment(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function entriesOf(counts: ReadonlyMap<string, number>): CatalogEntry[] {
  return [...counts].sort(byName).map(([name, count]) => entry(name, count));
}

function keysOf(keys: ReadonlyMap<string, ReadonlyMap<string, number>>): CatalogKey[] {
  return [...keys].sort(byName).map(([name, types]) => {
    const count = [...types.values()].reduce((sum, each) => sum + each, 0);
    return { ...entry(name, count), types: Object.fromEntries(types) };
  });
}

function entry(name: string, count: number): CatalogEntry {
  return { name, count, firstSeen: null, lastSeen: null };
}

function byName([left]: readonly [string, unknown], [right]: readonly [string, unknown]): number {
  return left < right ? -1 : 1;
}
