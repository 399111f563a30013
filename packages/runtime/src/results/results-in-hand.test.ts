/**
 * Results that a consumer took but did not complete are delivered again after a restart; ingest does not wait for them.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGraph } from '../coordinator/open-graph.js';
import type { StandingHandle, StandingOutput, StreamingGraph } from '@weir/contract';

const QUERY = 'MATCH (n) WHERE n.x IS NOT NULL RETURN DISTINCT strId(n) AS id';

let folder: string;
let graph: StreamingGraph;
let handle: StandingHandle;

async function open(): Promise<void> {
  graph = await openGraph({ shards: 2, workers: 0, store: { type: 'embedded', path: folder } });
  handle =
    graph.standing('watch') ??
    (await graph.registerStanding({
      name: 'watch',
      query: QUERY,
      mode: 'DistinctId',
      includeCancellations: true,
      inputBufferSize: 1,
    }));
}

async function reopen(): Promise<void> {
  await graph.close();
  await open();
}

async function set(...nodes: readonly number[]): Promise<void> {
  for (const n of nodes) {
    await (await graph.query(`MATCH (n) WHERE id(n) = idFrom(${n}) SET n.x = 1`)).rows();
    await graph.idle();
  }
}

async function received(): Promise<number> {
  const results: StandingOutput[] = [];
  const take = async (some: readonly StandingOutput[]): Promise<void> => void results.push(...some);
  await handle.cursors.open('out', take);
  await graph.idle();
  return results.length;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-hand-'));
  await open();
});

afterEach(async () => {
  await graph.close();
  await rm(folder, { recursive: true, force: true });
});

test.each<[name: string, done: readonly number[], left: number]>([
  ['none is done with', [], 4],
  ['the first one is', [0], 3],
  ['the later ones are, the first one is not', [1, 2, 3], 4],
  ['all are, the last one first', [3, 2, 1, 0], 0],
])('%s', async (_, done, left) => {
  const ends: (() => void)[] = [];
  await handle.cursors.open('out', async () => ({ done: new Promise<void>(resolve => ends.push(resolve)) }));
  await set(0, 1, 2, 3);
  expect(ends).toHaveLength(4);
  expect(handle.stats().bufferSize).toBe(0);
  for (const each of done) ends[each]!();
  await reopen();
  expect(await received()).toBe(left);
});

test('settles results that share a promise together, with later results that have none', async () => {
  let end = (): void => undefined;
  const done = new Promise<void>(resolve => (end = resolve));
  let taken = 0;
  const cursor = await handle.cursors.open('out', async () => (++taken < 3 ? { done } : undefined));
  await set(0, 1, 2);
  cursor.close();
  end();
  await reopen();
  expect(await received()).toBe(0);
});
