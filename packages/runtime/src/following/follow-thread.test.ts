/** Keeping copies in another thread, with a model of the thread. */
import { TestEnvironment, until } from '@weir/platform/testing';
import { type FollowReport, type FollowRequest, type FollowTask, partitionsIn } from './follow-logs.js';
import { FollowThread } from './follow-thread.js';

/** Runs no code: the test makes its reports. */
class ModelThread {
  readonly tasks: FollowTask[] = [];
  readonly requests: FollowRequest[] = [];
  readonly environment = new TestEnvironment();
  readonly thread: FollowThread;
  private finish: () => void = () => undefined;
  fail: (error: Error) => void = () => undefined;

  constructor() {
    this.thread = new FollowThread({
      task: {
        store: { type: 'logged', path: 'data', log: { servers: [], graph: 'graph' } },
        shards: 2,
        part: 0,
        parts: 1,
      },
      run: task => this.run(task),
      environment: this.environment,
    });
  }

  report(report: FollowReport): void {
    this.tasks.at(-1)!.port.postMessage(report);
  }

  private async run(task: FollowTask): Promise<void> {
    this.tasks.push(task);
    task.port.on('message', (request: FollowRequest) => {
      this.requests.push(request);
      if (request.kind === 'stop') this.finish();
    });
    try {
      await new Promise<void>((resolve, reject) => {
        this.finish = resolve;
        this.fail = reject;
      });
    } finally {
      task.port.close();
    }
  }
}

test('is up to date when the thread is', async () => {
  const model = new ModelThread();
  let isUpToDate = false;
  void model.thread.upToDate.then(() => (isUpToDate = true));
  const released = model.thread.release(['meta']);
  await until(() => model.requests.length === 1);
  model.report({ kind: 'released', id: 1 });
  await released;
  expect(isUpToDate).toBe(false);
  model.report({ kind: 'up-to-date' });
  await model.thread.upToDate;
  await model.thread.stop();
});

test('releases a partition when the thread has closed it', async () => {
  const model = new ModelThread();
  let isReleased = false;
  const released = model.thread.release(['meta']).then(() => (isReleased = true));
  await until(() => model.requests.length === 1);
  expect(isReleased).toBe(false);
  model.report({ kind: 'released', id: 1 });
  await released;
  await model.thread.stop();
});

test('counts the rows that are not applied, unless no thread can answer', async () => {
  const model = new ModelThread();
  const rows = model.thread.rowsBehind();
  await until(() => model.requests.length === 1);
  model.report({ kind: 'behind', id: 1, rows: 12 });
  expect(await rows).toBe(12);
  const interrupted = model.thread.rowsBehind();
  model.fail(new Error('out of memory'));
  expect(await interrupted).toBeUndefined();
  expect(await model.thread.rowsBehind()).toBeUndefined();
  await model.thread.stop();
});

test('another thread continues when one ends, without the released partitions', async () => {
  const model = new ModelThread();
  const { thread, environment } = model;
  const released = thread.release(['meta', 'shard-1']);
  model.fail(new Error('out of memory'));
  await released;
  thread.resume(['shard-1']);
  await until(() => {
    environment.advance(1_000);
    return model.tasks.length === 2;
  });
  expect(model.tasks.map(task => task.released)).toEqual([[], ['meta']]);
  expect(environment.logged).toMatchObject([{ level: 'warn' }]);
  await thread.stop();
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
