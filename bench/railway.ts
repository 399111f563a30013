/**
 * What six patterns keep over a railway: the graph comes in, with and without standing queries, and what is held is
 * measured. Each pattern's results are compared with the query run once.
 *
 *     node --expose-gc railway.js UNITS none|six AWAKE
 *
 * AWAKE is how many nodes each shard keeps awake.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatReference } from '@weir/ingest';
import { openGraph, type StreamingGraph } from '@weir/runtime';
import { feed } from './line-feed.js';
import { answer } from './measurement.js';
import { memoryNow } from './memory-now.js';
import { PATTERNS, railway, RECORD_QUERIES } from './railway-graph.js';

export interface RailwayMeasurement {
  readonly nodes: number;
  readonly edges: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Bytes, at the end and at most. */
  readonly held: number;
  readonly most: number;
  /** By pattern: results that hold at the end. */
  readonly results: Readonly<Record<string, number>>;
  /** Patterns whose query, run once, gives another number. */
  readonly wrong: readonly string[];
}

const SEED = 20_261_124;

async function measure(units: number, isWatched: boolean, awake: number): Promise<RailwayMeasurement> {
  const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
  const graph = await openGraph({ store: { type: 'embedded', path: join(folder, 'data') }, shards: 4 });
  const limits = { softLimit: awake, hardLimit: 10 * awake };
  await graph.setShardLimits(new Map([0, 1, 2, 3].map(shard => [shard, limits])));
  const results = isWatched ? await watchAll(graph) : {};
  let most = 0;
  const sampling = setInterval(() => (most = Math.max(most, memoryNow().held)), 200);
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const { nodes, edges } = await fill(graph, units);
  await graph.idle();
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - start) / 1000;
  clearInterval(sampling);
  globalThis.gc!();
  const { held } = memoryNow();
  const wrong: string[] = [];
  for (const [name, count] of Object.entries(results)) {
    const rows = (await graph.query(PATTERNS[name]!)).rows();
    if ((await rows).length !== count) wrong.push(name);
  }
  await graph.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return { nodes, edges, seconds, cpuSeconds: (user + system) / 1e6, held, most, results, wrong };
}

async function watchAll(graph: StreamingGraph): Promise<Record<string, number>> {
  const results: Record<string, number> = {};
  for (const [name, query] of Object.entries(PATTERNS)) {
    results[name] = 0;
    const handle = await graph.registerStanding({
      name,
      query,
      mode: 'MultipleValues',
      includeCancellations: true,
      inputBufferSize: 32,
    });
    handle.subscribe(batch => {
      for (const { isPositiveMatch } of batch) results[name]! += isPositiveMatch ? 1 : -1;
      return Promise.resolve();
    });
  }
  return results;
}

/** Kind by kind, first all nodes. */
async function fill(graph: StreamingGraph, units: number): Promise<{ nodes: number; edges: number }> {
  const count = { nodes: 0, edges: 0 };
  const format = formatReference({ type: 'Json' });
  for (const [kind, query] of Object.entries(RECORD_QUERIES)) {
    const lane = await graph.openLane({ name: kind, query, parameter: 'that', format });
    await feed(
      lane,
      linesOf(units, kind),
      () => false,
      done => (query.includes('CREATE') ? (count.edges += done) : (count.nodes += done)),
    );
  }
  return count;
}

function* linesOf(units: number, kind: string): Generator<string, void, undefined> {
  for (const record of railway(units, SEED)) if (record.kind === kind) yield JSON.stringify(record);
}

const [units, watched, awake] = process.argv.slice(2);
if (units !== undefined) {
  answer(await measure(Number(units), watched === 'six', Number(awake)));
  process.exit(0);
}
