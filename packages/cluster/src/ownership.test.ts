/** A member's knowledge of its lease, with a directory that answers under the test's control. */
import { settle, TestEnvironment } from '@weir/platform/testing';
import type { DirectoryKeys, DirectoryWatcher } from './directory.js';
import { LeaseHolder } from './lease-holder.js';
import { type LossCause, Ownership } from './ownership.js';

const LEASE_MILLIS = 3_000;
const PATIENCE_MILLIS = 3 * LEASE_MILLIS;
const RENEWAL_MILLIS = LEASE_MILLIS / 3;

class SlowDirectory implements DirectoryKeys {
  private watcher: DirectoryWatcher | undefined = undefined;
  private revision = 0;
  isThere = true;
  /** Everything written, by key. */
  readonly written = new Map<string, string>();

  async put(key: string, value: string | undefined): Promise<number> {
    if (!this.isThere) throw new Error('no answer');
    if (value === undefined) this.written.delete(key);
    else this.written.set(key, value);
    this.watcher!.changed({ key, value, revision: ++this.revision });
    return this.revision;
  }

  watch(watcher: DirectoryWatcher): () => void {
    this.watcher = watcher;
    for (const [key, value] of this.written) watcher.changed({ key, value, revision: ++this.revision });
    watcher.upToDate();
    return () => undefined;
  }

  forget(key: string): void {
    this.watcher!.changed({ key, value: undefined, revision: ++this.revision });
  }
}

/** @param owner a member that owns the shard at first. Default: this one takes it. */
async function owning(owner?: string) {
  const environment = new TestEnvironment();
  const directory = new SlowDirectory();
  const causes: (LossCause | 'doubt')[] = [];
  const nothing = (): void => undefined;
  const ownership = new Ownership({
    id: 'one',
    member: { address: '', capacity: 1, isSpare: true },
    shardCount: 1,
    holders: 1,
    leaseMillis: LEASE_MILLIS,
    patienceMillis: PATIENCE_MILLIS,
    directory: new LeaseHolder(directory, environment),
    environment,
    listener: {
      epochRose: nothing,
      taken: nothing,
      leave: async () => undefined,
      lost: (_, cause) => causes.push(cause),
      advanced: nothing,
      doubted: () => causes.push('doubt'),
      expelled: cause => causes.push(cause),
    },
  });
  if (owner !== undefined) {
    directory.written.set(`member.${owner}`, JSON.stringify({ address: '', capacity: 1, isSpare: false }));
    directory.written.set('shard.0', JSON.stringify({ owner, epoch: 1 }));
  }
  ownership.start();
  await settle();
  expect(ownership.ownsNothing).toBe(owner !== undefined);
  return { environment, directory, ownership, causes };
}

async function renew(environment: TestEnvironment, times: number): Promise<void> {
  for (let k = 0; k < times; k++) {
    environment.advance(RENEWAL_MILLIS);
    await settle();
  }
}

test('a lease ends when the directory has not answered for its duration, and continues when it answers', async () => {
  const { environment, directory, ownership, causes } = await owning();
  await renew(environment, 6);
  expect(ownership.holdsLease).toBe(true);
  directory.isThere = false;
  environment.advance(LEASE_MILLIS);
  await settle();
  expect([ownership.holdsLease, causes]).toEqual([true, []]);
  environment.advance(1);
  expect([ownership.holdsLease, causes]).toEqual([false, []]);
  await renew(environment, 1);
  expect(causes).toEqual(['doubt']);
  directory.isThere = true;
  await renew(environment, 2);
  expect([ownership.holdsLease, ownership.ownsNothing]).toEqual([true, false]);
});

test('a membership ends when the directory has not answered for longer than permitted', async () => {
  const { environment, directory, ownership, causes } = await owning();
  directory.isThere = false;
  await renew(environment, 11);
  expect(ownership.holdsLease).toBe(false);
  expect(causes.filter(cause => cause !== 'doubt')).toEqual(['silence', 'silence']);
});

test('a member that was silent for a lease is removed, and another one takes its shard', async () => {
  const { environment, directory } = await owning('two');
  await renew(environment, 2);
  expect(directory.written.has('member.two')).toBe(true);
  await renew(environment, 2);
  expect(directory.written.has('member.two')).toBe(false);
  expect(JSON.parse(directory.written.get('shard.0')!)).toEqual({ owner: 'one', epoch: 2 });
});

test('no member is removed because the directory did not answer', async () => {
  const { environment, directory } = await owning('two');
  const sign = (): Promise<unknown> => directory.put('member.two', directory.written.get('member.two'));
  for (let k = 0; k < 3; k++) {
    await renew(environment, 1);
    await sign();
    directory.isThere = false;
    await renew(environment, 8);
    directory.isThere = true;
    // The other member may be a moment later.
    await renew(environment, 2);
    expect(directory.written.has('member.two')).toBe(true);
    await sign();
  }
});

test('a member that the directory reports as removed owns nothing', async () => {
  const { directory, ownership, causes } = await owning();
  directory.forget('member.one');
  expect([ownership.holdsLease, ownership.ownsNothing, causes]).toEqual([false, true, ['gone', 'gone']]);
});

test('a spare that owns shards for want of others becomes a regular member', async () => {
  const { directory, ownership } = await owning();
  ownership.setSpare(false);
  await settle();
  expect(JSON.parse(directory.written.get('member.one')!)).toMatchObject({ isSpare: false, capacity: 1 });
});

test('takes the shard of a suspect until the suspect renews its key', async () => {
  const { directory, ownership } = await owning('two');
  const assignment = (): unknown => JSON.parse(directory.written.get('shard.0')!);
  const sign = (): Promise<unknown> =>
    directory.put('member.two', JSON.stringify({ address: '', capacity: 1, isSpare: false }));
  await sign();
  await settle();
  expect(assignment()).toEqual({ owner: 'two', epoch: 1 });
  ownership.suspect('two');
  await settle();
  expect(assignment()).toEqual({ owner: 'one', epoch: 2 });
  // The former owner lives after all, and is preferred: a spare has no shards beside it.
  await sign();
  await settle();
  expect(assignment()).toEqual({ owner: null, epoch: 2 });
});
