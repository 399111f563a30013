import { TestEnvironment } from '@weir/platform/testing';
import { RowBatcher } from './row-batcher.js';

test('sends rows that waited too long, and none that were dropped', async () => {
  const environment = new TestEnvironment();
  const sent: (readonly string[])[] = [];
  const send = (items: readonly string[]): Promise<void> => {
    sent.push(items);
    return Promise.resolve();
  };
  const batcher = new RowBatcher(send, { scheduler: environment.scheduler, rows: 3, millis: 10 });
  await batcher.add(['a']);
  await batcher.add(['b', 'c']);
  environment.advance(9);
  expect(sent).toEqual([]);
  environment.advance(1);
  await batcher.flush();
  expect(sent).toEqual([['a', 'b', 'c']]);
  for (const item of ['d', 'e', 'f']) await batcher.add([item]);
  expect(sent.slice(1)).toEqual([['d', 'e', 'f']]);
  await batcher.add(['g']);
  batcher.drop();
  environment.advance(100);
  await batcher.flush();
  expect([sent.length, environment.timersWaiting]).toEqual([2, 0]);
});
