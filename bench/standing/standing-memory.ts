/**
 * Heap used by standing queries on nodes, by type of pattern: in this process, without storage, with all nodes awake.
 *
 *     node --expose-gc standing-memory.js ROOTS
 *
 * Each root has three nodes in a chain. The difference to the same graph without a query is divided by the number of
 * roots, and by the number of states that each root creates.
 */
import { openGraph, type StreamingGraph } from '@weir/runtime';
import { ingest, watch } from './standing-ingest.js';

interface Kind {
  readonly query: string;
  /** Number of nodes with a state, per root. */
  readonly states: number;
}

const KINDS: Readonly<Record<string, Kind>> = {
  'DISTINCT one hop': { query: 'MATCH (a:A)-[:x]->(b:B) RETURN DISTINCT id(a) AS id', states: 2 },
  'DISTINCT two hops': {
    query: 'MATCH (a:A)-[:x]->(b:B)-[:y]->(c:C) RETURN DISTINCT id(a) AS id',
    states: 3,
  },
  'DISTINCT id, filter on one': {
    query: 'MATCH (a:A)-[:x]->(b:B) WHERE b.v % 1 = 0 RETURN DISTINCT id(a) AS id',
    states: 2,
  },
  'two hops, three values': {
    query: 'MATCH (a:A)-[:x]->(b:B)-[:y]->(c:C) RETURN a.v AS a, b.v AS b, c.v AS c',
    states: 3,
  },
  'count by a value': { query: 'MATCH (a:A)-[:x]->(b) RETURN b.v AS b, count(*) AS n', states: 2 },
  'count by a node': { query: 'MATCH (a:A)-[:x]->(b) RETURN id(a) AS a, count(*) AS n', states: 2 },
  'OPTIONAL MATCH': {
    query: 'MATCH (a:A) OPTIONAL MATCH (a)-[:x]->(b:B) RETURN a.v AS a, b.v AS b',
    states: 2,
  },
  EXISTS: { query: 'MATCH (a:A) WHERE EXISTS { (a)-[:x]->(:B) } RETURN a.v AS a', states: 2 },
  'DISTINCT id, filter over both': {
    query: 'MATCH (a:A)-[:x]->(b:B) WHERE a.v = b.v RETURN DISTINCT id(a) AS id',
    states: 2,
  },
};

const RECORD =
  'MATCH (a), (b), (c) WHERE id(a) = idFrom("a", $that.n) AND id(b) = idFrom("b", $that.n) AND id(c) = idFrom("c", $that.n) ' +
  'SET a:A, a.v = $that.n, b:B, b.v = $that.n, c:C, c.v = $that.n CREATE (a)-[:x]->(b), (b)-[:y]->(c)';

async function bytesOf(roots: number, query: string | undefined): Promise<number> {
  const before = await heapUsed();
  const graph = await openGraph({ workers: 0, shards: 1, store: { type: 'empty' } });
  await graph.admin.shards.setLimits(new Map([[0, { softLimit: 1e8, hardLimit: 1e8 }]]));
  await fill(graph, roots, query);
  const after = await heapUsed();
  await graph.close();
  return after - before;
}

async function fill(graph: StreamingGraph, roots: number, query: string | undefined): Promise<void> {
  if (query !== undefined) await watch(graph, 'watch', query, 'MultipleValues', () => undefined);
  await ingest(graph, RECORD, roots, n => ({ n }));
  await graph.idle();
}

async function heapUsed(): Promise<number> {
  // Recently written data is released a moment later.
  await new Promise(resolve => setTimeout(resolve, 1_500));
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const roots = Number(process.argv[2] ?? 50_000);
await bytesOf(1_000, undefined);
const plain = await bytesOf(roots, undefined);
for (const [name, { query, states }] of Object.entries(KINDS)) {
  const bytes = ((await bytesOf(roots, query)) - plain) / roots;
  const perState = Math.round(bytes / states);
  process.stdout.write(`${name}: ${Math.round(bytes)} bytes per root, ${perState} per state\n`);
}
process.exit(0);
