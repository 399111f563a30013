/** Exports a whole graph as lines: first all nodes, then all edges, read page by page. */
import type { NodeValue, RelationshipValue } from '@weir/model';
import type { StreamingGraph } from '@weir/contract';
import { edgeLine, endLine, nodeLine, startLine } from './transfer-lines.js';

const NODES = 'MATCH (n) RETURN n';
const EDGES = 'MATCH ()-[edge]->() RETURN edge';

/** Number of characters per chunk. */
const CHUNK = 1 << 16;

/** @param atTime milliseconds since the Unix epoch; default: the current state during the export. */
export async function* exportGraph(
  graph: Pick<StreamingGraph, 'query'>,
  atTime: number | undefined,
): AsyncGenerator<string> {
  const options = atTime === undefined ? {} : { atTime };
  let text = startLine();
  let nodes = 0;
  let edges = 0;
  for await (const rows of (await graph.query(NODES, options)).batches()) {
    for (const [node] of rows) {
      text += nodeLine(node as NodeValue);
      nodes++;
      if (text.length < CHUNK) continue;
      yield text;
      text = '';
    }
  }
  for await (const rows of (await graph.query(EDGES, options)).batches()) {
    for (const [edge] of rows) {
      text += edgeLine(edge as RelationshipValue);
      edges++;
      if (text.length < CHUNK) continue;
      yield text;
      text = '';
    }
  }
  yield text + endLine({ nodes, edges });
}
