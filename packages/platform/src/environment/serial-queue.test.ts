import { SerialQueue } from './serial-queue.js';

test('runs tasks in order and continues after a failed task', async () => {
  const queue = new SerialQueue();
  const seen: string[] = [];
  const task = (name: string, fails: boolean) => async (): Promise<string> => {
    seen.push(`${name} begins`);
    await Promise.resolve();
    seen.push(`${name} ends`);
    if (fails) throw new Error(name);
    return name;
  };
  const outcomes = Promise.allSettled([
    queue.run(task('a', false)),
    queue.run(task('b', true)),
    queue.run(task('c', false)),
  ]);
  await queue.settled();
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
  expect((await outcomes).map(each => each.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
