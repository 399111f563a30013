/**
 * A write to all the neighbours of one node while they sleep, and another query meanwhile.
 *
 *     node neighbours.js delete|set EDGES
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGraph, type StreamingGraph } from '@weir/runtime';
import { answer, percentile } from './measurement.js';

const WRITE = `
  MATCH (n), (hub) WHERE id(n) = idFrom('node', $i) AND id(hub) = idFrom('hub')
  SET n.number = $i, n.text = 'some text that makes the node a little larger' CREATE (hub)-[:has]->(n)`;
const READ = `MATCH (n) WHERE id(n) = idFrom('node', $i) RETURN n.number`;
const WORK = {
  delete: `MATCH (hub) WHERE id(hub) = idFrom('hub') DETACH DELETE hub`,
  set: `MATCH (hub)-[:has]->(n) WHERE id(hub) = idFrom('hub') SET n.seen = true`,
};
const BATCH = 2_000;
const LOOK_MILLIS = 20;

async function rowsOf(graph: StreamingGraph, query: string, i: number): Promise<number> {
  const run = await graph.query(query.replaceAll('$i', String(i)));
  return (await run.rows()).length;
}

const [what, count] = process.argv.slice(2);
const edges = Number(count);
const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
const open = (): Promise<StreamingGraph> =>
  openGraph({ store: { type: 'embedded', path: join(folder, 'data') } });
try {
  const first = await open();
  const lane = await first.openLane({
    name: 'bench',
    query: WRITE.replaceAll('$i', '$that'),
    parameter: 'that',
  });
  for (let start = 0; start < edges; start += BATCH) {
    await lane.runValues(Array.from({ length: BATCH }, (_, i) => start + i));
  }
  await lane.close();
  await first.close();
  const graph = await open();
  await rowsOf(graph, READ, 0);
  const before = process.memoryUsage.rss();
  let largest = before;
  const look = setInterval(() => (largest = Math.max(largest, process.memoryUsage.rss())), LOOK_MILLIS);
  const took: number[] = [];
  let isOver = false;
  const began = performance.now();
  const work = rowsOf(graph, WORK[what as keyof typeof WORK], 0).finally(() => (isOver = true));
  for (let i = 1; !isOver; i++) {
    const asked = performance.now();
    await rowsOf(graph, READ, (i * 7919) % edges);
    took.push(performance.now() - asked);
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  await work;
  const millis = performance.now() - began;
  clearInterval(look);
  const sorted = Float64Array.from(took).sort();
  answer({
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    max: sorted[sorted.length - 1]!,
    millis,
    grownBytes: largest - before,
  });
  await graph.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);
