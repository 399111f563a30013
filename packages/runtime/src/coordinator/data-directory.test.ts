/** A data directory with a part that is missing or belongs to another directory. */
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StreamingGraph } from '@weir/contract';
import { isError, WeirError } from '@weir/platform';
import { openGraph } from './open-graph.js';
import { systemEnvironment } from '../system-environment.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-directory-'));
  await fill('data');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function fill(name: string): Promise<void> {
  const graph = await openGraph({
    store: { type: 'embedded', path: join(folder, name) },
    shards: 3,
    workers: 0,
  });
  await (await graph.query('UNWIND range(1, 20) AS i MATCH (n) WHERE id(n) = idFrom(i) SET n.i = i')).rows();
  await graph.close();
}

async function count(workers = 0): Promise<unknown> {
  const graph = await openGraph({ store: { type: 'embedded', path: join(folder, 'data') }, workers });
  const rows = await (await graph.query('MATCH (n) RETURN count(n)')).rows();
  await graph.close();
  return rows[0]![0];
}

test.each(['shard-0', 'shard-2'])(
  'without %s it is reported as damaged, and opens again once restored',
  async part => {
    await rename(join(folder, 'data', part), join(folder, 'away'));
    for (const _ of [1, 2]) await expect(count()).rejects.toMatchObject({ code: 'store.damaged' });
    await rename(join(folder, 'away'), join(folder, 'data', part));
    expect(await count()).toBe(20);
  },
);

test.each(['meta', 'shard-1'])('with the %s of another directory it is reported as damaged', async part => {
  await fill('other');
  await rm(join(folder, 'data', part), { recursive: true });
  await cp(join(folder, 'other', part), join(folder, 'data', part), { recursive: true });
  await expect(count()).rejects.toMatchObject({ code: 'store.damaged' });
});

test('without its meta it is reported as damaged, not as empty', async () => {
  await rm(join(folder, 'data', 'meta'), { recursive: true });
  await expect(count()).rejects.toMatchObject({ code: 'store.damaged' });
});

test('rejects a different number of shards', async () => {
  const store = { type: 'embedded', path: join(folder, 'data') } as const;
  await expect(openGraph({ store, shards: 4, workers: 0 })).rejects.toMatchObject({
    code: 'store.incompatible',
  });
  expect(await count()).toBe(20);
});

test('the first run that recovers checks data left by a crash, whatever runs before it', async () => {
  const store = { type: 'embedded', path: join(folder, 'killed') } as const;
  const running = await openGraph({ store: { type: 'embedded', path: join(folder, 'data') }, workers: 0 });
  await cp(join(folder, 'data'), store.path, { recursive: true });
  await running.close();
  const recoveries = async (recovery: 'manual' | 'automatic'): Promise<number> => {
    const messages: string[] = [];
    const logger = { log: (_: string, message: string) => void messages.push(message) };
    await (await openGraph({ store, workers: 0, standing: { recovery } }, systemEnvironment(logger))).close();
    return messages.filter(message =>
      message.startsWith('recovery finished: edges and standing queries are up to date'),
    ).length;
  };
  expect(await recoveries('manual')).toBe(0);
  expect(await recoveries('automatic')).toBe(1);
  expect(await recoveries('automatic')).toBe(0);
});

test('workers detect it too', async () => {
  await rm(join(folder, 'data', 'shard-1'), { recursive: true });
  await expect(count(2)).rejects.toMatchObject({ code: 'store.damaged' });
});

test.each([0, 1])('cancels an opening and leaves nothing open, with %s workers', async workers => {
  const store = { type: 'embedded', path: join(folder, 'data') } as const;
  for (const millis of [undefined, 0, 5, 50]) {
    const ending = new AbortController();
    const end = (): void => ending.abort(new WeirError('graph.closed', 'the place was lost'));
    if (millis === undefined) end();
    else setTimeout(end, millis);
    const opened = await openGraph({ store, workers, signal: ending.signal }).catch(
      (error: unknown) => error,
    );
    // The opening may have been faster.
    if (isError(opened)) expect(opened).toMatchObject({ code: 'graph.closed' });
    else await (opened as StreamingGraph).close();
    if (millis === undefined) expect(opened).toBeInstanceOf(Error);
  }
  expect(await count()).toBe(20);
});
