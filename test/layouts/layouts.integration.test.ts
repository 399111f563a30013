/** Law 6: shards, workers, store and sleep never change an answer. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inNightlyTier, randomTest } from '@weir/platform/testing';
import { sampleLines } from '@weir/samples';
import { type Layout, type Outcome, reopened, runOn } from './layout-run.js';

const { seed: SEED, cases: RECORDS } = randomTest('layouts');

let folder: string;
let reference: Outcome;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-layouts-')));
  const lines = [...sampleLines('processes', { seed: SEED, records: RECORDS, shuffle: 200, sensors: 12 })];
  await writeFile(join(folder, 'records.jsonl'), lines.join('\n'));
  reference = await runOn({ shards: 1, workers: 0 }, folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('has results to compare', () => {
  for (const [name, roots] of Object.entries(reference.roots)) {
    expect(roots.length).toBeGreaterThan(2);
    expect(roots).toEqual(reference.found[name]);
  }
  expect(reference.dump.nodes.length).toBeGreaterThan(RECORDS * 0.8);
  expect(reference.dump.edges.length).toBeGreaterThan(RECORDS);
});

test.each<Layout>([
  { shards: 8, workers: 0 },
  { shards: 2, workers: 1, awake: 10 },
  ...inNightlyTier([
    { shards: 8, workers: 2 },
    { shards: 1, workers: 0 },
    { shards: 1, workers: 1 },
    { shards: 2, workers: 0 },
    { shards: 2, workers: 1 },
    { shards: 2, workers: 2 },
    { shards: 8, workers: 1 },
  ]),
])('in memory: %j', async layout => {
  expect(await runOn(layout, folder)).toEqual(reference);
});

test.each<Layout>([
  { shards: 2, workers: 0 },
  { shards: 8, workers: 2, awake: 20 },
  ...inNightlyTier([
    { shards: 1, workers: 0 },
    { shards: 2, workers: 2 },
    { shards: 8, workers: 0 },
  ]),
])('on disk: %j, and reopened with another number of workers', async layout => {
  const path = await mkdtemp(join(folder, 'data-'));
  const store = { type: 'embedded', path } as const;
  expect(await runOn({ ...layout, store }, folder)).toEqual(reference);
  const workers = layout.workers === 0 ? 1 : 0;
  expect(await reopened({ ...layout, store, workers })).toEqual(reference.dump);
});
