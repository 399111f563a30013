import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NodeId } from '@weir/model';
import type { Persistor, PersistorFactory, WriteGroup } from '@weir/persistor';
import { describePersistor } from '@weir/persistor/conformance';
import { settle, until } from '@weir/platform/testing';
import { caughtUp, Machine } from './testing/machine.js';
import { MemoryLogs } from './testing/memory-logs.js';

const PARTITION = 'shard-0';
const NODE = 'node' as NodeId;

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'weir-logged-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

/** Each time that a partition is opened, it is opened by the process that has only followed so far. */
function takenOverEachTime(): PersistorFactory {
  const logs = new MemoryLogs(50);
  let [owner, spare] = [new Machine(root, logs), new Machine(root, logs)];
  let standby = owner.follow();
  return {
    name: 'logged',
    async open(partition) {
      // Otherwise it may have a write, but not that the write is no longer recent: then it counts as recent.
      await caughtUp(standby);
      await standby.stop();
      const opened = await owner.factory.open(partition);
      standby = spare.follow();
      [owner, spare] = [spare, owner];
      return opened;
    },
  };
}

describePersistor('logged', () => new Machine(root, new MemoryLogs()).factory);
describePersistor('logged, reopened by its hot spare', takenOverEachTime);

function entry(time: number, text = `entry ${time}`): WriteGroup {
  return { journal: [{ id: NODE, time, bytes: Buffer.from(text) }] };
}

/** Tables that reject writes while `isFull`. */
function fillable(tables: Persistor, isFull: () => boolean): Persistor {
  const write = tables.write.bind(tables);
  return Object.assign(tables, {
    write: async (group: WriteGroup) => {
      if (isFull()) throw new Error('disk full');
      await write(group);
    },
  });
}

async function timesOf(store: Persistor): Promise<number[]> {
  const stored = await store.readNode(NODE);
  return stored?.journal.map(({ time }) => time) ?? [];
}

describe('a logged store', () => {
  test('takes the partition from its owner, whose later writes are in neither directory', async () => {
    const logs = new MemoryLogs();
    const [first, second] = [new Machine(root, logs), new Machine(root, logs)];
    const old = await first.factory.open(PARTITION);
    await old.write(entry(1));
    const next = await second.factory.open(PARTITION, true);
    expect(next.term).toBe(old.term! + 1);
    await expect(old.write(entry(2))).rejects.toMatchObject({ code: 'store.taken-over' });
    expect((await old.lost).code).toBe('store.taken-over');
    await expect(old.putMetadata('a', Buffer.from('b'))).rejects.toMatchObject({ code: 'store.taken-over' });
    await next.write(entry(3));
    expect(await timesOf(next)).toEqual([1, 3]);
    await Promise.all([old.close(), next.close()]);
    const again = await first.factory.open(PARTITION);
    expect(await timesOf(again)).toEqual([1, 3]);
    await again.close();
  });

  test('refuses a lower epoch than that of the log', async () => {
    const logs = new MemoryLogs();
    const store = await new Machine(root, logs).factory.open(PARTITION, false, 7);
    await expect(new Machine(root, logs).factory.open(PARTITION, true, 6)).rejects.toMatchObject({
      code: 'store.taken-over',
    });
    await store.close();
  });

  test('repeats an attempt that the log does not answer, and reports the trouble meanwhile', async () => {
    const logs = new MemoryLogs();
    const { factory, environment } = new Machine(root, logs);
    const store = await factory.open(PARTITION);
    logs.beforeAppend = () => {
      throw new Error('no responders');
    };
    let isWritten = false;
    const written = store.write(entry(1)).then(() => (isWritten = true));
    const read = store.readNode(NODE);
    await settle();
    expect(store.trouble?.message).toMatch(/log of the store .*no responders/);
    expect(isWritten).toBe(false);
    logs.beforeAppend = () => undefined;
    environment.advance(100);
    await written;
    expect(store.trouble).toBeUndefined();
    expect((await read)?.journal.length).toBe(1);
    await store.close();
  });

  test('closes although the log does not answer; what was not acknowledged is rejected', async () => {
    const logs = new MemoryLogs();
    const store = await new Machine(root, logs).factory.open(PARTITION);
    logs.beforeAppend = () => {
      throw new Error('no responders');
    };
    const written = expect(store.write(entry(1))).rejects.toMatchObject({ code: 'graph.closed' });
    await settle();
    await store.close();
    await written;
  });

  test('closes although a snapshot waits for an operation that the log does not answer', async () => {
    const logs = new MemoryLogs();
    const store = await new Machine(root, logs, { snapshotBytes: 100 }).factory.open(PARTITION);
    const first = store.putMetadata('long', Buffer.alloc(200));
    let appends = 0;
    logs.beforeAppend = () => {
      if (++appends > 1) throw new Error('no responders');
    };
    const second = expect(store.putMetadata('other', Buffer.alloc(1))).rejects.toMatchObject({
      code: 'graph.closed',
    });
    await first;
    await settle();
    await store.close();
    await second;
  });

  test('applies what the tables failed to write before the next operation', async () => {
    const logs = new MemoryLogs();
    let isFull = false;
    const changed = (tables: Persistor): Persistor => fillable(tables, () => isFull);
    const store = await new Machine(root, logs, { changed }).factory.open(PARTITION);
    isFull = true;
    await expect(store.write(entry(1))).rejects.toMatchObject({ code: 'store.failed' });
    isFull = false;
    await store.write(entry(2));
    expect(await timesOf(store)).toEqual([1, 2]);
    await store.close();
  });

  test('refuses an empty log if the partition must exist', async () => {
    const { factory } = new Machine(root, new MemoryLogs());
    await expect(factory.open(PARTITION, true)).rejects.toMatchObject({ code: 'store.damaged' });
  });

  test('refuses a log that has less than the data directory', async () => {
    const machine = new Machine(root, new MemoryLogs());
    const store = await machine.factory.open(PARTITION);
    await store.write(entry(1));
    await store.close();
    const other = machine.with(new MemoryLogs());
    await expect(other.open(PARTITION)).rejects.toMatchObject({ code: 'store.damaged' });
  });

  test('refuses a data directory that was written without a log', async () => {
    const machine = new Machine(root, new MemoryLogs());
    const store = await machine.tables.open(PARTITION);
    await store.putMetadata('a', Buffer.from('b'));
    await store.close();
    await expect(machine.factory.open(PARTITION)).rejects.toMatchObject({ code: 'store.incompatible' });
  });

  test('stops opening when the signal is aborted', async () => {
    const logs = new MemoryLogs();
    logs.beforeAppend = () => {
      throw new Error('no responders');
    };
    const ending = new AbortController();
    const opened = new Machine(root, logs).factory.open(PARTITION, false, undefined, ending.signal);
    const outcome = expect(opened).rejects.toThrow('lost its place');
    await settle();
    ending.abort(new Error('lost its place'));
    await outcome;
  });
});

describe('a hot spare', () => {
  test('drops an operation that its writer did not complete', async () => {
    const logs = new MemoryLogs(20);
    const [first, second] = [new Machine(root, logs), new Machine(root, logs)];
    const old = await first.factory.open(PARTITION);
    await old.write(entry(1, 'a long entry that takes several rows of the log'));
    let rows = 0;
    logs.beforeAppend = () => {
      if (++rows > 2) throw new Error('killed');
    };
    const abandoned = old.write(entry(2, 'another long entry that is never complete'));
    abandoned.catch(() => undefined);
    await settle();
    logs.beforeAppend = () => undefined;
    const standby = second.follow();
    await settle();
    await standby.stop();
    const next = await second.factory.open(PARTITION, true);
    await next.write(entry(3));
    expect(await timesOf(next)).toEqual([1, 3]);
    await Promise.all([old.close(), next.close()]);
  });

  test('applies rows of all partitions while they are written, also after a restart', async () => {
    const logs = new MemoryLogs();
    const [first, second] = [new Machine(root, logs), new Machine(root, logs)];
    let standby = second.follow();
    const meta = await first.factory.open('meta');
    const shard = await first.factory.open(PARTITION, false, meta.term);
    for (let time = 1; time <= 3; time++) {
      await shard.write(entry(time));
      await meta.putMetadata('at', Buffer.from(String(time)));
      await caughtUp(standby);
      await standby.stop();
      standby = second.follow();
    }
    await Promise.all([meta.close(), shard.close()]);
    await standby.stop();
    const tables = await second.tables.open(PARTITION);
    expect(await timesOf(tables)).toEqual([1, 2, 3]);
    await tables.close();
    const taken = await second.factory.open('meta', true);
    const takenShard = await second.factory.open(PARTITION, true, taken.term);
    expect(String(await taken.getMetadata('at'))).toBe('3');
    expect(await timesOf(takenShard)).toEqual([1, 2, 3]);
    await Promise.all([taken.close(), takenShard.close()]);
  });

  test('resumes at the row that its directory failed to store, also when it is stopped meanwhile', async () => {
    const logs = new MemoryLogs();
    let isFull = true;
    let failures = 0;
    const changed = (tables: Persistor): Persistor =>
      fillable(tables, () => {
        if (isFull) failures++;
        return isFull;
      });
    const [first, second] = [new Machine(root, logs), new Machine(root, logs, { changed })];
    const store = await first.factory.open(PARTITION);
    const meta = await first.factory.open('meta');
    await store.write(entry(1));
    const standby = second.follow();
    await until(() => failures === 1);
    await meta.putMetadata('later', Buffer.from('row'));
    await until(() => {
      second.environment.advance(1_000);
      return failures === 2;
    });
    await standby.stop();
    isFull = false;
    const again = second.follow();
    await caughtUp(again);
    await again.stop();
    await Promise.all([store.close(), meta.close()]);
    const next = await second.factory.open(PARTITION, true);
    expect(await timesOf(next)).toEqual([1]);
    await next.close();
  });
});
