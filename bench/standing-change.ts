/**
 * What a change of standing queries costs beside a writer, on a stored graph in which every node is a result:
 *
 *     node --expose-gc standing-change.js CASE KIND NODES
 *
 * CASE: `show` (a new query is shown to all nodes), `replace`, `remove`. KIND: `traces` (a node is a result) or `rows`
 * (two values of an edge are).
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGraph, type StandingHandle, type StreamingGraph } from '@weir/runtime';
import { memoryNow } from './memory-now.js';
import { ingest } from './standing-ingest.js';

export interface ChangeMeasurement {
  readonly seconds: number;
  /** Processor time of all threads. */
  readonly processorSeconds: number;
  readonly results: number;
  readonly writes: number;
  readonly longestWriteMillis: number;
  /** Resident bytes before, and above that at most. */
  readonly before: number;
  readonly growth: number;
}

interface Kind {
  readonly mode: 'DistinctId' | 'MultipleValues';
  /** With all nodes as results, and with nearly all. */
  readonly first: string;
  readonly second: string;
}

const KINDS: Readonly<Record<string, Kind>> = {
  traces: {
    mode: 'DistinctId',
    first: 'MATCH (n) WHERE n.x >= 0 RETURN DISTINCT id(n) AS id',
    second: 'MATCH (n) WHERE n.x >= 1000 RETURN DISTINCT id(n) AS id',
  },
  rows: {
    mode: 'MultipleValues',
    first: 'MATCH (a)-[:to]->(b) RETURN a.x AS x, b.x AS y',
    second: 'MATCH (a)-[:to]->(b) WHERE a.x >= 1000 RETURN a.x AS x, b.x AS y',
  },
};

/** Between two writes. */
const PAUSE_MILLIS = 10;
/** Nodes of each of four shards that may be awake: of a million as many as the gateway allows by default. */
const AWAKE_SHARE = { soft: 0.1, hard: 0.75 };
const REGISTRATION = { name: 'watch', includeCancellations: true, inputBufferSize: 32 };

/** Writes to nodes of the graph, one after the other. */
class Writer {
  longest = 0;
  count = 0;
  private isStopped = false;
  private readonly running: Promise<void>;

  constructor(graph: StreamingGraph, nodes: number) {
    this.running = this.run(graph, nodes);
  }

  private async run(graph: StreamingGraph, nodes: number): Promise<void> {
    while (!this.isStopped) {
      const n = (this.count * 7919) % nodes;
      const begun = performance.now();
      await (await graph.query(`MATCH (n) WHERE id(n) = idFrom(${n}) SET n.written = ${this.count}`)).rows();
      const millis = performance.now() - begun;
      this.longest = Math.max(this.longest, millis);
      this.count++;
      await new Promise(resolve => setTimeout(resolve, PAUSE_MILLIS));
    }
  }

  stop(): Promise<void> {
    this.isStopped = true;
    return this.running;
  }
}

class Balance {
  results = 0;

  watch(handle: StandingHandle): void {
    handle.subscribe(results => {
      for (const { isPositiveMatch } of results) this.results += isPositiveMatch ? 1 : -1;
      return Promise.resolve();
    });
  }
}

async function load(graph: StreamingGraph, nodes: number): Promise<void> {
  const query =
    'MATCH (a), (b) WHERE id(a) = idFrom($that.n) AND id(b) = idFrom($that.m) SET a.x = $that.n CREATE (a)-[:to]->(b)';
  await ingest(graph, query, nodes, n => ({ n, m: (n + 1) % nodes }));
  await graph.idle();
}

async function show(graph: StreamingGraph, { mode, first }: Kind, balance: Balance): Promise<void> {
  balance.watch(await graph.registerStanding({ ...REGISTRATION, query: first, mode }));
  await graph.propagate({ includeSleeping: true });
  await graph.idle();
}

async function measure(
  nodes: number,
  work: () => Promise<void>,
  graph: StreamingGraph,
  balance: Balance,
): Promise<ChangeMeasurement> {
  globalThis.gc?.();
  const { held, mapped } = memoryNow();
  const before = held + mapped;
  await forgetPeak();
  const writer = new Writer(graph, nodes);
  const cpu = process.cpuUsage();
  const begun = performance.now();
  await work();
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  await writer.stop();
  return {
    seconds,
    processorSeconds: (user + system) / 1e6,
    results: balance.results,
    writes: writer.count,
    longestWriteMillis: writer.longest,
    before,
    growth: (await peak()) - before,
  };
}

/** The system counts the highest resident size from now on; where it cannot, from the start. */
async function forgetPeak(): Promise<void> {
  await writeFile('/proc/self/clear_refs', '5').catch(() => undefined);
}

async function peak(): Promise<number> {
  const status = await readFile('/proc/self/status', 'latin1').catch(() => '');
  const [, kibibytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  return kibibytes === undefined ? process.resourceUsage().maxRSS * 1024 : Number(kibibytes) * 1024;
}

async function run(name: string, kind: Kind, nodes: number): Promise<ChangeMeasurement> {
  const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
  const graph = await openGraph({ store: { type: 'embedded', path: join(folder, 'data') } });
  const limits = { softLimit: nodes * AWAKE_SHARE.soft, hardLimit: nodes * AWAKE_SHARE.hard };
  await graph.setShardLimits(new Map(Array.from({ length: graph.shards }, (_, shard) => [shard, limits])));
  const balance = new Balance();
  try {
    await load(graph, nodes);
    const change = { show: () => show(graph, kind, balance), ...changesOf(graph, kind) }[name];
    if (change === undefined) throw new Error(`no such case: ${name}`);
    if (name !== 'show') await show(graph, kind, balance);
    return await measure(nodes, change, graph, balance);
  } finally {
    await graph.close();
    await rm(folder, { recursive: true, force: true });
  }
}

function changesOf(
  graph: StreamingGraph,
  { mode, second }: Kind,
): Readonly<Record<string, () => Promise<void>>> {
  return {
    replace: async () => {
      await graph.standing('watch')!.replace(second, mode);
      await graph.idle();
    },
    remove: async () => {
      await graph.standing('watch')!.remove();
      await graph.idle();
    },
  };
}

const [name, kind, nodes] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await run(name!, KINDS[kind!]!, Number(nodes))) + '\n');
