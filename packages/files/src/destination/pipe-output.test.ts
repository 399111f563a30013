/** WriteToFile to a named pipe: it waits for its reader, but never forever. */
import { execFileSync } from 'node:child_process';
import { constants } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@weir/platform/testing';
import { sinkOf, testContext } from '@weir/formats/testing';
import { fileDestination } from '../kinds.js';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weir-pipe-'));
  execFileSync('mkfifo', [join(directory, 'pipe')]);
});
afterEach(() => rm(directory, { recursive: true }));

async function pipeSink() {
  const context = await testContext(directory);
  const sink = await sinkOf(fileDestination, { path: 'pipe' }, context);
  return { context, sink };
}

const RESULT = {
  resultId: 'r',
  isPositiveMatch: true,
  isInitialResult: false,
  data: { text: 'x'.repeat(50_000) },
};

test('immediately rejects a pipe without a reader', async () => {
  const { sink } = await pipeSink();
  await expect(sink.open()).rejects.toMatchObject({
    code: 'output.invalid',
    message: expect.stringContaining('without a reader') as string,
  });
  await sink.close();
});

test('waits for a full pipe, and everything arrives', async () => {
  const { context, sink } = await pipeSink();
  const reader = await open(join(directory, 'pipe'), constants.O_RDONLY | constants.O_NONBLOCK);
  await sink.open();
  const delivery = sink.deliver(Array.from({ length: 5 }, () => RESULT));
  await until(() => context.environment.timersWaiting === 1);
  let text = '';
  const buffer = Buffer.alloc(1 << 16);
  while (text.split('\n').length <= 5) {
    const { bytesRead } = await reader.read(buffer, 0, buffer.length, null).catch(() => ({ bytesRead: 0 }));
    text += buffer.toString('utf8', 0, bytesRead);
    context.environment.advance(20);
  }
  expect(await delivery).toMatchObject({ delivered: 5, failed: 0 });
  expect(
    text
      .trimEnd()
      .split('\n')
      .map(line => (JSON.parse(line) as typeof RESULT).data.text.length),
  ).toEqual(Array(5).fill(50_000));
  await sink.close();
  await reader.close();
});

test('closing ends a delivery to a full pipe', async () => {
  const { context, sink } = await pipeSink();
  const reader = await open(join(directory, 'pipe'), constants.O_RDONLY | constants.O_NONBLOCK);
  await sink.open();
  const delivery = sink.deliver(Array.from({ length: 5 }, () => RESULT));
  await until(() => context.environment.timersWaiting === 1);
  await sink.close();
  expect(await delivery).toMatchObject({ delivered: 0, failed: 5 });
  await reader.close();
});
