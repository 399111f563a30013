/** A data directory that disappears while a store is open. */
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeId } from '@weir/model';
import { TestEnvironment } from '@weir/platform/testing';
import { EmbeddedPersistorFactory } from '../embedded-factory.js';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'weir-gone-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

const entry = (time: number) => ({ journal: [{ id: 'n' as NodeId, time, bytes: Buffer.of(1) }] });

/** Each one does something to `data`, which contains the partition `s`. */
const LOSSES: readonly (readonly [what: string, lose: (data: string) => Promise<void>])[] = [
  ['deleted', data => rm(data, { recursive: true })],
  ['moved', data => rename(data, `${data}-elsewhere`)],
  ['replaced by an empty one', data => rename(data, `${data}-old`).then(() => mkdir(data))],
  [
    'replaced by another store',
    async data => {
      await (await new EmbeddedPersistorFactory({ path: `${data}-2` }).open('s')).close();
      await rename(data, `${data}-old`);
      await rename(`${data}-2`, data);
    },
  ],
  ['deprived of the folder of a part', data => rm(join(data, 's'), { recursive: true })],
  ['deprived of LOCK', data => rm(join(data, 's', 'LOCK'))],
  [
    'given another LOCK',
    async data => {
      await rm(join(data, 's', 'LOCK'));
      await writeFile(join(data, 's', 'LOCK'), '');
    },
  ],
  ['deprived of CURRENT', data => rm(join(data, 's', 'CURRENT'))],
];

test.each(LOSSES)(
  'a directory that is %s fails writes, and nothing is written to its path',
  async (_, lose) => {
    const data = join(folder, 'data');
    const environment = new TestEnvironment();
    const store = await new EmbeddedPersistorFactory({ path: data }, environment.scheduler).open('s');
    await store.write(entry(1));
    await lose(data);
    const before = await readdir(folder, { recursive: true });
    environment.advance(1_000);
    expect(await store.lost).toMatchObject({
      code: 'store.missing',
      message: expect.stringContaining(data) as unknown,
    });
    await expect(store.write(entry(2))).rejects.toMatchObject({ code: 'store.missing' });
    await expect(store.putMetadata('k', Buffer.of(1))).rejects.toMatchObject({ code: 'store.missing' });
    await store.close();
    expect(await readdir(folder, { recursive: true })).toEqual(before);
    expect(environment.timersWaiting).toBe(0);
  },
);

test('checks an unchanged directory until the store closes', async () => {
  const environment = new TestEnvironment();
  const data = join(folder, 'data');
  const store = await new EmbeddedPersistorFactory({ path: data }, environment.scheduler).open('s');
  const timers = environment.timersWaiting;
  for (let second = 1; second <= 3; second++) {
    environment.advance(1_000);
    await store.write(entry(second));
    while (environment.timersWaiting < timers) await new Promise(resolve => setImmediate(resolve));
  }
  await store.close();
  expect(environment.timersWaiting).toBe(0);
  const again = await new EmbeddedPersistorFactory({ path: data }).open('s', true);
  expect(await again.readJournal('n' as NodeId, 0)).toHaveLength(3);
  await again.close();
});
