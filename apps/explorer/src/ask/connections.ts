/** How edge types connect labels, as far as a sample of the graph and the canvas show it. */
import type { QueryRequest } from '../api/queries.js';
import type { Elements } from '../graph/elements.js';
import type { Direction, EdgePart } from './pattern.js';

export interface Connection {
  /** A label; empty: nodes without a label. */
  readonly from: string;
  readonly type: string;
  readonly to: string;
}

export interface EdgeKind {
  readonly type: string;
  readonly direction: Direction;
}

/** Reads a sample of 1,000 nodes on the server. */
export const CONNECTIONS_QUERY: QueryRequest = { query: 'CALL db.schema.visualization()' };

/** @param elements sets of nodes and edges, of the drawn schema or of the canvas. */
export function connectionsOf(...elements: readonly Elements[]): readonly Connection[] {
  const found = new Map<string, Connection>();
  for (const { nodes, edges } of elements) {
    const labelsOf = (id: string): readonly string[] | undefined => {
      const labels = nodes.get(id)?.labels;
      return labels?.length === 0 ? [''] : labels;
    };
    for (const { from, to, type, isSynthetic } of edges.values()) {
      if (isSynthetic) continue;
      for (const start of labelsOf(from) ?? []) {
        for (const end of labelsOf(to) ?? [])
          found.set(JSON.stringify([start, type, end]), { from: start, type, to: end });
      }
    }
  }
  return [...found.values()];
}

/** Edge types and directions at a label, by name, outgoing first. @param label absent: at any label. */
export function edgesAt(connections: readonly Connection[], label: string | undefined): readonly EdgeKind[] {
  const out = connections.filter(({ from }) => label === undefined || from === label);
  const into = connections.filter(({ to }) => label === undefined || to === label);
  const types = [...new Set([...out, ...into].map(({ type }) => type))].sort();
  return types.flatMap(type => [
    ...(out.some(each => each.type === type) ? [{ type, direction: 'out' as const }] : []),
    ...(into.some(each => each.type === type) ? [{ type, direction: 'in' as const }] : []),
  ]);
}

/** Labels that the edge reaches from a label, by name. @param label absent: from any label. */
export function labelsAcross(
  connections: readonly Connection[],
  label: string | undefined,
  { type, direction, most }: EdgePart,
): readonly string[] {
  const steps = connections
    .filter(each => type === undefined || each.type === type)
    .map(({ from, to }) => (direction === 'out' ? { from, to } : { from: to, to: from }));
  let reached = new Set(
    steps.filter(({ from }) => label === undefined || from === label).map(({ to }) => to),
  );
  for (let step = 1; step < most; step++)
    reached = new Set([...reached, ...steps.flatMap(({ from, to }) => (reached.has(from) ? [to] : []))]);
  return [...reached].filter(name => name !== '').sort();
}
