/**
 * An intact store opens, even if a seal lists other files, or earlier versions of files. Damage is covered by
 * damage.test.ts.
 */
import { cp, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { NodeId } from '@weir/model';
import type { Persistor } from '../../persistor.js';
import { EmbeddedPersistorFactory } from '../embedded-factory.js';
import { readManifest } from './manifest.js';

const ORPHAN_BYTES = 1234;

let path: string;
let files: string;
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'weir-seal-'));
  files = join(path, 's');
});
afterEach(() => rm(path, { recursive: true, force: true }));

function openStore(): Promise<Persistor> {
  return new EmbeddedPersistorFactory({ path }).open('s');
}

async function writeAt(store: Persistor, time: number): Promise<void> {
  await store.write({ journal: [{ id: 'node' as NodeId, time, bytes: Buffer.alloc(100, time) }] });
}

async function timesIn(store: Persistor): Promise<number[]> {
  return (await store.readNode('node' as NodeId))!.journal.map(({ time }) => time);
}

/** Leaves the directory as a kill at this moment would leave it, and closes the store. */
async function killed(store: Persistor): Promise<void> {
  const copy = `${files}-copy`;
  await cp(files, copy, { recursive: true });
  await store.close();
  await rm(files, { recursive: true });
  await rename(copy, files);
}

/** Creates tables as left by an interrupted compaction, with all numbers that are assigned next. */
async function leaveOrphans(): Promise<string[]> {
  const highest = Math.max(...(await readdir(files)).map(name => Number(/\d+/.exec(name)?.[0] ?? 0)));
  const names = Array.from({ length: 8 }, (_, i) => `${String(highest + 1 + i).padStart(6, '0')}.ldb`);
  for (const name of names) await writeFile(join(files, name), Buffer.alloc(ORPHAN_BYTES, 7));
  return names;
}

/** Creates a seal of the old format, which listed every file of the directory and had no marks. */
async function sealAsBefore(): Promise<void> {
  const sealed: { name: string; size: number; crc: number }[] = [];
  for (const name of await readdir(files)) {
    if (!/^(CURRENT|MANIFEST-\d+|\d+\.(ldb|log))$/.test(name)) continue;
    const bytes = await readFile(join(files, name));
    sealed.push({ name, size: bytes.length, crc: crc32(bytes) });
  }
  const content = JSON.stringify(sealed);
  await writeFile(join(files, 'SEAL'), `${crc32(content)}\n${content}\n`);
}

test('no seal lists a table left by an interrupted compaction', async () => {
  let store = await openStore();
  await writeAt(store, 1);
  const orphans = await leaveOrphans();
  await store.close();
  const seal = await readFile(join(files, 'SEAL'), 'utf8');
  expect(orphans.filter(name => seal.includes(name))).toEqual([]);
  store = await openStore();
  expect(await timesIn(store)).toEqual([1]);
  await store.close();
});

test('opens after a kill when the number of such a table in an old seal was reused', async () => {
  let store = await openStore();
  await writeAt(store, 1);
  await store.close();
  const orphans = await leaveOrphans();
  await sealAsBefore();
  store = await openStore();
  await writeAt(store, 2);
  await killed(store);
  const used = (await readManifest(files))!.tables;
  expect(orphans.filter(name => used.has(parseInt(name)))).not.toEqual([]);
  store = await openStore();
  expect(await timesIn(store)).toEqual([1, 2]);
  await store.close();
});

test('opens repeatedly after a kill between the opening of LevelDB and the removal of the seal', async () => {
  let store = await openStore();
  await writeAt(store, 1);
  await store.close();
  const seal = await readFile(join(files, 'SEAL'));
  for (const time of [2, 3, 4]) {
    store = await openStore();
    await writeAt(store, time);
    await killed(store);
    await writeFile(join(files, 'SEAL'), seal);
  }
  store = await openStore();
  expect(await timesIn(store)).toEqual([1, 2, 3, 4]);
  await store.close();
});

test('ignores a damaged seal, so that an intact store opens', async () => {
  let store = await openStore();
  await writeAt(store, 1);
  await store.close();
  await truncate(join(files, 'SEAL'), 20);
  store = await openStore();
  expect(await timesIn(store)).toEqual([1]);
  await store.close();
});

test('opens with files of another copy put over the store, and ignores the last seal of that copy', async () => {
  let store = await openStore();
  await writeAt(store, 1);
  await store.close();
  await cp(files, `${files}-older`, { recursive: true });
  for (const time of [2, 3]) {
    store = await openStore();
    await writeAt(store, time);
    await store.close();
  }
  const [older, newer] = [`${files}-older`, files];
  await cp(join(newer, 'SEAL'), join(older, 'SEAL.last'));
  await rm(join(older, 'SEAL'));
  await rm(newer, { recursive: true });
  await rename(older, newer);
  for (const time of [4, 5]) {
    store = await openStore();
    await writeAt(store, time);
    await killed(store);
  }
  store = await openStore();
  expect(await timesIn(store)).toEqual([1, 4, 5]);
  await store.close();
});

test('reports a table shorter than in the manifest as damage, even after a crash and without a seal', async () => {
  let store = await openStore();
  await writeAt(store, 1);
  await store.close();
  store = await openStore();
  await killed(store);
  await rm(join(files, 'SEAL.last'));
  const [table] = (await readManifest(files))!.tables.values();
  const file = join(files, `${String(table!.number).padStart(6, '0')}.ldb`);
  expect((await stat(file)).size).toBe(table!.size);
  await truncate(file, table!.size - 1);
  await expect(openStore()).rejects.toMatchObject({ code: 'store.damaged' });
});
