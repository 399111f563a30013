import { describeIngestSource } from '@weir/plugins/conformance';
import { TestEnvironment } from '@weir/platform/testing';
import { sampleValues } from '@weir/samples';
import { SampleSource } from './sample-source.js';

const RECORDS = 6;

function expected(): string[] {
  const values = sampleValues('fraud-ring', 3)[Symbol.iterator]();
  return Array.from({ length: RECORDS }, () => values.next().value as string);
}

describeIngestSource('a sample', () => ({
  records: expected(),
  make: () => new SampleSource('fraud-ring', 3, RECORDS, new TestEnvironment().scheduler),
}));

test('gives a line of text as a JSON string', async () => {
  const [line] = sampleValues('access-log', 1);
  expect(JSON.parse(line!)).toMatch(/^198\.18\.\d+\.\d+ - - \[/);
});

test('lets other work run while it skips records', async () => {
  const { scheduler } = new TestEnvironment();
  const source = new SampleSource('fraud-ring', 3, undefined, scheduler);
  let isOpen = false;
  const opened = source.open({ position: 5_000, cursor: '5000' }).then(() => (isOpen = true));
  await new Promise<void>(resolve => scheduler.soon(resolve));
  expect(isOpen).toBe(false);
  await opened;
  const first = (await source.next(1))!.chunk.bytes;
  const values = sampleValues('fraud-ring', 3)[Symbol.iterator]();
  const all = Array.from({ length: 5_001 }, () => values.next().value as string);
  expect(Buffer.from(first).toString()).toBe(all.at(-1));
  await source.close();
});
