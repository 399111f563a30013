import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { ManualScheduler } from '../testing/manual-scheduler.js';
import { RequestBodies } from './read-body.js';

const LIMIT = { bytes: 100, name: 'the limit' };

function bodies(totalBytes: number) {
  const clock = new ManualScheduler();
  const { scheduler } = clock.environment;
  const intake = new RequestBodies({ totalBytes, timeLimitMillis: 1000, scheduler });
  const open = () => {
    const request = new PassThrough();
    const read = intake.read(request as unknown as IncomingMessage, LIMIT);
    read.catch(() => undefined);
    return { request, read };
  };
  return { clock, open };
}

const turn = () => new Promise(resolve => setImmediate(resolve));

test('incomplete bodies stay within the total limit, and release their share', async () => {
  const { open } = bodies(250);
  const some = [open(), open()];
  for (const { request } of some) request.write('x'.repeat(100));
  await turn();
  const late = open();
  late.request.write('x'.repeat(60));
  await expect(late.read).rejects.toMatchObject({ code: 'gateway.busy' });
  some[0]!.request.end();
  expect(await some[0]!.read).toBe('x'.repeat(100));
  const next = open();
  next.request.end('x'.repeat(60));
  expect(await next.read).toHaveLength(60);
  some[1]!.request.destroy(new Error('gone'));
  await expect(some[1]!.read).rejects.toThrow('gone');
  const all = [open(), open()];
  for (const { request } of all) request.end('x'.repeat(100));
  expect(await Promise.all(all.map(({ read }) => read))).toHaveLength(2);
});

test('discards and reports what exceeds the limit of a body', async () => {
  const { open } = bodies(150);
  const { request, read } = open();
  for (let i = 0; i < 5; i++) request.write('x'.repeat(60));
  request.end();
  await expect(read).rejects.toMatchObject({ code: 'request.too-large' });
});

test('gives up on a body that is not complete in time', async () => {
  const { clock, open } = bodies(100);
  const { request, read } = open();
  request.write('x'.repeat(100));
  await turn();
  clock.advance(1000);
  await expect(read).rejects.toMatchObject({ code: 'request.timeout' });
  const next = open();
  next.request.end('x'.repeat(100));
  expect(await next.read).toHaveLength(100);
});
