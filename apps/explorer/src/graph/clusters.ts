/** Groups of nodes that are drawn as one bubble. The nodes stay on the canvas: they are counted, found, selected and saved. */
import { edgeKey, type Cluster, type Elements, type GraphEdge, type GraphNode } from './elements.js';

export type Clusters = ReadonlyMap<string, Cluster>;

/**
 * What is drawn: a bubble in the place of its nodes, and of the edges of one type between the same two ends one, under the
 * key of the first of them. Without bubbles, what is there.
 */
export function drawn(elements: Elements): Elements {
  const { clusters = new Map<string, Cluster>() } = elements;
  const bubbleOf = bubblesOf(clusters, elements.nodes);
  if (bubbleOf.size === 0) return elements;
  const nodes = new Map([...elements.nodes].filter(([id]) => !bubbleOf.has(id)));
  for (const cluster of clusters.values()) {
    const members = cluster.nodeIds.filter(id => bubbleOf.get(id) === cluster.id);
    if (members.length > 0) nodes.set(cluster.id, bubble(cluster, members, elements));
  }
  const edges = new Map<string, GraphEdge>();
  const seen = new Set<string>();
  for (const edge of elements.edges.values()) {
    const from = bubbleOf.get(edge.from) ?? edge.from;
    const to = bubbleOf.get(edge.to) ?? edge.to;
    const isMoved = from !== edge.from || to !== edge.to;
    const between = edgeKey(from, edge.type, to);
    if (isMoved && (from === to || seen.has(between))) continue;
    seen.add(between);
    edges.set(edge.key, isMoved ? { ...edge, from, to } : edge);
  }
  return { nodes, edges };
}

/** The bubble of each node that is in one. */
function bubblesOf(clusters: Clusters, nodes: ReadonlyMap<string, GraphNode>): Map<string, string> {
  const bubbles = new Map<string, string>();
  for (const { id, nodeIds } of clusters.values())
    for (const member of nodeIds) if (nodes.has(member)) bubbles.set(member, id);
  return bubbles;
}

/** With the labels that most of its nodes have. */
function bubble({ id, name }: Cluster, members: readonly string[], { nodes }: Elements): GraphNode {
  const counts = new Map<string, number>();
  for (const member of members) {
    const type = (nodes.get(member)?.labels ?? []).join(':');
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const [[type] = ['']] = [...counts].sort(([, a], [, b]) => b - a);
  return { id, labels: type === '' ? [] : type.split(':'), properties: { name }, members };
}

/** Those whose nodes are all among the ids. */
export function clustersWithin(ids: ReadonlySet<string>, clusters: Clusters): Cluster[] {
  return [...clusters.values()].filter(({ nodeIds }) => nodeIds.every(id => ids.has(id)));
}

/** Those of whose nodes some are among the ids. */
export function clustersWith(ids: ReadonlySet<string>, clusters: Clusters): Cluster[] {
  return [...clusters.values()].filter(({ nodeIds }) => nodeIds.some(id => ids.has(id)));
}

/**
 * What is selected after a click, by the ids of nodes: those of a bubble that was clicked come, those of one that was
 * clicked away go.
 */
export function picked(
  ids: ReadonlySet<string>,
  before: ReadonlySet<string>,
  clusters: Clusters,
): Set<string> {
  const all = [...clusters.values()];
  const gone = new Set(all.filter(({ id }) => before.has(id) && !ids.has(id)).flatMap(each => each.nodeIds));
  return new Set([...ids].flatMap(id => clusters.get(id)?.nodeIds ?? (gone.has(id) ? [] : [id])));
}

/** What the clusters are after these nodes became one; a node is in one at most, and one node alone is no cluster. */
export function collapsed(clusters: Clusters, ids: ReadonlySet<string>, name: string): Map<string, Cluster> {
  const after = new Map<string, Cluster>();
  for (const cluster of clusters.values()) {
    const nodeIds = cluster.nodeIds.filter(id => !ids.has(id));
    if (nodeIds.length > 1)
      after.set(cluster.id, nodeIds.length === cluster.nodeIds.length ? cluster : { ...cluster, nodeIds });
  }
  let number = 1;
  while (clusters.has(`cluster ${number}`)) number++;
  const id = `cluster ${number}`;
  return after.set(id, { id, name, nodeIds: [...ids] });
}
