/**
 * Queries on an idle graph: hops from a known node, in this process or over REST, and a scan of all nodes.
 *
 *     node queries.js hops NODES WORKERS | rest NODES | scan NODES WORKERS
 */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGraph, systemEnvironment, type StreamingGraph } from '@weir/runtime';
import { postTo, startGateway } from '../support/gateway.js';
import { median, percentile } from '../support/measurement.js';

/** Edges that leave each node. */
const FAN_OUT = 3;
const WARM_UP = 500;
const SAMPLES = 3_000;
const SCANS = 5;

/** Each node has a number and edges to three others, derived from its number. */
const MAKE = `UNWIND range($from, $to) AS i
  MATCH (n) WHERE id(n) = idFrom('node', i)
  SET n.i = i, n.kind = i % 10, n.weight = (i * 7919) % 1000
  WITH n, i WHERE $edges > 0
  UNWIND range(1, $edges) AS k
  MATCH (m) WHERE id(m) = idFrom('node', (i * 31 + k * 7907) % $nodes)
  CREATE (n)-[:NEXT]->(m)`;

const HOPS = [1, 2, 3].map(hops => {
  const pattern = Array.from({ length: hops }, (_, i) => `-[:NEXT]->(${i === hops - 1 ? 'last' : ''})`);
  return `MATCH (n)${pattern.join('')} WHERE id(n) = idFrom('node', $i) RETURN last.i`;
});

export interface HopMeasurement {
  /** Milliseconds, indexed by hops. */
  readonly p50: readonly number[];
  readonly p99: readonly number[];
}

/** Nodes per second, and nodes per second of processor time on all threads, which is meaningful on a busy machine. */
interface ScanRate {
  readonly perSecond: number;
  readonly perCpuSecond: number;
  readonly longestWait: number;
}

export interface ScanMeasurement {
  readonly filter: ScanRate;
  readonly aggregate: ScanRate;
  /** Longest delay of a timer in the thread of the queries while they ran, in milliseconds. */
  readonly longestWait: number;
}

async function make(
  run: (text: string, parameters: Record<string, number>) => Promise<unknown>,
  nodes: number,
  edges: number,
): Promise<void> {
  const step = 20_000;
  for (let from = 0; from < nodes; from += step) {
    await run(MAKE, { from, to: Math.min(from + step, nodes) - 1, nodes, edges });
  }
}

async function timeHops(
  run: (text: string, parameters: Record<string, number>) => Promise<number>,
  nodes: number,
): Promise<HopMeasurement> {
  const p50: number[] = [];
  const p99: number[] = [];
  for (const [index, query] of HOPS.entries()) {
    const times = new Float64Array(SAMPLES);
    for (let s = -WARM_UP; s < SAMPLES; s++) {
      const i = (s + WARM_UP) * 104_729;
      const start = performance.now();
      const rows = await run(query, { i: i % nodes });
      if (s >= 0) times[s] = performance.now() - start;
      if (rows !== FAN_OUT ** (index + 1)) throw new Error(`${rows} rows over ${index + 1} hops`);
    }
    times.sort();
    p50.push(percentile(times, 0.5));
    p99.push(percentile(times, 0.99));
  }
  return { p50, p99 };
}

async function inEngine<T>(workers: number, use: (graph: StreamingGraph) => Promise<T>): Promise<T> {
  const graph = await openGraph({ workers, store: { type: 'memory' } }, systemEnvironment());
  try {
    return await use(graph);
  } finally {
    await graph.close();
  }
}

async function rowsOf(graph: StreamingGraph, text: string, parameters = {}): Promise<number> {
  return (await (await graph.query(text, { parameters })).rows()).length;
}

function hops(nodes: number, workers: number): Promise<HopMeasurement> {
  return inEngine(workers, async graph => {
    await make((text, parameters) => rowsOf(graph, text, parameters), nodes, FAN_OUT);
    return timeHops((text, parameters) => rowsOf(graph, text, parameters), nodes);
  });
}

async function rest(nodes: number): Promise<HopMeasurement> {
  const folder = await mkdtemp(join(tmpdir(), 'weir-queries-'));
  const { url, gateway } = await startGateway(folder);
  const run = async (text: string, parameters: Record<string, number>): Promise<number> => {
    const answer = await postTo(`${url}/api/v1/query/cypher?timeout=60000`, { text, parameters });
    return (answer as { results: unknown[] }).results.length;
  };
  try {
    await make(run, nodes, FAN_OUT);
    return await timeHops(run, nodes);
  } finally {
    gateway.kill('SIGTERM');
    if (gateway.exitCode === null) await once(gateway, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}

function scan(nodes: number, workers: number): Promise<ScanMeasurement> {
  return inEngine(workers, async graph => {
    await make((text, parameters) => rowsOf(graph, text, parameters), nodes, 0);
    const filter = await rate(graph, 'MATCH (n) WHERE n.weight > 990 RETURN n.i', nodes);
    const aggregate = await rate(graph, 'MATCH (n) RETURN n.kind, count(*), sum(n.weight)', nodes);
    return {
      filter,
      aggregate,
      longestWait: Math.max(filter.longestWait, aggregate.longestWait),
    };
  });
}

async function rate(graph: StreamingGraph, query: string, nodes: number): Promise<ScanRate> {
  const seconds: number[] = [];
  const cpuSeconds: number[] = [];
  let longestWait = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longestWait = Math.max(longestWait, now - last);
    last = now;
  }, 1);
  for (let round = 0; round <= SCANS; round++) {
    const start = performance.now();
    const cpuStart = process.cpuUsage();
    await rowsOf(graph, query);
    const cpu = process.cpuUsage(cpuStart);
    if (round === 0) continue;
    seconds.push((performance.now() - start) / 1000);
    cpuSeconds.push((cpu.user + cpu.system) / 1e6);
  }
  clearInterval(timer);
  return { perSecond: nodes / median(seconds), perCpuSecond: nodes / median(cpuSeconds), longestWait };
}

const [what, nodes, workers] = process.argv.slice(2);
const measured =
  what === 'hops'
    ? await hops(Number(nodes), Number(workers))
    : what === 'rest'
      ? await rest(Number(nodes))
      : await scan(Number(nodes), Number(workers));
process.stdout.write(`${JSON.stringify(measured)}\n`);
