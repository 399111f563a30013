import type { SqsMessage, SqsQueue } from '../connection/sqs-queue.js';
import type { SqsSourceDefinition } from '../definition/sqs-source.js';
import { TestEnvironment, until } from '@weir/platform/testing';
import { SqsSource } from './sqs-source.js';

test('continues after a pause during which a message was received and given back', async () => {
  const { scheduler, logger } = new TestEnvironment();
  const receives: ((messages: SqsMessage[]) => void)[] = [];
  const gaveBack: (() => void)[] = [];
  const queue = {
    queueUrl: 'http://127.0.0.1/queue',
    receive: () => new Promise(resolve => receives.push(resolve)),
    state: () => Promise.resolve({ messages: 0, visibilitySeconds: 30 }),
    // The first call waits, the later ones do not.
    hide: () =>
      gaveBack.length > 0 ? Promise.resolve() : new Promise<void>(resolve => gaveBack.push(resolve)),
    delete: () => Promise.resolve([]),
    close: () => undefined,
  } as unknown as SqsQueue;
  const definition = { readParallelism: 1, deleteReadMessages: true } as SqsSourceDefinition;
  const source = new SqsSource({ definition, queue, scheduler, logger });
  await source.open(undefined);
  const batch = source.next(10);
  await until(() => receives.length === 1);

  await source.pause();
  receives[0]!([{ body: 'early', handle: 'h' }]);
  await until(() => gaveBack.length === 1);
  await source.resume();
  gaveBack[0]!();

  await until(() => receives.length === 2);
  receives[1]!([{ body: 'again', handle: 'h' }]);
  const { chunk } = (await batch)!;
  expect(Buffer.from(chunk.bytes).toString()).toContain('again');
  await source.close();
}, 20_000);
