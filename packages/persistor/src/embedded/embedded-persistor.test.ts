import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ClassicLevel } from 'classic-level';
import type { NodeId } from '@weir/model';
import { describePersistor } from '../conformance.js';
import { createPersistorFactory } from '../create-factory.js';
import { FORMAT_VERSION } from './records/keys.js';

let root: string;
let made = 0;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'weir-store-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

function freshPath(): string {
  return join(root, String(made++));
}

function factoryAt(path: string) {
  return createPersistorFactory({ type: 'embedded', path });
}

describePersistor('embedded', () => factoryAt(freshPath()));
describePersistor('embedded, synchronous', () =>
  createPersistorFactory({ type: 'embedded', path: freshPath(), sync: true }),
);
const NODE = 'a' as NodeId;

async function pathWithData(): Promise<string> {
  const path = freshPath();
  const store = await factoryAt(path).open('shard-0');
  const journal = Array.from({ length: 5000 }, (_, i) => ({ id: NODE, time: i, bytes: Buffer.alloc(20, i) }));
  await store.write({ journal });
  await store.close();
  return path;
}

describe('embedded store', () => {
  test('answers without a read for an id that was never written', async () => {
    const store = await factoryAt(freshPath()).open('shard-0');
    await store.write({ journal: [{ id: NODE, time: 1, bytes: Buffer.of(1) }] });
    expect(store.readNode('other' as NodeId)).toBeUndefined();
    expect(store.readNode(NODE)).toBeInstanceOf(Promise);
    await store.close();
  });

  test('keeps partitions separate', async () => {
    const factory = factoryAt(freshPath());
    const [one, other] = await Promise.all([factory.open('shard-0'), factory.open('shard-1')]);
    await one.write({ journal: [{ id: NODE, time: 1, bytes: Buffer.of(1) }] });
    expect(await other.readNode(NODE)).toBeUndefined();
    await Promise.all([one.close(), other.close()]);
  });

  test('locks a directory in use', async () => {
    const path = freshPath();
    const store = await factoryAt(path).open('shard-0');
    await expect(factoryAt(path).open('shard-0')).rejects.toMatchObject({ code: 'store.locked' });
    await store.close();
    await (await factoryAt(path).open('shard-0')).close();
  });

  test('creates its directory and missing parents', async () => {
    const path = join(freshPath(), 'a', 'b');
    await (await factoryAt(path).open('shard-0')).close();
    expect(await readdir(join(path, 'shard-0'))).toContain('CURRENT');
  });

  test('immediately rejects a path where no directory can be created', async () => {
    const file = freshPath();
    await writeFile(file, '');
    // Only Linux has /proc.
    const places = process.platform === 'linux' ? [file, '/proc'] : [file];
    for (const place of places) {
      await expect(factoryAt(join(place, 'weir', 'data')).open('shard-0')).rejects.toMatchObject({
        code: 'store.failed',
      });
    }
  });

  test.each([
    ['a later format', Buffer.of(0), FORMAT_VERSION + 1],
    ['an earlier format', Buffer.of(0), FORMAT_VERSION - 1],
    ['a foreign store', Buffer.from('x'), FORMAT_VERSION],
  ])('%s is incompatible', async (_, key, version) => {
    const path = freshPath();
    const level = new ClassicLevel<Buffer, Buffer>(join(path, 'meta'), {
      keyEncoding: 'buffer',
      valueEncoding: 'buffer',
    });
    await level.put(key, Buffer.of(0, 0, 0, version));
    await level.close();
    await expect(factoryAt(path).open('meta')).rejects.toMatchObject({ code: 'store.incompatible' });
  });

  test.each([
    ['a broken manifest', /^MANIFEST-/],
    ['a broken head', /^CURRENT$/],
  ])('%s is reported as damage', async (_, pattern) => {
    const path = await pathWithData();
    const directory = join(path, 'shard-0');
    const file = (await readdir(directory)).find(name => pattern.test(name))!;
    await writeFile(join(directory, file), 'garbage');
    await expect(factoryAt(path).open('shard-0')).rejects.toMatchObject({ code: 'store.damaged' });
  });

  test('a missing head is reported as damage, not as an empty store', async () => {
    const path = await pathWithData();
    await unlink(join(path, 'shard-0', 'CURRENT'));
    await expect(factoryAt(path).open('shard-0')).rejects.toMatchObject({ code: 'store.damaged' });
  });

  test('opens a store as empty if it was killed during creation, before it had a head', async () => {
    const path = freshPath();
    await (await factoryAt(path).open('shard-0')).close();
    const directory = join(path, 'shard-0');
    for (const file of await readdir(directory)) {
      if (file !== 'MANIFEST-000001') await unlink(join(directory, file));
    }
    await writeFile(join(directory, 'MANIFEST-000001'), 'torn');
    const store = await factoryAt(path).open('shard-0');
    expect(await store.readNode(NODE)).toBeUndefined();
    await store.close();
  });

  test('a path that cannot be a directory is reported as a failure', async () => {
    const path = freshPath();
    await writeFile(path, 'a file');
    await expect(factoryAt(path).open('shard-0')).rejects.toMatchObject({ code: 'store.failed' });
  });

  test('kill -9 loses no acknowledged write and tears no group', async () => {
    const path = freshPath();
    const child = fork(fileURLToPath(new URL('./testing/crash-writer.js', import.meta.url)), [path], {
      execArgv: [],
    });
    const acknowledged = new Set<number>();
    await new Promise<void>(enough => {
      child.on('message', (time: number) => {
        acknowledged.add(time);
        if (acknowledged.size === 200) {
          child.kill('SIGKILL');
          enough();
        }
      });
    });
    await once(child, 'exit');

    const store = await factoryAt(path).open('shard-0');
    const times: number[] = [];
    for (const name of ['left', 'right']) {
      const stored = await store.readNode(name as NodeId);
      times.push(stored!.journal.length);
      const found = new Set(stored!.journal.map(entry => entry.time));
      expect([...acknowledged].filter(time => !found.has(time))).toEqual([]);
    }
    expect(times[0]).toBe(times[1]);
    expect(store.readNode('never' as NodeId)).toBeUndefined();
    await store.close();
  });
});
