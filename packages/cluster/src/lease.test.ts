/** A held key, with a directory that answers under the test's control. */
import { settle, TestEnvironment } from '@weir/platform/testing';
import type { DirectoryKeys, DirectoryWatcher, HoldLoss } from './directory.js';
import { LeaseHolder } from './lease-holder.js';

const LEASE_MILLIS = 3_000;
const STEP_MILLIS = LEASE_MILLIS / 3;
const PATIENCE_MILLIS = 2 * LEASE_MILLIS;

/** Answers only if the key was not changed since. */
class StrictDirectory implements DirectoryKeys {
  revision = 0;
  readonly values: string[] = [];
  losesAnswers = false;
  private watcher: DirectoryWatcher | undefined = undefined;

  async put(key: string, value: string, expected: number): Promise<number | undefined> {
    if (expected !== this.revision) return undefined;
    const revision = ++this.revision;
    this.values.push(value);
    this.watcher?.changed({ key, value, revision });
    if (this.losesAnswers) throw new Error('no answer');
    return revision;
  }

  watch(watcher: DirectoryWatcher): () => void {
    this.watcher = watcher;
    return () => undefined;
  }

  remove(key: string): void {
    this.watcher!.changed({ key, value: undefined, revision: ++this.revision });
  }
}

function holding(isAlive = (): boolean => true) {
  const environment = new TestEnvironment();
  const keys = new StrictDirectory();
  const directory = new LeaseHolder(keys, environment);
  directory.watch({ changed: () => undefined, upToDate: () => undefined });
  const losses: HoldLoss[] = [];
  const lost = (cause: HoldLoss): void => void losses.push(cause);
  const held = directory.holdKey('member.a', '1', {
    leaseMillis: LEASE_MILLIS,
    patienceMillis: PATIENCE_MILLIS,
    lost,
    isAlive,
  });
  const pass = async (steps: number): Promise<void> => {
    for (let k = 0; k < steps; k++) {
      environment.advance(STEP_MILLIS);
      await settle();
    }
  };
  return { keys, held, losses, pass };
}

test('renews a key every third of the lease, and writes another value immediately', async () => {
  const { keys, held, pass } = holding();
  await pass(3);
  expect(keys.values).toEqual(['1', '1', '1', '1']);
  held.set('2');
  await pass(1);
  expect(keys.values.slice(4)).toEqual(['2', '2']);
  expect(held.isHeld).toBe(true);
});

test('finds the revision of a renewal without an answer through the watch', async () => {
  const { keys, held, losses, pass } = holding();
  await pass(1);
  keys.losesAnswers = true;
  await pass(2);
  keys.losesAnswers = false;
  await pass(6);
  expect([held.isHeld, losses]).toEqual([true, []]);
});

test('is in doubt when answers are missing for a lease, until one comes', async () => {
  const { keys, held, losses, pass } = holding();
  await pass(1);
  keys.losesAnswers = true;
  await pass(4);
  expect([held.isHeld, held.loss]).toEqual([false, undefined]);
  keys.losesAnswers = false;
  await pass(1);
  expect([held.isHeld, losses]).toEqual([true, []]);
});

test('is lost when answers are missing for longer than permitted, and does not return', async () => {
  const { keys, held, losses, pass } = holding();
  await pass(1);
  keys.losesAnswers = true;
  await pass(8);
  keys.losesAnswers = false;
  const { length } = keys.values;
  await pass(3);
  expect([held.isHeld, held.loss, losses]).toEqual([false, 'silence', ['silence']]);
  expect(keys.values).toHaveLength(length);
});

test('is lost when its key was removed, and when the work behind it stalls', async () => {
  const removed = holding();
  await removed.pass(1);
  removed.keys.remove('member.a');
  expect([removed.held.isHeld, removed.losses]).toEqual([false, ['gone']]);
  let isAlive = true;
  const stalled = holding(() => isAlive);
  await stalled.pass(2);
  isAlive = false;
  await stalled.pass(1);
  isAlive = true;
  await stalled.pass(1);
  expect([stalled.held.isHeld, stalled.losses]).toEqual([false, ['stall']]);
});

test('writes nothing after its release, which returns the last revision', async () => {
  const { keys, held, losses, pass } = holding();
  await pass(2);
  expect(await held.release()).toBe(keys.revision);
  await pass(6);
  expect([keys.revision, held.isHeld, losses]).toEqual([3, false, []]);
});
