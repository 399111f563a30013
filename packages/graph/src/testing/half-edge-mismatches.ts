/** Edges of which one end knows and the other does not. */
import type { GraphSession } from '@weir/cypher';
import { Direction, type NodeId, reversed } from '@weir/model';
import type { HostCluster } from './host-cluster.js';

/** @returns one line for each half edge without its other half, sorted. */
export async function halfEdgeMismatches(
  cluster: HostCluster,
  session: GraphSession,
  ids: readonly NodeId[],
): Promise<string[]> {
  const edges = await cluster.until(session.expand({ nodes: ids, direction: undefined, labels: undefined }));
  const halves = new Set<string>();
  const lineOf = (node: NodeId, label: string, direction: Direction, other: NodeId): string =>
    `${ids.indexOf(node)} ${direction === Direction.Outgoing ? 'to' : 'from'} ${ids.indexOf(other)} by ${label}`;
  ids.forEach((id, i) => {
    for (const edge of edges[i]!) halves.add(lineOf(id, edge.label, edge.direction, edge.other));
  });
  const alone: string[] = [];
  ids.forEach((id, i) => {
    for (const { label, direction, other } of edges[i]!) {
      if (!halves.has(lineOf(other, label, reversed(direction), id))) {
        alone.push(lineOf(id, label, direction, other));
      }
    }
  });
  return alone.sort();
}
