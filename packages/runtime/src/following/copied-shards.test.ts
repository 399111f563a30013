/** Which shards a process follows, and has. */
import { CopiedShards } from './copied-shards.js';

test('follows the shards to keep, and has them once they are caught up', () => {
  const shards = new CopiedShards(4);
  expect(shards.keep([1, 2])).toEqual({ begun: ['shard-1', 'shard-2'], ended: [] });
  expect(shards.present).toEqual([]);
  expect(shards.caughtUp('shard-2')).toBe(true);
  expect(shards.caughtUp('shard-2')).toBe(false);
  expect(shards.present).toEqual([2]);
  expect(shards.keep([0, 2])).toEqual({ begun: ['shard-0'], ended: ['shard-1'] });
  // A late report.
  expect(shards.caughtUp('shard-1')).toBe(false);
  expect(shards.present).toEqual([2]);
});

test('neither follows nor drops a shard while it is open', () => {
  const shards = new CopiedShards(3);
  shards.keep([0]);
  shards.caughtUp('shard-0');
  shards.opened(['meta', 'shard-0', 'shard-1']);
  expect(shards.present).toEqual([0, 1]);
  expect(shards.keep([2])).toEqual({ begun: ['shard-2'], ended: [] });
  shards.closed(['meta', 'shard-0', 'shard-1']);
  expect(shards.keep([1])).toEqual({ begun: [], ended: ['shard-0', 'shard-2'] });
});

test('a shard that it did not have before it was open has to be caught up afterwards', () => {
  const shards = new CopiedShards(2);
  shards.keep([0]);
  shards.caughtUp('shard-0');
  shards.opened(['shard-0', 'shard-1']);
  shards.closed(['shard-0', 'shard-1']);
  expect(shards.present).toEqual([0]);
  expect(shards.caughtUp('shard-1')).toBe(true);
  expect(shards.present).toEqual([0, 1]);
});

test('is up to date when the shards named first are caught up or open', async () => {
  const shards = new CopiedShards(3);
  let isUpToDate = false;
  void shards.upToDate.then(() => (isUpToDate = true));
  shards.keep([0, 1]);
  shards.caughtUp('shard-0');
  await Promise.resolve();
  expect(isUpToDate).toBe(false);
  shards.opened(['shard-1']);
  await Promise.resolve();
  expect(isUpToDate).toBe(true);
});

test('is up to date at once if there is nothing to follow', async () => {
  const shards = new CopiedShards(3);
  shards.keep([]);
  await expect(shards.upToDate).resolves.toBeUndefined();
});
