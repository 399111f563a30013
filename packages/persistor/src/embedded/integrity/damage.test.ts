/**
 * Files that were changed outside the store. For any change to a closed store, opening it and reading everything yields
 * either all acknowledged data or `store.damaged`.
 */
import {
  cp,
  mkdtemp,
  open,
  readdir,
  readFile,
  rm,
  stat,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NodeId } from '@weir/model';
import { SeededRandom, WeirError } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import type { Persistor } from '../../persistor.js';
import { EmbeddedPersistorFactory } from '../embedded-factory.js';

const { seed: SEED, cases: RUNS } = randomTest('damage');
const NODES = 100;
const ROUNDS = [0, 1, 2];
const BYTES = 1000;

let root: string;
/** Closed cleanly. */
let closed: string;
/** Copied while open, as a crash leaves it. */
let crashed: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'weir-damage-'));
  closed = join(root, 'closed');
  crashed = join(root, 'crashed');
  // Several rounds, so that there are tables and a log, and tables that were sealed before a crash.
  for (const round of ROUNDS) {
    const store = await new EmbeddedPersistorFactory({ path: closed }).open('s');
    for (let i = 0; i < NODES; i++) {
      const bytes = Buffer.alloc(BYTES, `${round}${i}.`);
      await store.write({
        journal: [{ id: nodeId(i), time: round + 1, bytes }],
        results: [{ query: 1, sequence: round * NODES + i, bytes: Buffer.from('r') }],
      });
    }
    await store.putMetadata('key', Buffer.from('value'));
    if (round === 2) await cp(join(closed, 's'), join(crashed, 's'), { recursive: true });
    await store.close();
  }
});
afterAll(() => rm(root, { recursive: true, force: true }));

function nodeId(i: number): NodeId {
  return `node ${i}` as NodeId;
}

async function readAll(store: Persistor, rounds: number): Promise<void> {
  for (let i = 0; i < NODES; i++) {
    const stored = await store.readNode(nodeId(i));
    const found = stored?.journal.map(({ time, bytes }) => `${time} ${Buffer.from(bytes).toString()}`);
    const whole = ROUNDS.map(round => `${round + 1} ${Buffer.alloc(BYTES, `${round}${i}.`).toString()}`);
    expect(found?.slice(0, rounds)).toEqual(whole.slice(0, rounds));
  }
  let results = 0;
  for await (const batch of store.readResults(1)) results += batch.length;
  expect(results).toBeGreaterThanOrEqual(NODES * rounds);
  expect(Buffer.from((await store.getMetadata('key')) ?? []).toString()).toBe('value');
}

/** @returns whether the damage was detected; fails if data is missing. */
async function openDamaged(path: string, rounds: number): Promise<boolean> {
  let store: Persistor | undefined;
  try {
    store = await new EmbeddedPersistorFactory({ path }).open('s');
    await readAll(store, rounds);
    return false;
  } catch (error) {
    if (!(error instanceof WeirError)) throw error;
    expect(error.code).toBe('store.damaged');
    return true;
  } finally {
    await store?.close();
  }
}

test('an unchanged store is intact', async () => {
  for (const source of [closed, crashed]) {
    const path = join(root, 'untouched');
    await cp(source, path, { recursive: true });
    for (const _ of [1, 2]) expect(await openDamaged(path, 3)).toBe(false);
    await rm(path, { recursive: true });
  }
});

test(`detects a byte changed or an end cut off anywhere in a closed store (seed ${SEED})`, async () => {
  const random = new SeededRandom(SEED);
  let noticed = 0;
  for (let run = 0; run < RUNS; run++) {
    const path = join(root, `run-${run}`);
    await cp(closed, path, { recursive: true });
    const what = await damageSomething(join(path, 's'), random);
    try {
      if (await openDamaged(path, 3)) noticed++;
    } catch (error) {
      throw new Error(`run ${run}, seed ${SEED}: ${what}`, { cause: error });
    }
    await rm(path, { recursive: true });
  }
  expect(noticed).toBeGreaterThan(0);
});

test(`a byte changed in a crashed store leaves previously sealed data intact (seed ${SEED})`, async () => {
  const random = new SeededRandom(SEED);
  for (let run = 0; run < RUNS / 4; run++) {
    const path = join(root, `crash-${run}`);
    await cp(crashed, path, { recursive: true });
    const seal = await readFile(join(path, 's', 'SEAL.last'), 'utf8');
    const sealed = seal.match(/\d+\.ldb/g)!;
    const what = await flipByte(join(path, 's', sealed[random.below(sealed.length)]!), random);
    expect({ what, noticed: await openDamaged(path, 3) }).toEqual({ what, noticed: true });
    await rm(path, { recursive: true });
  }
});

test('drops the torn end of a crashed log, and reports a changed middle as damage', async () => {
  const log = async (path: string): Promise<string> =>
    join(
      path,
      's',
      (await readdir(join(path, 's'))).find(file => file.endsWith('.log'))!,
    );
  const torn = join(root, 'torn');
  await cp(crashed, torn, { recursive: true });
  const { size } = await stat(await log(torn));
  await truncate(await log(torn), size - 1);
  expect(await openDamaged(torn, 2)).toBe(false);
  const changed = join(root, 'changed');
  await cp(crashed, changed, { recursive: true });
  const file = await open(await log(changed), 'r+');
  await file.write(Buffer.from('garbage'), 0, 7, 20);
  await file.close();
  expect(await openDamaged(changed, 3)).toBe(true);
});

test.each([/\.ldb$/, /\.log$/, /^MANIFEST/, /^CURRENT$/])(
  'reports a missing file like %p as damage',
  async pattern => {
    const path = join(root, `missing-${String(pattern).replaceAll(/\W/g, '')}`);
    await cp(closed, path, { recursive: true });
    const file = (await readdir(join(path, 's'))).find(name => pattern.test(name))!;
    await unlink(join(path, 's', file));
    expect(await openDamaged(path, 3)).toBe(true);
    expect(await openDamaged(path, 3)).toBe(true);
  },
);

test('compares sizes even without checksums', async () => {
  const path = join(root, 'sizes');
  const quick = new EmbeddedPersistorFactory({ path, checkFiles: false });
  const store = await quick.open('s');
  await store.write({ journal: [{ id: nodeId(1), time: 1, bytes: Buffer.alloc(100) }] });
  await store.close();
  const log = (await readdir(join(path, 's'))).find(file => file.endsWith('.log'))!;
  await truncate(join(path, 's', log), 60);
  await expect(quick.open('s')).rejects.toMatchObject({ code: 'store.damaged' });
});

test('ignores a file unknown to the store', async () => {
  const path = join(root, 'foreign');
  await cp(closed, path, { recursive: true });
  await writeFile(join(path, 's', 'notes.txt'), 'mine');
  expect(await openDamaged(path, 3)).toBe(false);
});

async function damageSomething(directory: string, random: SeededRandom): Promise<string> {
  const files = (await readdir(directory)).sort();
  const name = files[random.below(files.length)]!;
  const path = join(directory, name);
  const { size } = await stat(path);
  if (random.below(3) > 0 && size > 0) return flipByte(path, random);
  const length = random.below(size + 1);
  await truncate(path, length);
  return `${name} cut to ${length} of ${size} bytes`;
}

async function flipByte(path: string, random: SeededRandom): Promise<string> {
  const { size } = await stat(path);
  const at = random.below(size);
  const file = await open(path, 'r+');
  try {
    const byte = Buffer.alloc(1);
    await file.read(byte, 0, 1, at);
    byte[0]! ^= 1 << random.below(8);
    await file.write(byte, 0, 1, at);
  } finally {
    await file.close();
  }
  return `${path}, byte ${at} of ${size}`;
}
