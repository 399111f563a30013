/** Runs the same query once on the current graph: with the query engine, on plain Maps. */
import { compileQuery, type Row } from '@weir/cypher';
import { MapGraph } from '@weir/cypher/testing';
import { groupKey, type NodeId, type Value } from '@weir/model';
import { type PlainGraph } from './plain-graph.js';
import { valueOf } from './run-case.js';

export async function rowsOf(text: string, graph: PlainGraph): Promise<Row[]> {
  const map = new MapGraph();
  const session = map.session();
  for (const [id, node] of graph.nodes) {
    if (!node.exists) continue;
    session.effects.createNode(id as NodeId);
    for (const [key, value] of node.properties)
      session.effects.setProperty(id as NodeId, key, valueOf(value));
    session.effects.addLabels(id as NodeId, [...node.labels]);
  }
  for (const edge of graph.edges) {
    const [source, label, target] = edge.split(' ') as [NodeId, string, NodeId];
    session.effects.createEdge(source, label, target);
    const weight = graph.weights.get(edge);
    if (weight !== undefined) session.effects.setEdgeProperty(source, label, target, 'w', weight);
  }
  const stream = compileQuery(text).run({
    graph: map.session(),
    environment: map.environment,
    parameters: {},
  });
  const rows: Row[] = [];
  for (;;) {
    const batch = await stream.next();
    if (batch === undefined) return rows;
    rows.push(...batch);
  }
}

/** Equal for equal results: lists are compared as bags, because `collect` has no order. */
export function resultKey(row: readonly Value[]): string {
  return row.map(value => keyOf(value)).join(' | ');
}

function keyOf(value: Value): string {
  if (Array.isArray(value)) return `[${(value as readonly Value[]).map(keyOf).sort().join(', ')}]`;
  return JSON.stringify(groupKey(value));
}
