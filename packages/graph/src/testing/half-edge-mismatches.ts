/** Finds edges that only one end has, or that have different properties at their ends. */
import type { GraphSession } from '@weir/cypher';
import { isDeepStrictEqual } from 'node:util';
import { Direction, type NodeId, reversed, type ValueMap } from '@weir/model';
import type { WorkerCluster } from './worker-cluster.js';

/** @returns one line for each half edge without its other half, or with different properties, sorted. */
export async function halfEdgeMismatches(
  cluster: WorkerCluster,
  session: GraphSession,
  ids: readonly NodeId[],
): Promise<string[]> {
  const edges = await cluster.until(
    session.reads.expand({ nodes: ids, direction: undefined, labels: undefined }),
  );
  const halves = new Map<string, ValueMap>();
  const lineOf = (node: NodeId, label: string, direction: Direction, other: NodeId): string =>
    `${ids.indexOf(node)} ${direction === Direction.Outgoing ? 'to' : 'from'} ${ids.indexOf(other)} by ${label}`;
  ids.forEach((id, i) => {
    for (const { label, direction, other, properties } of edges[i]!) {
      halves.set(lineOf(id, label, direction, other), properties);
    }
  });
  const alone: string[] = [];
  ids.forEach((id, i) => {
    for (const { label, direction, other, properties } of edges[i]!) {
      const otherHalf = halves.get(lineOf(other, label, reversed(direction), id));
      const line = lineOf(id, label, direction, other);
      if (otherHalf === undefined) alone.push(line);
      else if (!isDeepStrictEqual(properties, otherHalf)) alone.push(`${line} ${JSON.stringify(properties)}`);
    }
  });
  return alone.sort();
}
