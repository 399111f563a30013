/** Backups of a graph that is being written, and their content. */
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inNightlyTier, ofTier } from '@weir/platform/testing';
import { openGraph } from '../coordinator/open-graph.js';
import type { OpenOptions } from '../coordinator/open-options.js';
import type { StreamingGraph } from '@weir/contract';
import { restoreGraph } from './restore-graph.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-backup-'));
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map(graph => graph.close()));
  await rm(folder, { recursive: true, force: true });
});

const opened: StreamingGraph[] = [];

async function open(options: OpenOptions): Promise<StreamingGraph> {
  const graph = await openGraph(options);
  opened.push(graph);
  return graph;
}

const DATA = (name: string): OpenOptions => ({ store: { type: 'embedded', path: join(folder, name) } });

/** Each record creates two nodes, usually on different shards, and an edge. */
const INGEST = `
  MATCH (a), (b) WHERE id(a) = idFrom('n', $that) AND id(b) = idFrom('n', $that / 2)
  SET a.x = $that, b.last = $that CREATE (a)-[:half]->(b)`;

const PAIRS = {
  name: 'pairs',
  query: 'MATCH (a)-[:half]->(b)-[:half]->(c) WHERE exists(c.x) AND exists(a.x) RETURN DISTINCT id(a) AS id',
  mode: 'DistinctId',
  includeCancellations: true,
  inputBufferSize: 1000,
} as const;

async function rows(graph: StreamingGraph, query: string): Promise<string[]> {
  const found = await (await graph.query(query)).rows();
  return found.map(row => JSON.stringify(row)).sort();
}

const EDGES_FROM_START = 'MATCH (a)-[:half]->(b) RETURN strId(a), strId(b), a.x';
const EDGES_FROM_END = 'MATCH (b)<-[:half]-(a) RETURN strId(a), strId(b), a.x';

async function* chunksOf(bytes: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* bytes;
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return chunks;
}

test.each([ofTier({ fast: 1, nightly: 2 }), ...inNightlyTier([0])])(
  'a backup during ingest has everything acknowledged, and continues to the same graph (%d workers)',
  async workers => {
    const graph = await open({ ...DATA('running'), shards: 4, workers });
    await graph.registerStanding(PAIRS);
    const lane = await graph.openLane({ name: 'numbers', query: INGEST, parameter: 'that' });
    const values = Array.from({ length: ofTier({ fast: 1500, nightly: 3000 }) }, (_, i) => i + 1);
    let acknowledged = 0;
    let running = true;
    const ingest = (async () => {
      for (let start = 0; start < values.length; start += 100) {
        await lane.runValues(values.slice(start, start + 100));
        acknowledged = start + 100;
      }
      running = false;
    })();
    while (acknowledged < 500) await new Promise(resolve => setImmediate(resolve));
    const before = acknowledged;
    expect(running).toBe(true);
    const backup = await collect(graph.admin.transfer.backup());
    await ingest;
    await graph.idle();
    const whole = await rows(graph, EDGES_FROM_START);
    await graph.close();

    expect(await restoreGraph(chunksOf(backup), join(folder, 'restored'))).toMatchObject({ shards: 4 });
    const restored = await open({ ...DATA('restored'), workers: 0, standing: { recovery: 'manual' } });
    expect(restored.standing('pairs')).toBeDefined();
    await restored.admin.recover();
    const found = await rows(restored, 'MATCH (n) WHERE exists(n.x) RETURN n.x');
    const numbers = new Set(found.map(text => (JSON.parse(text) as number[])[0]));
    expect(values.slice(0, before).filter(value => !numbers.has(value))).toEqual([]);
    const again = await restored.openLane({ name: 'numbers', query: INGEST, parameter: 'that' });
    for (let start = 0; start < values.length; start += 100) {
      await again.runValues(values.slice(start, start + 100));
    }
    await restored.idle();
    expect(await rows(restored, EDGES_FROM_START)).toEqual(whole);
    expect(await rows(restored, EDGES_FROM_END)).toEqual(whole);
    await restored.close();
  },
);

test('a backup of a graph in memory restores to a data directory', async () => {
  const graph = await open({ shards: 2, workers: 0 });
  await (await graph.query(`MATCH (n) WHERE id(n) = idFrom(1) SET n.big = 9007199254740993, n:Kept`)).rows();
  await graph.admin.metadata.put('mine', { value: 1 });
  const backup = await collect(graph.admin.transfer.backup());
  await graph.close();
  await restoreGraph(chunksOf(backup), join(folder, 'restored'));
  const restored = await open({ ...DATA('restored'), workers: 0 });
  expect(restored.admin.shards.count).toBe(2);
  expect(await (await restored.query('MATCH (n:Kept) RETURN n.big')).rows()).toEqual([[9007199254740993n]]);
  expect(await restored.admin.metadata.get('mine')).toEqual({ value: 1 });
  await restored.close();
});

test('a damaged backup leaves no directory, and existing data is not overwritten', async () => {
  const graph = await open({ shards: 1, workers: 0 });
  const backup = await collect(graph.admin.transfer.backup());
  await graph.close();
  const path = join(folder, 'restored');
  await expect(restoreGraph(chunksOf(backup.slice(0, -1)), path)).rejects.toMatchObject({
    code: 'store.damaged',
  });
  expect(await readdir(folder)).toEqual([]);
  await mkdir(path);
  await writeFile(join(path, 'precious'), 'data');
  await expect(restoreGraph(chunksOf(backup), path)).rejects.toMatchObject({ code: 'store.failed' });
  expect(await readdir(path)).toEqual(['precious']);
});

test('a graph that closes ends its backups', async () => {
  const graph = await open({ ...DATA('running'), shards: 2, workers: 1 });
  const backup = graph.admin.transfer.backup()[Symbol.asyncIterator]();
  await backup.next();
  await graph.close();
  await expect(
    (async () => {
      while (!(await backup.next()).done);
    })(),
  ).rejects.toMatchObject({ code: 'graph.closed' });
});
