/** Following logs in other threads, with a model of the thread. */
import { TestEnvironment, until } from '@weir/platform/testing';
import type { Piscina } from 'piscina';
import type { FollowReport, FollowRequest, FollowTask } from './follow-logs.js';
import { partitionsIn } from './follow-logs.js';
import { allFollowers, ThreadFollower } from './log-follower.js';

/** Runs no code: the test makes its reports. */
class ModelThread {
  starts = 0;
  requests: FollowRequest[] = [];
  private task: FollowTask | undefined;
  private finish: () => void = () => undefined;
  fail: (error: Error) => void = () => undefined;

  run(task: FollowTask): Promise<void> {
    this.starts++;
    this.task = task;
    task.port.on('message', (request: FollowRequest) => {
      this.requests.push(request);
      if (request === 'stop') this.finish();
    });
    return new Promise<void>((resolve, reject) => {
      this.finish = resolve;
      this.fail = reject;
    }).then(
      () => task.port.close(),
      (error: unknown) => {
        task.port.close();
        throw error;
      },
    );
  }

  report(report: FollowReport): void {
    this.task!.port.postMessage(report);
  }
}

function follow(): { thread: ModelThread; follower: ThreadFollower; environment: TestEnvironment } {
  const [thread, environment] = [new ModelThread(), new TestEnvironment()];
  const store = { type: 'logged', path: 'data', log: { servers: [], graph: 'graph' } } as const;
  const task = { store, shards: 2, part: 0, parts: 1 };
  return {
    thread,
    environment,
    follower: new ThreadFollower(thread as unknown as Piscina, task, environment),
  };
}

test('is up to date when each thread is, and adds up the rows that they lack', async () => {
  const [one, other] = [follow(), follow()];
  const all = allFollowers([one.follower, other.follower]);
  let isUpToDate = false;
  void all.upToDate.then(() => (isUpToDate = true));
  const rows = [all.rowsBehind(), all.rowsBehind()];
  await until(() => one.thread.requests.length > 0 && other.thread.requests.length > 0);
  one.thread.report({ kind: 'up-to-date' });
  one.thread.report({ kind: 'rows', count: 2 });
  other.thread.report({ kind: 'rows', count: 3 });
  expect(await Promise.all(rows)).toEqual([5, 5]);
  expect(one.thread.requests).toEqual(['rows']);
  expect(isUpToDate).toBe(false);
  other.thread.report({ kind: 'up-to-date' });
  await all.upToDate;
  await all.stop();
});

test('starts again when its thread ends', async () => {
  const { thread, follower, environment } = follow();
  const rows = follower.rowsBehind();
  thread.fail(new Error('out of memory'));
  expect(await rows).toBeUndefined();
  await until(() => {
    environment.advance(1_000);
    return thread.starts === 2;
  });
  expect(environment.logged).toMatchObject([
    { level: 'warn', message: expect.stringContaining('has ended') as string },
  ]);
  thread.report({ kind: 'up-to-date' });
  await follower.upToDate;
  await follower.stop();
  expect(await follower.rowsBehind()).toBeUndefined();
});

test('every partition is in one part, also shards that were not expected', () => {
  const parts = [0, 1].map(part =>
    partitionsIn({ shards: 3, part, parts: 2 }, ['meta', 'shard-0', 'shard-5']),
  );
  expect(parts).toEqual([
    ['meta', 'shard-0', 'shard-2'],
    ['shard-1', 'shard-5'],
  ]);
});
