/** Quick queries that the service offers for a node. */
import { allRows } from '../api/queries.js';
import type { QuickQuery } from '../api/types.js';
import { meets } from '../graph/appearance.js';
import { quickQueryOn } from '../graph/canvas-queries.js';
import { edgeKey, elementsOf, type GraphEdge } from '../graph/elements.js';
import { showError } from '../shell/toasts.js';
import { canvas, queryText, quickQueries, run, socket } from './session.js';

/** Quick queries that apply to all these nodes; for several nodes, without queries that draw an edge. */
export function quickQueriesFor(ids: readonly string[]): readonly QuickQuery[] {
  const nodes = ids.flatMap(id => canvas.scene.nodes.get(id) ?? []);
  return quickQueries.value.filter(
    ({ predicate, quickQuery }) =>
      nodes.every(node => meets(node, predicate)) && (nodes.length === 1 || !quickQuery.edgeLabel),
  );
}

export async function runQuickQuery({ quickQuery }: QuickQuery, ids: readonly string[]): Promise<void> {
  const { querySuffix, sort, edgeLabel } = quickQuery;
  const request = quickQueryOn(ids, querySuffix);
  const atTime = canvas.atTime.value;
  if (sort === 'TEXT') {
    queryText.value = request.query;
    run.run({ query: request.query, parameters: request.parameters ?? {}, atTime });
    return;
  }
  try {
    const found = elementsOf((await allRows(socket, { ...request, atTime })).rows);
    const edges = new Map(found.edges);
    if (edgeLabel)
      for (const edge of syntheticEdges(ids[0]!, edgeLabel, found.nodes.keys())) edges.set(edge.key, edge);
    canvas.draw({ nodes: found.nodes, edges });
  } catch (error) {
    showError(error);
  }
}

function syntheticEdges(from: string, type: string, targets: Iterable<string>): GraphEdge[] {
  return [...targets].map(to => ({
    key: edgeKey(from, type, to),
    from,
    to,
    type,
    properties: {},
    isSynthetic: true,
  }));
}
