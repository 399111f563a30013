/**
 * Cost of sleeping nodes and history, one thread, embedded store.
 *
 *     node --expose-gc storage.js wake NODES
 *     node --expose-gc storage.js make DIRECTORY NODES close|kill
 *     node --expose-gc storage.js open DIRECTORY NODES
 *     node --expose-gc storage.js past VERSIONS on-node-update|never
 */
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGraph, type StreamingGraph } from '@weir/runtime';
import { answer, percentile, type StorageMeasurement } from '../support/measurement.js';

const WRITE = `
  MATCH (n) WHERE id(n) = idFrom('node', $i)
  SET n = {number: $i, name: 'node ' + toString($i), kind: 'sample', weight: $i * 0.5}
  WITH n MATCH (m) WHERE id(m) = idFrom('node', $i / 2) CREATE (n)-[:half]->(m)`;
const READ = `MATCH (n) WHERE id(n) = idFrom('node', $i) RETURN n.number`;
const BATCH = 2_000;
const SAMPLES = 2_000;
const PAST_SAMPLES = 200;

async function within<T>(work: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'weir-bench-'));
  try {
    return await work(join(folder, 'data'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function write(graph: StreamingGraph, nodes: number): Promise<void> {
  const lane = await graph.openLane({
    name: 'bench',
    query: WRITE.replaceAll('$i', '$that'),
    parameter: 'that',
  });
  for (let start = 1; start <= nodes; start += BATCH) {
    const count = Math.min(BATCH, nodes + 1 - start);
    await lane.runValues(Array.from({ length: count }, (_, i) => start + i));
  }
  await lane.close();
}

async function read(graph: StreamingGraph, i: number, atTime?: number): Promise<number> {
  const began = performance.now();
  const run = await graph.query(READ, { parameters: { i }, ...(atTime === undefined ? {} : { atTime }) });
  const rows = await run.rows();
  const took = performance.now() - began;
  if (rows.length !== 1) throw new Error(`node ${i} was not found`);
  return took;
}

function summary(millis: readonly number[]): { readonly p50: number; readonly p99: number } {
  const sorted = Float64Array.from(millis).sort();
  return { p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99) };
}

/** Reads a sleeping node, and the same node awake. */
async function wake(nodes: number): Promise<StorageMeasurement> {
  return within(async path => {
    const graph = await openGraph({ workers: 0, store: { type: 'embedded', path } });
    const limits = { softLimit: 16, hardLimit: 100_000 };
    await graph.admin.shards.setLimits(
      new Map(Array.from({ length: graph.admin.shards.count }, (_, shard) => [shard, limits])),
    );
    await write(graph, nodes);
    await graph.idle();
    const asleep: number[] = [];
    const awake: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample++) {
      const i = 1 + ((sample * 7919) % nodes);
      asleep.push(await read(graph, i));
      awake.push(await read(graph, i));
    }
    await graph.close();
    const { p50, p99 } = summary(asleep);
    return { p50, p99, awakeP50: summary(awake).p50 };
  });
}

/** On request, ends this process with `kill -9`. */
async function make(path: string, nodes: number, how: string): Promise<StorageMeasurement> {
  const graph = await openGraph({ workers: 0, store: { type: 'embedded', path } });
  const limits = { softLimit: 10_000, hardLimit: 1_000_000 };
  await graph.admin.shards.setLimits(
    new Map(Array.from({ length: graph.admin.shards.count }, (_, shard) => [shard, limits])),
  );
  await write(graph, nodes);
  await graph.idle();
  if (how === 'kill') process.kill(process.pid, 'SIGKILL');
  await graph.close();
  return { bytesPerRecord: (await bytesIn(path)) / nodes };
}

/** Measures from a cold start to the first answer. */
async function open(path: string, nodes: number): Promise<StorageMeasurement> {
  const began = performance.now();
  const graph = await openGraph({ store: { type: 'embedded', path } });
  await read(graph, Math.ceil(nodes / 2));
  const readyMillis = performance.now() - began;
  await graph.admin.recover();
  const recoveredMillis = performance.now() - began;
  await graph.close();
  return { readyMillis, recoveredMillis };
}

/** Reads one node at times throughout its history. */
async function past(versions: number, snapshotSchedule: string): Promise<StorageMeasurement> {
  return within(async path => {
    const graph = await openGraph({
      workers: 0,
      store: { type: 'embedded', path },
      persistence: { snapshotSchedule: snapshotSchedule as 'on-node-update' | 'never' },
    });
    await write(graph, 1);
    const times: number[] = [];
    for (let version = 0; version < versions; version++) {
      const run = await graph.query(`MATCH (n) WHERE id(n) = idFrom('node', 1) SET n.v = ${version}`);
      await run.rows();
      times.push(Date.now());
      await new Promise(resolve => setTimeout(resolve, 1));
    }
    await graph.idle();
    const took: number[] = [];
    for (let sample = 0; sample < PAST_SAMPLES; sample++) {
      took.push(await read(graph, 1, times[(sample * 7919) % times.length]));
    }
    await graph.close();
    return summary(took);
  });
}

async function bytesIn(path: string): Promise<number> {
  let bytes = 0;
  for (const file of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (file.isFile()) bytes += (await stat(join(file.parentPath, file.name))).size;
  }
  return bytes;
}

const [what, first, second, third] = process.argv.slice(2);
if (what === 'wake') answer(await wake(Number(first)));
else if (what === 'make') answer(await make(first!, Number(second), third!));
else if (what === 'open') answer(await open(first!, Number(second)));
else answer(await past(Number(first), second!));
