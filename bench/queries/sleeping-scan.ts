/**
 * Queries over all nodes of a stored graph with few awake nodes. `storage.js make` creates the graph.
 *
 *     node --expose-gc sleeping-scan.js DIRECTORY NODES WORKERS
 */
import { openGraph, type StreamingGraph } from '@weir/runtime';

const AWAKE_PER_SHARD = 1_000;
const SAMPLE_MILLIS = 20;

const QUERIES = {
  count: 'MATCH (n) RETURN count(n)',
  filter: 'MATCH (n) WHERE n.number % 1000 = 0 RETURN n.name',
  hop: 'MATCH (n)-[:half]->(m) RETURN count(m.number)',
};

export interface SleepingScan {
  /** Nodes per second, and per second of processor time on all threads. */
  readonly perSecond: number;
  readonly perCpuSecond: number;
  /** Peak resident set during the query, including files that the store has mapped. */
  readonly peakBytes: number;
  /** Nodes awake afterwards. */
  readonly awake: number;
}

export type SleepingScans = Readonly<Record<keyof typeof QUERIES, SleepingScan>>;

async function measure(graph: StreamingGraph, query: string, nodes: number): Promise<SleepingScan> {
  globalThis.gc!();
  let peakBytes = process.memoryUsage.rss();
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, SAMPLE_MILLIS);
  const start = performance.now();
  const cpuStart = process.cpuUsage();
  const run = await graph.query(query);
  for await (const rows of run.batches()) if (rows.length === 0) throw new Error('an empty batch');
  const seconds = (performance.now() - start) / 1000;
  const cpu = process.cpuUsage(cpuStart);
  clearInterval(timer);
  const status = await graph.admin.shards.status();
  return {
    perSecond: nodes / seconds,
    perCpuSecond: nodes / ((cpu.user + cpu.system) / 1e6),
    peakBytes,
    awake: status.reduce((sum, shard) => sum + shard.awakeNodes, 0),
  };
}

const [path, nodes, workers] = process.argv.slice(2);
const graph = await openGraph({ workers: Number(workers), store: { type: 'embedded', path: path! } });
const limits = { softLimit: AWAKE_PER_SHARD, hardLimit: AWAKE_PER_SHARD * 4 };
await graph.admin.shards.setLimits(
  new Map(Array.from({ length: graph.admin.shards.count }, (_, shard) => [shard, limits])),
);
const measured: Partial<Record<keyof typeof QUERIES, SleepingScan>> = {};
for (const name of ['count', 'filter', 'hop'] as const) {
  measured[name] = await measure(graph, QUERIES[name], Number(nodes));
}
await graph.close();
process.stdout.write(`${JSON.stringify(measured)}\n`);
