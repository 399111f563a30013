/** The thread of a directory: what becomes of held keys when the main thread stalls, and when the thread ends. */
import type { HoldLoss } from '@weir/cluster';
import { type OpenDirectory, startDirectoryThread } from '@weir/cluster-nats';
import { systemEnvironment } from '@weir/runtime';

/** Longer than a busy machine delays a thread. */
const LEASE_MILLIS = 3_000;
const STALL_MILLIS = 3 * LEASE_MILLIS;

let opened: OpenDirectory | undefined;
let lines: string[];

afterEach(() => opened?.close());

async function open(data: unknown = undefined): Promise<OpenDirectory> {
  lines = [];
  const environment = systemEnvironment({ log: (level, message) => void lines.push(`${level} ${message}`) });
  const entry = new URL('./memory-entry.js', import.meta.url);
  opened = await startDirectoryThread({ entry, data, stallMillis: STALL_MILLIS, environment });
  return opened;
}

/** Blocks this thread. */
function block(millis: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, millis);
}

test('keeps a key while the main thread is blocked, but not beyond its patience', async () => {
  const { directory } = await open();
  let lost!: (cause: HoldLoss) => void;
  const loss = new Promise<HoldLoss>(resolve => (lost = resolve));
  const held = directory.holdKey('member.a', '', {
    leaseMillis: LEASE_MILLIS,
    patienceMillis: LEASE_MILLIS,
    lost,
  });
  // Answered after the renewal that was sent before it.
  await directory.put('shard.0', '', 0);
  block(2 * LEASE_MILLIS);
  expect([held.isHeld, held.loss]).toEqual([true, undefined]);
  const start = performance.now();
  while (held.loss === undefined && performance.now() - start < 20 * STALL_MILLIS) block(10);
  expect(held.isHeld).toBe(false);
  expect(await loss).toBe('stall');
}, 60_000);

test('loses its keys when the thread ends, and starts another one for the next request', async () => {
  const { directory } = await open();
  const losses: HoldLoss[] = [];
  const held = directory.holdKey('member.a', '', {
    leaseMillis: 60_000,
    patienceMillis: 60_000,
    lost: cause => void losses.push(cause),
  });
  await expect(directory.put('shard.0', 'crash', 0)).rejects.toMatchObject({
    code: 'cluster.directory-failed',
  });
  expect([held.isHeld, held.loss, losses]).toEqual([false, 'thread', ['thread']]);
  expect(await held.release()).toBe(0);
  expect(await directory.put('shard.0', 'a', 0)).toBeGreaterThan(0);
  expect(lines).toEqual([
    expect.stringMatching(/^error The thread of the directory has ended: .* is not valid JSON/),
  ]);
});

test('rejects with the error of opening the directory', async () => {
  await expect(open('fail')).rejects.toMatchObject({ code: 'config.invalid', message: 'Invalid data' });
  expect(lines).toEqual([]);
});

test('returns the last revision of a released key', async () => {
  const { directory } = await open();
  const lost = (): void => undefined;
  const held = directory.holdKey('member.a', '1', {
    leaseMillis: 60_000,
    patienceMillis: 60_000,
    lost,
  });
  held.set('2');
  const revision = await held.release();
  expect(held.isHeld).toBe(false);
  expect(await directory.put('member.a', '3', revision)).toBeGreaterThan(revision);
});
