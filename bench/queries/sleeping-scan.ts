/**
 * Queries over all nodes of a stored graph with few awake nodes, and a write to each of them. `storage.js make` creates
 * the graph.
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

const WRITE = `MATCH (n) WHERE id(n) = idFrom('node', $that) SET n.seen = $that`;
const WRITES_AT_A_TIME = 2_000;
/** Coprime with the usual numbers of nodes, so that each node is written once and neighbors are far apart. */
const STRIDE = 104_729;

export interface SleepingScan {
  /** Nodes per second, and per second of processor time on all threads. */
  readonly perSecond: number;
  readonly perCpuSecond: number;
  /** Peak resident set during the query, including files that the store has mapped. */
  readonly peakBytes: number;
  /** Nodes awake afterwards. */
  readonly awake: number;
}

export type SleepingScans = Readonly<Record<keyof typeof QUERIES | 'write', SleepingScan>>;

async function measure(
  graph: StreamingGraph,
  nodes: number,
  work: () => Promise<void>,
): Promise<SleepingScan> {
  globalThis.gc!();
  let peakBytes = process.memoryUsage.rss();
  const timer = setInterval(() => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  }, SAMPLE_MILLIS);
  const start = performance.now();
  const cpuStart = process.cpuUsage();
  await work();
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

async function read(graph: StreamingGraph, query: string): Promise<void> {
  const run = await graph.query(query);
  for await (const rows of run.batches()) if (rows.length === 0) throw new Error('an empty batch');
}

async function write(graph: StreamingGraph, nodes: number): Promise<void> {
  const lane = await graph.openLane({ name: 'bench', query: WRITE, parameter: 'that' });
  for (let start = 0; start < nodes; start += WRITES_AT_A_TIME) {
    const count = Math.min(WRITES_AT_A_TIME, nodes - start);
    await lane.runValues(Array.from({ length: count }, (_, i) => (((start + i) * STRIDE) % nodes) + 1));
  }
  await lane.close();
}

const [path, nodes, workers] = process.argv.slice(2);
const graph = await openGraph({ workers: Number(workers), store: { type: 'embedded', path: path! } });
const limits = { softLimit: AWAKE_PER_SHARD, hardLimit: AWAKE_PER_SHARD * 4 };
await graph.admin.shards.setLimits(
  new Map(Array.from({ length: graph.admin.shards.count }, (_, shard) => [shard, limits])),
);
const measured: Partial<Record<keyof SleepingScans, SleepingScan>> = {};
for (const name of ['count', 'filter', 'hop'] as const) {
  measured[name] = await measure(graph, Number(nodes), () => read(graph, QUERIES[name]));
}
measured.write = await measure(graph, Number(nodes), () => write(graph, Number(nodes)));
await graph.close();
process.stdout.write(`${JSON.stringify(measured)}\n`);
