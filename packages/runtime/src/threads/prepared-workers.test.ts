/** Threads that are started before the graph that they will work on. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGraph } from '../coordinator/open-graph.js';
import { workerHeapLimits } from './heap-settings.js';
import { prepareWorkers } from './prepared-workers.js';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'weir-prepared-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

test('runs a graph on threads that were prepared, and leaves none', async () => {
  const options = { store: { type: 'embedded', path: join(folder, 'data') }, shards: 2, workers: 2 } as const;
  const prepared = prepareWorkers(options);
  await prepared.warmUp();
  const graph = await openGraph({ ...options, prepared });
  expect(prepared.take(workerHeapLimits(2))).toBeUndefined();
  await prepared.close();
  const run = await graph.query('UNWIND [1, 2, 3] AS x RETURN sum(x)');
  expect(await run.rows()).toEqual([[6]]);
  await graph.close();
});

test('starts other threads if fewer were prepared, or with another heap limit', async () => {
  const options = { shards: 2, workers: 2, workerLimits: { heapBytes: 128 << 20 } } as const;
  for (const other of [
    { ...options, workers: 1 },
    { ...options, workerLimits: { heapBytes: 64 << 20 } },
  ]) {
    const prepared = prepareWorkers(other);
    const graph = await openGraph({ ...options, prepared });
    await prepared.close();
    expect(await (await graph.query('RETURN 1')).rows()).toEqual([[1]]);
    await graph.close();
  }
});

test('ends prepared threads that were not taken', async () => {
  const prepared = prepareWorkers({ shards: 2, workers: 2 });
  const taken = prepared.take(workerHeapLimits(2))!;
  await prepared.close();
  expect(prepared.take(workerHeapLimits(2))).toBeUndefined();
  expect(taken.threads).toHaveLength(1);
  await taken.destroy();
});

test.each([-1, 1.5])('rejects %d workers', workers => {
  expect(() => prepareWorkers({ workers })).toThrow(expect.objectContaining({ code: 'config.invalid' }));
});
