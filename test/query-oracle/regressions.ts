/** Shrunk cases that once gave a wrong result. Each names the error. */
import type { GraphSeed } from './plain-graph.js';
import type { QueryCase } from './query-case.js';

/** Eight nodes with the label L and v = 1, in a ring of R edges, with one S edge across. */
const RING: GraphSeed = {
  nodes: Array.from({ length: 8 }, (_, i) => ({ labels: ['L'], properties: { k: i + 1, v: 1 } })),
  edges: [
    ...Array.from({ length: 8 }, (_, i) => ({
      source: i,
      target: (i + 1) % 8,
      label: 'R',
      properties: { w: 1 },
    })),
    { source: 0, target: 4, label: 'S', properties: { w: 2 } },
  ],
};

const SINGLE: GraphSeed = { nodes: [{ labels: [], properties: { k: 1, v: 0, w: 2 } }], edges: [] };

type Regression = readonly [wrong: string, query: string, graph?: GraphSeed, records?: readonly number[]];

const REGRESSIONS: readonly Regression[] = [
  [
    'grouping keys were read during an update',
    'MATCH (a:L) SET a.v = 3 WITH a MATCH (b:L) RETURN b.v, count(*)',
  ],
  [
    'arguments of aggregates were read during an update',
    'MATCH (a:L) SET a.v = 3 WITH a MATCH (b:L) RETURN min(b.v), max(b.v)',
  ],
  ['aggregates after REMOVE', 'MATCH (a:L) REMOVE a.v WITH a MATCH (b:L) RETURN count(b.v)'],
  [
    'aggregates after FOREACH',
    'MATCH (a:L) FOREACH (x IN [1, 2] | SET a.v = x) WITH a MATCH (b:L) RETURN b.v, count(*)',
  ],
  [
    'aggregates after an update in a subquery',
    'MATCH (a:L) CALL (a) { SET a.v = 3 } WITH a MATCH (b:L) RETURN b.v, count(*)',
  ],
  [
    'aggregates of edge properties',
    'MATCH (a:L)-[r]->() SET r.w = 7 WITH a MATCH ()-[s]->() RETURN s.w, count(*)',
  ],
  ['returned nodes were loaded during an update', 'MATCH (a:L) SET a.v = 3 WITH a MATCH (b:L) RETURN b'],
  [
    'a shortest path of at least two hops',
    'MATCH p = shortestPath((a)-[:R*2..]->(b)) RETURN a.k, b.k, length(p)',
  ],
  ['a shortest path back to its start', 'MATCH p = shortestPath((a)-[:R*1..]->(a)) RETURN a.k, length(p)'],
  [
    'a shortest path longer than the distance',
    'MATCH p = allShortestPaths((a {k: 1})-[*3..6]->(b {k: 5})) RETURN length(p)',
  ],
  [
    'properties of the edges of a shortest path were read during an update',
    'MATCH ()-[r:R]->() SET r.w = 2 WITH r MATCH p = shortestPath((a {k: 1})-[:R*1.. {w: 2}]->(b {k: 3})) RETURN length(p)',
  ],
  ['a later item of SET did not see an earlier one', 'MATCH (a) SET a.v = 5, a.w = a.v', SINGLE],
  [
    'a later item of ON MATCH SET did not see an earlier one',
    'MERGE (a {k: 1}) ON MATCH SET a.v = 5, a.w = a.v',
    SINGLE,
  ],
  [
    'records that search for nodes inside an expression ran together',
    'UNWIND COLLECT { MATCH () RETURN $p } AS i CREATE ()',
    SINGLE,
    [2, 1],
  ],
  [
    'a record did not see what the one before wrote to a node that only an expression names',
    "MATCH (a) WHERE id(a) = idFrom('n', $p) SET a.v = COUNT { MATCH (b) WHERE id(b) = idFrom('n', 1) AND b.v = 1 }",
    RING,
    [2, 1, 2],
  ],
  [
    'several clauses in FOREACH did not finish an element before the next',
    'MATCH (a {k: 1}), (b {k: 2}) FOREACH (x IN [2, null] | SET b = {k: a.w} SET a += {w: x})',
  ],
  [
    'a clause in FOREACH overwrote what a later clause had written for an element before',
    'MATCH (a {k: 1}), (b {k: 2}) FOREACH (p IN [{x: a, y: b}, {x: b, y: a}] | SET (p.x).v = 5 SET (p.y).v = 7)',
  ],
  [
    'a subquery that reads nothing gave null to an update',
    'MATCH (a) FOREACH (x IN [2] | CREATE ({w: COUNT { (a) }}))',
    SINGLE,
  ],
  [
    'arguments of a writing procedure were read before earlier rows wrote',
    "UNWIND [1, 2, 3] AS i MATCH (a {k: 1}) CALL create.setProperty(a, 'v', a.v + 1) RETURN count(*)",
  ],
  [
    'an update ran for one row before an earlier clause had run for all rows',
    'MATCH (a)-[:R]->(b) SET b.w = b.k REMOVE a.w',
  ],
];

export const QUERY_REGRESSIONS: readonly (QueryCase & { readonly wrong: string })[] = REGRESSIONS.map(
  ([wrong, query, graph = RING, records = [1]]) => ({ wrong, query, graph, records }),
);
