/** Shrinks a failing case: removes nodes, edges, records and words of the query as long as it still fails. */
import type { QueryCase } from './query-case.js';
import type { GraphSeed } from './plain-graph.js';

const TOKEN = /\s*(?:[A-Za-z_$][\w$]*|\d+|'[^']*'|->|<-|<>|<=|>=|\.\.|\+=|.)/g;
const MOST_TRIES = 4000;

export async function shrinkCase(
  failing: QueryCase,
  fails: (candidate: QueryCase) => Promise<boolean>,
): Promise<QueryCase> {
  let smallest = failing;
  let tries = 0;
  for (let isSmaller = true; isSmaller && tries < MOST_TRIES;) {
    isSmaller = false;
    for (const candidate of smallerCases(smallest)) {
      if (tries++ >= MOST_TRIES) break;
      if (!(await fails(candidate))) continue;
      smallest = candidate;
      isSmaller = true;
      break;
    }
  }
  return smallest;
}

function* smallerCases(failing: QueryCase): Generator<QueryCase> {
  const { graph, query, records } = failing;
  if (records.length > 1)
    for (const i of records.keys()) yield { ...failing, records: records.toSpliced(i, 1) };
  const tokens = query.match(TOKEN) ?? [];
  for (let length = tokens.length >> 1; length >= 1; length = length > 8 ? length >> 1 : length - 1) {
    for (let start = 0; start + length <= tokens.length; start++) {
      yield { ...failing, query: tokens.toSpliced(start, length).join('').trim() };
    }
  }
  for (const i of graph.edges.keys())
    yield { ...failing, graph: { ...graph, edges: graph.edges.toSpliced(i, 1) } };
  if (graph.nodes.length > 1)
    for (const i of graph.nodes.keys()) yield { ...failing, graph: withoutNode(graph, i) };
}

function withoutNode(graph: GraphSeed, index: number): GraphSeed {
  const moved = (position: number): number => (position > index ? position - 1 : position);
  return {
    nodes: graph.nodes.toSpliced(index, 1),
    edges: graph.edges
      .filter(edge => edge.source !== index && edge.target !== index)
      .map(edge => ({ ...edge, source: moved(edge.source), target: moved(edge.target) })),
  };
}
