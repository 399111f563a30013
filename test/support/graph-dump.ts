/** All contents of a graph, as texts in an order that does not depend on its storage. */

export interface GraphDump {
  readonly nodes: readonly string[];
  readonly edges: readonly string[];
}

const NODES = 'MATCH (n) RETURN strId(n), labels(n), properties(n)';
const EDGES = 'MATCH (n)-[e]->(m) RETURN strId(n), type(e), strId(m)';

/** @param rows runs a query. */
export async function dumpGraph(
  rows: (query: string) => Promise<readonly (readonly unknown[])[]>,
): Promise<GraphDump> {
  const nodes = (await rows(NODES)).map(([id, labels, properties]) =>
    JSON.stringify([id, (labels as string[]).toSorted(), properties]),
  );
  const edges = (await rows(EDGES)).map(edge => JSON.stringify(edge));
  return { nodes: nodes.sort(), edges: edges.sort() };
}
