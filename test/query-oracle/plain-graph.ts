/** A graph as two lists without any index: the reference for the query engine. */
import { PlainEdge, PlainNode, type PlainValue } from './plain-elements.js';
import { NotComparable } from './plain-value.js';

const MOST_NODES = 50;

export interface NodeSeed {
  readonly labels: readonly string[];
  readonly properties: Readonly<Record<string, PlainValue>>;
}

export interface EdgeSeed {
  /** Indices in the list of nodes. */
  readonly source: number;
  readonly target: number;
  readonly label: string;
  readonly properties: Readonly<Record<string, PlainValue>>;
}

export interface GraphSeed {
  readonly nodes: readonly NodeSeed[];
  /** Unique by source, label and target. */
  readonly edges: readonly EdgeSeed[];
}

export class PlainGraph {
  nodes: PlainNode[] = [];
  /** Its initial nodes, whatever happened to them. */
  seeded: readonly PlainNode[] = [];
  private serials = 0;
  edges: PlainEdge[] = [];

  static of(seed: GraphSeed): PlainGraph {
    const graph = new PlainGraph();
    for (const { labels, properties } of seed.nodes) {
      const node = graph.addNode();
      for (const label of labels) node.labels.add(label);
      setAll(node.properties, Object.entries(properties));
    }
    graph.seeded = [...graph.nodes];
    for (const { source, target, label, properties } of seed.edges) {
      const edge = graph.addEdge(graph.nodes[source]!, label, graph.nodes[target]!);
      setAll(edge.properties, Object.entries(properties));
    }
    return graph;
  }

  /** @throws NotComparable for a graph that is too large to search naively. */
  addNode(): PlainNode {
    if (this.nodes.length >= MOST_NODES) throw new NotComparable('too many nodes');
    const node = new PlainNode(this.serials++);
    this.nodes.push(node);
    return node;
  }

  /** Returns the existing edge, or a new one. */
  addEdge(source: PlainNode, label: string, target: PlainNode): PlainEdge {
    const existing = this.edges.find(
      edge => edge.source === source && edge.label === label && edge.target === target,
    );
    if (existing !== undefined) return existing;
    const edge = new PlainEdge(source, label, target);
    this.edges.push(edge);
    return edge;
  }

  edgesOf(node: PlainNode): readonly PlainEdge[] {
    return this.edges.filter(edge => edge.source === node || edge.target === node);
  }

  delete(element: PlainNode | PlainEdge): void {
    element.isDeleted = true;
    if (element instanceof PlainNode) this.nodes = this.nodes.filter(node => node !== element);
    else this.edges = this.edges.filter(edge => edge !== element);
  }
}

/** Null removes a key. */
export function setAll(
  properties: Map<string, PlainValue>,
  entries: Iterable<readonly [string, PlainValue]>,
): void {
  for (const [key, value] of entries) {
    if (value === null) properties.delete(key);
    else properties.set(key, value);
  }
}
