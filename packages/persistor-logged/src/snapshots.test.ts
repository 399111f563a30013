/** Logs that are cut, and processes that start from snapshots of the data. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeId } from '@weir/model';
import type { Persistor, WriteGroup } from '@weir/persistor';
import { SeededRandom } from '@weir/platform';
import { until } from '@weir/platform/testing';
import { caughtUp, Machine } from './testing/machine.js';
import { MemoryLogs } from './testing/memory-logs.js';

const PARTITION = 'shard-0';
const INTERVAL = 2_000;
const READING = 'reading a snapshot of the graph';

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'weir-snapshots-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

function entry(time: number): WriteGroup {
  return { journal: [{ id: `node ${time % 5}` as NodeId, time, bytes: Buffer.alloc(100, time) }] };
}

/** Writes entries, each of which is forgotten, so that a snapshot can be made at any time. */
async function writeEntries(store: Persistor, first: number, last: number): Promise<void> {
  for (let time = first; time <= last; time++) {
    await store.write(entry(time));
    await store.forgetRecent(store.markWrites());
  }
}

async function timesOf(store: Persistor): Promise<number[]> {
  const times: number[] = [];
  for await (const nodes of store.scanNodes())
    for (const { stored } of nodes) times.push(...stored!.journal.map(({ time }) => time));
  return times.sort((one, other) => one - other);
}

async function recentIds(store: Persistor): Promise<string[]> {
  const ids: string[] = [];
  for await (const writes of store.recentWrites()) ids.push(...writes.map(({ id }) => id));
  return ids;
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}

describe('the log of a partition', () => {
  test('stays shorter than two intervals, and a snapshot that is being made', async () => {
    const logs = new MemoryLogs();
    const store = await new Machine(root, logs, { snapshotBytes: INTERVAL }).factory.open(PARTITION);
    let longest = 0;
    for (let time = 1; time <= 500; time++) {
      await writeEntries(store, time, time);
      // Replaces the content, so that a snapshot is not much longer than the interval.
      await store.purgeNode(`node ${(time + 1) % 5}` as NodeId);
      longest = Math.max(longest, logs.lengthOf(PARTITION));
    }
    await store.close();
    expect((await logs.snapshots(PARTITION).list()).length).toBe(2);
    expect(longest).toBeGreaterThan(INTERVAL);
    expect(longest).toBeLessThan(3 * INTERVAL);
  });

  test('is not cut behind writes that a crash may have interrupted', async () => {
    const logs = new MemoryLogs();
    const store = await new Machine(root, logs, { snapshotBytes: INTERVAL }).factory.open(PARTITION);
    await writeEntries(store, 1, 60);
    for (let time = 61; time <= 63; time++) await store.write(entry(time));
    // Other operations, which do not count as recent, make the log longer.
    for (let n = 0; n < 60; n++) await store.putMetadata('key', Buffer.alloc(200, n));
    const next = await new Machine(root, logs).factory.open(PARTITION, true);
    expect(await timesOf(next)).toEqual(upTo(63));
    expect(await recentIds(next)).toEqual(expect.arrayContaining(['node 1', 'node 2', 'node 3']));
    await Promise.all([store.close(), next.close()]);
  });

  test('is not cut while snapshots cannot be stored; the next attempt follows later', async () => {
    const logs = new MemoryLogs();
    const machine = new Machine(root, logs, { snapshotBytes: INTERVAL });
    const store = await machine.factory.open(PARTITION);
    const snapshots = logs.snapshots(PARTITION);
    snapshots.isFull = true;
    await writeEntries(store, 1, 100);
    expect(logs.lengthOf(PARTITION)).toBeGreaterThan(5 * INTERVAL);
    const warnings = machine.environment.logged.filter(({ level }) => level === 'warn');
    expect(warnings.length).toBe(1);
    snapshots.isFull = false;
    machine.environment.advance(10_000);
    await writeEntries(store, 101, 300);
    expect((await snapshots.list()).length).toBe(2);
    await store.close();
    const next = await new Machine(root, logs).factory.open(PARTITION, true);
    expect(await timesOf(next)).toEqual(upTo(300));
    await next.close();
  });
});

describe('a hot spare', () => {
  test('has a partition open once, in whatever order it is released and resumed', async () => {
    const random = new SeededRandom(41);
    const logs = new MemoryLogs();
    const [owner, spare] = [new Machine(root, logs), new Machine(root, logs)];
    const store = await owner.factory.open(PARTITION);
    await writeEntries(store, 1, 20);
    const standby = spare.follow();
    for (let round = 0; round < 25; round++) {
      const under: Promise<void>[] = [];
      for (let steps = 1 + random.below(5); steps > 0; steps--) {
        const step = random.below(4);
        if (step === 0) standby.resume([PARTITION]);
        else if (step === 1) await new Promise(resolve => setTimeout(resolve, random.below(4)));
        else under.push(standby.release([PARTITION]));
      }
      await Promise.all(under);
      await standby.release([PARTITION]);
      // Rejects if the spare has it open.
      const tables = await spare.tables.open(PARTITION);
      await tables.close();
      standby.resume([PARTITION]);
    }
    await caughtUp(standby);
    await standby.stop();
    await store.close();
  });

  test('deletes a copy that is dropped, and makes it again when it is resumed', async () => {
    const logs = new MemoryLogs();
    const [owner, spare] = [new Machine(root, logs), new Machine(root, logs)];
    const store = await owner.factory.open(PARTITION);
    await writeEntries(store, 1, 20);
    const standby = spare.follow();
    await standby.upToDate;
    expect(await readdir(spare.path)).toContain(PARTITION);
    await standby.drop([PARTITION]);
    expect(await readdir(spare.path)).toEqual(['meta']);

    await writeEntries(store, 21, 30);
    // A partition is released in order to be opened, so its deletion must be complete.
    standby.resume([PARTITION]);
    const dropped = standby.drop([PARTITION]);
    await standby.release([PARTITION]);
    expect(await readdir(spare.path)).toEqual(['meta']);
    await dropped;
    standby.resume([PARTITION]);
    await caughtUp(standby);
    await standby.stop();
    await store.close();
    const copy = await spare.factory.open(PARTITION);
    expect(await timesOf(copy)).toEqual(upTo(30));
    await copy.close();
  });

  test('starts from a snapshot, and follows from there', async () => {
    const logs = new MemoryLogs();
    const [owner, spare] = [new Machine(root, logs, { snapshotBytes: INTERVAL }), new Machine(root, logs)];
    const store = await owner.factory.open(PARTITION);
    await writeEntries(store, 1, 100);
    const standby = spare.follow();
    await caughtUp(standby);
    expect(spare.environment.logged.map(({ message }) => message)).toContain(READING);
    await writeEntries(store, 101, 110);
    await caughtUp(standby);
    await standby.stop();
    const next = await spare.factory.open(PARTITION, true);
    expect(await timesOf(next)).toEqual(upTo(110));
    await Promise.all([store.close(), next.close()]);
  });

  test('that was away for long replaces its data by a snapshot', async () => {
    const logs = new MemoryLogs();
    const [owner, spare] = [new Machine(root, logs, { snapshotBytes: INTERVAL }), new Machine(root, logs)];
    const store = await owner.factory.open(PARTITION);
    await writeEntries(store, 1, 5);
    let standby = spare.follow();
    await caughtUp(standby);
    await standby.stop();
    await writeEntries(store, 6, 100);
    await store.purgeNode('node 0' as NodeId);
    standby = spare.follow();
    await caughtUp(standby);
    await standby.stop();
    const next = await spare.factory.open(PARTITION, true);
    expect(await timesOf(next)).toEqual(upTo(100).filter(time => time % 5 > 0));
    await Promise.all([store.close(), next.close()]);
  });

  test('reads a partition from its beginning if only its data is missing', async () => {
    const logs = new MemoryLogs();
    const [owner, spare] = [new Machine(root, logs), new Machine(root, logs)];
    const meta = await owner.factory.open('meta');
    const store = await owner.factory.open(PARTITION, false, meta.term);
    await writeEntries(store, 1, 5);
    await meta.putMetadata('key', Buffer.from('value'));
    let standby = spare.follow();
    await caughtUp(standby);
    await standby.stop();
    await spare.tables.discard(PARTITION);
    standby = spare.follow();
    await writeEntries(store, 6, 6);
    await caughtUp(standby);
    await standby.stop();
    const tables = await spare.tables.open(PARTITION);
    expect(await timesOf(tables)).toEqual(upTo(6));
    await tables.close();
    await Promise.all([store.close(), meta.close()]);
  });

  test('uses the older snapshot if the newest one is damaged', async () => {
    const logs = new MemoryLogs();
    const store = await new Machine(root, logs, { snapshotBytes: INTERVAL }).factory.open(PARTITION);
    await writeEntries(store, 1, 200);
    const { contents } = logs.snapshots(PARTITION);
    const newest = (await logs.snapshots(PARTITION).list()).at(-1)!;
    contents.get(newest)![100]! ^= 1;
    const next = await new Machine(root, logs).factory.open(PARTITION, true);
    expect(await timesOf(next)).toEqual(upTo(200));
    await Promise.all([store.close(), next.close()]);
  });

  test('whose rows are missing in the middle of the log waits for a snapshot from after them', async () => {
    const logs = new MemoryLogs();
    const [owner, spare] = [new Machine(root, logs, { snapshotBytes: INTERVAL }), new Machine(root, logs)];
    const store = await owner.factory.open(PARTITION);
    await writeEntries(store, 1, 3);
    logs.lose(PARTITION, 4);
    const standby = spare.follow();
    await until(() => {
      spare.environment.advance(1_000);
      return spare.environment.logged.some(({ message }) => message.includes('cannot be updated'));
    });
    await writeEntries(store, 4, 100);
    let isUpToDate = false;
    void standby.upToDate.then(() => (isUpToDate = true));
    await until(() => {
      spare.environment.advance(1_000);
      return isUpToDate;
    });
    await standby.stop();
    const next = await spare.factory.open(PARTITION, true);
    expect(await timesOf(next)).toEqual(upTo(100));
    await Promise.all([store.close(), next.close()]);
  });

  test('without a snapshot says which rows are missing', async () => {
    const logs = new MemoryLogs();
    const store = await new Machine(root, logs).factory.open(PARTITION);
    await writeEntries(store, 1, 3);
    await logs.log(PARTITION).cut(4);
    await expect(new Machine(root, logs).factory.open(PARTITION)).rejects.toMatchObject({
      code: 'store.failed',
      message: expect.stringContaining('no snapshot includes what is missing') as string,
    });
    await store.close();
  });
});
