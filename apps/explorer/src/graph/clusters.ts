/**
 * Groups of nodes that are drawn as one bubble. The nodes stay on the canvas: they are counted, found, selected and
 * saved. A group lists the ids of its members, nodes or other groups; only the outermost groups are drawn. Ids of
 * missing members are ignored.
 */
import { edgeKey, type Cluster, type Elements, type GraphEdge, type GraphNode } from './elements.js';

export type Clusters = ReadonlyMap<string, Cluster>;

/**
 * Returns the elements to draw: bubbles in place of their nodes, and merged edges of the same type between the same
 * ends, under the key of the first. Without bubbles, the elements themselves.
 */
export function drawn(elements: Elements): Elements {
  const { clusters = new Map<string, Cluster>() } = elements;
  const bubbleOf = bubblesOf(clusters, elements.nodes);
  if (bubbleOf.size === 0) return elements;
  const nodes = new Map([...elements.nodes].filter(([id]) => !bubbleOf.has(id)));
  for (const cluster of outermost(clusters)) {
    const members = nodesOf(cluster, clusters).filter(id => bubbleOf.get(id) === cluster.id);
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

/**
 * Returns the nodes in a group and its subgroups. A group that contains itself, as a file may define, gains nothing
 * from that.
 */
export function nodesOf({ nodeIds }: Cluster, clusters: Clusters, seen = new Set<string>()): string[] {
  return nodeIds.flatMap(id => {
    const inner = clusters.get(id);
    if (inner === undefined) return [id];
    if (seen.has(id)) return [];
    seen.add(id);
    return nodesOf(inner, clusters, seen);
  });
}

/** Returns groups that no other group contains. */
export function outermost(clusters: Clusters): Cluster[] {
  const inOthers = new Set([...clusters.values()].flatMap(({ nodeIds }) => nodeIds));
  return [...clusters.values()].filter(({ id }) => !inOthers.has(id));
}

/** Returns the bubble of each node that is in one. */
function bubblesOf(clusters: Clusters, nodes: ReadonlyMap<string, GraphNode>): Map<string, string> {
  const bubbles = new Map<string, string>();
  for (const cluster of outermost(clusters))
    for (const member of nodesOf(cluster, clusters)) if (nodes.has(member)) bubbles.set(member, cluster.id);
  return bubbles;
}

/** Has the labels that most of its nodes have. */
function bubble({ id, name }: Cluster, members: readonly string[], { nodes }: Elements): GraphNode {
  const counts = new Map<string, number>();
  for (const member of members) {
    const type = (nodes.get(member)?.labels ?? []).join(':');
    counts.set(type, (counts.get(type) ?? 0) + 1);
  }
  const [[type] = ['']] = [...counts].sort(([, a], [, b]) => b - a);
  return { id, labels: type === '' ? [] : type.split(':'), properties: { name }, members };
}

/** Returns groups all of whose nodes are among the ids. */
export function clustersWithin(ids: ReadonlySet<string>, clusters: Clusters): Cluster[] {
  return [...clusters.values()].filter(each => nodesOf(each, clusters).every(id => ids.has(id)));
}

/** Returns groups some of whose nodes are among the ids. */
export function clustersWith(ids: ReadonlySet<string>, clusters: Clusters): Cluster[] {
  return [...clusters.values()].filter(each => nodesOf(each, clusters).some(id => ids.has(id)));
}

/**
 * Returns the selection after a click, as node ids: nodes of a clicked bubble are added, nodes of a deselected one are
 * removed.
 */
export function picked(
  ids: ReadonlySet<string>,
  before: ReadonlySet<string>,
  clusters: Clusters,
): Set<string> {
  const all = [...clusters.values()];
  const unpicked = all.filter(({ id }) => before.has(id) && !ids.has(id));
  const removed = new Set(unpicked.flatMap(each => nodesOf(each, clusters)));
  return new Set(
    [...ids].flatMap(id => {
      const cluster = clusters.get(id);
      if (cluster !== undefined) return nodesOf(cluster, clusters);
      return removed.has(id) ? [] : [id];
    }),
  );
}

/**
 * Returns the clusters after these nodes were collapsed into one. Groups that are completely among them become its
 * members unchanged; others lose the nodes that move into it. A single item makes no cluster.
 */
export function collapsed(clusters: Clusters, ids: ReadonlySet<string>, name: string): Clusters {
  const whole = clustersWithin(ids, clusters);
  const inner = outermost(new Map(whole.map(each => [each.id, each])));
  const covered = new Set(inner.flatMap(each => nodesOf(each, clusters)));
  const members = [...inner.map(each => each.id), ...[...ids].filter(id => !covered.has(id))];
  if (members.length < 2) return clusters;
  const mentioned = new Set([...clusters.values()].flatMap(each => [each.id, ...each.nodeIds]));
  let number = 1;
  while (mentioned.has(`cluster ${number}`)) number++;
  const id = `cluster ${number}`;
  return new Map(without(clusters, new Set(members))).set(id, { id, name, nodeIds: members });
}

/** Returns the clusters after one was opened: its members take its position. */
export function opened(clusters: Clusters, id: string): Clusters {
  const held = clusters.get(id)?.nodeIds ?? [];
  const after = new Map<string, Cluster>();
  for (const cluster of clusters.values()) {
    if (cluster.id === id) continue;
    const { nodeIds } = cluster;
    const isOuter = nodeIds.includes(id);
    after.set(
      cluster.id,
      isOuter ? { ...cluster, nodeIds: nodeIds.flatMap(each => (each === id ? held : [each])) } : cluster,
    );
  }
  return after;
}

/** Removes members from the groups that contain them; a group with one member or none left is opened. */
function without(clusters: Clusters, taken: ReadonlySet<string>): Clusters {
  let after = new Map<string, Cluster>();
  const lost: string[] = [];
  for (const cluster of clusters.values()) {
    const nodeIds = cluster.nodeIds.filter(each => !taken.has(each));
    const isSame = nodeIds.length === cluster.nodeIds.length;
    after.set(cluster.id, isSame ? cluster : { ...cluster, nodeIds });
    if (nodeIds.length < 2) lost.push(cluster.id);
  }
  for (const id of lost) after = new Map(opened(after, id));
  return after;
}
