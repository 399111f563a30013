import { TestEnvironment, until } from '@weir/platform/testing';
import { GroupCommit } from './group-commit.js';
import type { PersistenceOptions } from '../persistence/persistence-options.js';
import type { Shard } from './shard.js';

/** A shard with pending changes whose store fails until the test ends the failure. */
class FailingShard {
  readonly number = 0;
  readonly counters = { writeFailures: 0 };
  readonly catalog = { collected: () => undefined };
  readonly writes = { begin: () => 0, end: () => undefined };
  readonly journal = {
    isEmpty: false,
    collect: () => ({ journal: [], snapshots: [], results: [], actors: [], leaving: [], time: 0 }),
  };
  isFull = true;
  readonly persistor = {
    write: () => (this.isFull ? Promise.reject(new Error('the disk is full')) : Promise.resolve()),
  };

  written(): void {
    this.journal.isEmpty = true;
  }
}

test('reports a full disk once a minute, however often writes fail, and counts every failure', async () => {
  const environment = new TestEnvironment();
  const shard = new FailingShard();
  const options = { effectOrder: 'persistor-first', snapshotSingleton: false } as PersistenceOptions;
  const results = { onResults: () => undefined };
  const commits = new GroupCommit([shard as unknown as Shard], environment, options, results);
  for (let time = 0; time < 200; time++) await expect(commits.commit()).rejects.toThrow('the disk is full');
  expect(shard.counters.writeFailures).toBe(200);
  expect(environment.logged.map(({ level }) => level)).toEqual(['error']);
  shard.isFull = false;
  environment.advance(1_000);
  await until(() => shard.journal.isEmpty);
  await until(() => !commits.hasBacklog);
  expect(environment.logged.map(({ level }) => level)).toEqual(['error', 'info']);
});
