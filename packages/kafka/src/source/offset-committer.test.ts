import { TestEnvironment, until } from '@weir/platform/testing';
import { OffsetCommitter } from './offset-committer.js';

test('retries failed commits even if nothing more is read', async () => {
  const environment = new TestEnvironment();
  const commits: bigint[][] = [];
  const commit = (offsets: readonly { readonly offset: bigint }[]): Promise<void> => {
    commits.push(offsets.map(({ offset }) => offset));
    return commits.length === 1 ? Promise.reject(new Error('the group is rebalancing')) : Promise.resolve();
  };
  const settings = {
    type: 'ExplicitCommit',
    parallelism: 1,
    maxBatch: 1_000,
    maxInterval: 10_000,
    waitForCommitConfirmation: true,
  } as const;
  const committer = new OffsetCommitter(settings, commit, environment.scheduler, environment.logger);
  await committer.read([{ topic: 't', partition: 0, offset: 5n }], 1);
  environment.advance(10_000);
  await until(() => environment.timersWaiting > 0);
  environment.advance(10_000);
  expect(commits).toEqual([[5n], [5n]]);
  await until(() => environment.timersWaiting === 0);
  committer.stop();
});
