/** Nodes and edges, as queries return them and the canvas shows them. */
import { isExact } from '../api/exact-json.js';

export type Properties = Readonly<Record<string, unknown>>;

export interface GraphNode {
  readonly id: string;
  readonly labels: readonly string[];
  readonly properties: Properties;
  /** Present on a bubble: the nodes that it represents, including nodes of nested bubbles. */
  readonly members?: readonly string[];
}

/** A group of nodes that is drawn as one. */
export interface Cluster {
  readonly id: string;
  readonly name: string;
  /** Ids of nodes and of other clusters. */
  readonly nodeIds: readonly string[];
}

export interface GraphEdge {
  readonly key: string;
  readonly from: string;
  readonly to: string;
  readonly type: string;
  readonly properties: Properties;
  /** Not in the graph: a quick query created it to connect two nodes. */
  readonly isSynthetic?: boolean;
}

export interface Elements {
  readonly nodes: ReadonlyMap<string, GraphNode>;
  readonly edges: ReadonlyMap<string, GraphEdge>;
  readonly clusters?: ReadonlyMap<string, Cluster>;
}

export function edgeKey(from: string, type: string, to: string): string {
  return `${from} ${type} ${to}`;
}

/** Collects the nodes and edges in values, also within lists, maps and paths. The last version of a node counts. */
export class ElementCollector implements Elements {
  readonly nodes = new Map<string, GraphNode>();
  readonly edges = new Map<string, GraphEdge>();

  add(value: unknown): void {
    if (typeof value !== 'object' || value === null || isExact(value)) return;
    if (Array.isArray(value)) for (const each of value) this.add(each);
    else if (isNode(value)) {
      const { id, labels, properties } = value;
      this.nodes.set(String(id), { id: String(id), labels: [...labels].sort(), properties });
    } else if (isEdge(value)) {
      const { start, end, name, properties } = value;
      const [from, to] = [String(start), String(end)];
      const key = edgeKey(from, name, to);
      this.edges.set(key, { key, from, to, type: name, properties });
    } else for (const each of Object.values(value)) this.add(each);
  }
}

export function elementsOf(rows: readonly (readonly unknown[])[]): ElementCollector {
  const found = new ElementCollector();
  for (const row of rows) found.add(row);
  return found;
}

interface NodeJson {
  readonly id: unknown;
  readonly labels: readonly string[];
  readonly properties: Properties;
}

interface EdgeJson {
  readonly start: unknown;
  readonly end: unknown;
  readonly name: string;
  readonly properties: Properties;
}

export function isNode(value: object): value is NodeJson {
  return (
    hasKeys(value, 3) &&
    'id' in value &&
    'labels' in value &&
    'properties' in value &&
    Array.isArray(value.labels)
  );
}

export function isEdge(value: object): value is EdgeJson {
  return hasKeys(value, 4) && 'start' in value && 'end' in value && 'name' in value && 'properties' in value;
}

function hasKeys(value: object, count: number): boolean {
  return Object.keys(value).length === count;
}
