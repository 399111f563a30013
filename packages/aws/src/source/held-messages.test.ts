import type { SqsQueue } from '../connection/sqs-queue.js';
import { TestEnvironment, until } from '@weir/platform/testing';
import { HeldMessages } from './held-messages.js';

test('logs once that a queue forbids deletions, and shows it in the status until it allows them', async () => {
  const environment = new TestEnvironment();
  let isAllowed = false;
  const deleted: string[] = [];
  const queue = {
    delete: (handles: readonly string[]): Promise<string[]> => {
      if (!isAllowed) return Promise.reject(new Error('AccessDenied: sqs:DeleteMessage'));
      deleted.push(...handles);
      return Promise.resolve([]);
    },
  } as SqsQueue;
  const { scheduler, logger } = environment;
  const closing = new AbortController().signal;
  const held = new HeldMessages({ queue, scheduler, logger, closing });
  held.delete([{ body: '', handle: 'h' }]);
  for (let tries = 0; tries < 5; tries++) {
    await until(() => environment.timersWaiting === 1);
    expect(held.trouble).toMatch(/Could not delete SQS messages.*AccessDenied/);
    isAllowed = tries === 4;
    environment.advance(500);
  }
  await until(() => deleted.length === 1);
  expect(held.trouble).toBeUndefined();
  expect(environment.logged.map(({ level }) => level)).toEqual(['warn']);
});
