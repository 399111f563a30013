/** Queries at a node with a million edges read the edges they return, and few others. */
import {
  compileQuery,
  type ExpandRequest,
  type GraphReads,
  type GraphSession,
  type NodeView,
} from '@weir/cypher';
import { MapGraph, testEnvironment } from '@weir/cypher/testing';
import { Direction, IdValue, idFrom, type NodeId } from '@weir/model';
import { NO_EDGES, selectEdges, withEdge, type HalfEdges } from '../node/half-edges.js';

const EDGES = 1_000_000;
const FEWER = 5_000;
const HUB = idFrom(['hub'])!;
const SMALLER_HUB = idFrom(['smaller hub'])!;
const LAST = leaf(EDGES - 1);

function leaf(number: number): NodeId {
  return number.toString().padStart(16, '0') as NodeId;
}

function wide(count: number): HalfEdges {
  let edges = NO_EDGES;
  for (let i = 0; i < count; i++) edges = withEdge(edges, 'HAS', Direction.Outgoing, leaf(i)) ?? edges;
  return edges;
}

const edgesOf = new Map([
  [HUB, wide(EDGES)],
  [SMALLER_HUB, wide(FEWER)],
]);
let read = { edges: 0, nodes: 0 };

/** Counts what a query reads of the hub and its neighbors. */
function session(): GraphSession {
  const plain = new MapGraph().session();
  const reads: GraphReads = Object.assign(Object.create(plain.reads) as GraphReads, {
    readNodes(ids: readonly NodeId[]): readonly NodeView[] {
      read.nodes += ids.length;
      return ids.map(id => ({ id, exists: true, labels: [], properties: { name: id }, edgeCount: 0 }));
    },
    expand({ nodes, direction, labels, others, limit = Infinity, offset = 0 }: ExpandRequest) {
      return nodes.map((node, i) => {
        const edges = edgesOf.get(node) ?? NO_EDGES;
        const page = selectEdges(edges, { direction, labels, other: others?.[i], limit, offset });
        read.edges += page.length;
        return page.map(edge => ({ ...edge, properties: {} }));
      });
    },
  });
  return Object.assign(Object.create(plain) as GraphSession, { reads });
}

async function rowsOf(query: string): Promise<number> {
  read = { edges: 0, nodes: 0 };
  const parameters = { hub: new IdValue(HUB), smaller: new IdValue(SMALLER_HUB), last: new IdValue(LAST) };
  const stream = compileQuery(query).run({ graph: session(), environment: testEnvironment(), parameters });
  let count = 0;
  for (let rows = await stream.next(); rows !== undefined; rows = await stream.next()) count += rows.length;
  return count;
}

const cases: readonly (readonly [query: string, rows: number, edges: number, nodes: number])[] = [
  ['MATCH (h)-->(m) WHERE id(h) = $hub RETURN id(m) LIMIT 10', 10, 64, 0],
  ['MATCH (h)--(m) WHERE id(h) = $hub RETURN id(m) LIMIT 10', 10, 64, 0],
  ['MATCH (h)-[:HAS]->(m) WHERE id(h) = $hub RETURN m.name LIMIT 10', 10, 64, 10],
  ['MATCH (h)-[:HAS]->(m) WHERE id(h) = $hub RETURN m.name SKIP 60 LIMIT 10', 10, 1200, 10],
  ['MATCH (h)-[*1..2]->(m) WHERE id(h) = $hub RETURN id(m) LIMIT 10', 10, 64, 0],
  ['MATCH (h)-->(m) WHERE id(h) = $hub AND m.name IS NOT NULL RETURN m LIMIT 10', 10, 64, 74],
  ['MATCH (h)-->(m) WHERE id(h) = $hub AND id(m) = $last RETURN 1', 1, 1, 0],
  ['MATCH (h) WHERE id(h) = $hub AND EXISTS { (h)-->(m) } RETURN 1', 1, 64, 0],
  ['MATCH (h) WHERE id(h) = $hub AND (h)-->() RETURN 1', 1, 64, 0],
  ['MATCH (h) WHERE id(h) = $hub CALL { WITH h MATCH (h)-->(m) RETURN m LIMIT 3 } RETURN id(m)', 3, 64, 0],
];

test.each(cases)('%s', async (query, rows, edges, nodes) => {
  expect(await rowsOf(query)).toBe(rows);
  expect(read.edges).toBeLessThanOrEqual(edges);
  expect(read.nodes).toBeLessThanOrEqual(nodes);
});

test('reads every edge once without a limit', async () => {
  expect(await rowsOf('MATCH (h)-->(m) WHERE id(h) = $smaller RETURN id(m)')).toBe(FEWER);
  expect(read.edges).toBe(FEWER);
});
