/** A canvas as a file: plain nodes and edges, and their positions. */
import type { Cluster, Elements, GraphEdge, GraphNode } from './elements.js';

export interface SavedPosition {
  readonly x: number;
  readonly y: number;
  readonly isPinned?: boolean;
}

interface SavedCanvas {
  readonly nodes: readonly (GraphNode & { readonly place?: SavedPosition })[];
  readonly edges: readonly GraphEdge[];
  readonly clusters?: readonly (Cluster & { readonly place?: SavedPosition })[];
}

export function writeCanvas(
  { nodes, edges, clusters }: Elements,
  positions: ReadonlyMap<string, SavedPosition>,
  indentation = 2,
): string {
  const placed = <T extends { readonly id: string }>(element: T): T & { readonly place?: SavedPosition } => {
    const position = positions.get(element.id);
    return position === undefined ? element : { ...element, place: position };
  };
  const saved: SavedCanvas = {
    nodes: [...nodes.values()].map(placed),
    edges: [...edges.values()],
    ...(clusters?.size ? { clusters: [...clusters.values()].map(placed) } : {}),
  };
  return JSON.stringify(saved, null, indentation);
}

/** @throws SyntaxError when `writeCanvas` did not write the text. */
export function readCanvas(
  text: string,
  parse: (text: string) => unknown = JSON.parse,
): { elements: Elements; positions: Map<string, SavedPosition> } {
  const saved = parse(text) as Partial<SavedCanvas> | null;
  if (!Array.isArray(saved?.nodes) || !Array.isArray(saved.edges)) throw new SyntaxError('no canvas');
  const nodes = new Map<string, GraphNode>();
  const positions = new Map<string, SavedPosition>();
  for (const { id, labels, properties, place: position } of saved.nodes) {
    if (
      typeof id !== 'string' ||
      !Array.isArray(labels) ||
      typeof properties !== 'object' ||
      properties === null
    )
      throw new SyntaxError('no node');
    nodes.set(id, { id, labels: labels.map(String), properties });
    if (isPosition(position)) positions.set(id, position);
  }
  const edges = new Map<string, GraphEdge>();
  for (const edge of saved.edges) {
    if (typeof edge.key !== 'string' || typeof edge.type !== 'string') throw new SyntaxError('no edge');
    edges.set(edge.key, { ...edge, properties: edge.properties ?? {} });
  }
  const clusters = new Map<string, Cluster>();
  for (const { id, name, nodeIds, place: position } of saved.clusters ?? []) {
    if (typeof id !== 'string' || typeof name !== 'string' || !Array.isArray(nodeIds))
      throw new SyntaxError('no cluster');
    clusters.set(id, { id, name, nodeIds: nodeIds.map(String) });
    if (isPosition(position)) positions.set(id, position);
  }
  for (const [id, cluster] of clusters) {
    const nodeIds = cluster.nodeIds.filter(each => nodes.has(each) || clusters.has(each));
    clusters.set(id, { ...cluster, nodeIds });
  }
  return { elements: { nodes, edges, clusters }, positions };
}

function isPosition(position: SavedPosition | undefined): position is SavedPosition {
  return Number.isFinite(position?.x) && Number.isFinite(position?.y);
}
