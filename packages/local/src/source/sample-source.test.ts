import { describeIngestSource } from '@weir/plugins/conformance';
import { sampleValues } from '@weir/samples';
import { SampleSource } from './sample-source.js';

const RECORDS = 6;

function expected(): string[] {
  const values = sampleValues('fraud-ring', 3)[Symbol.iterator]();
  return Array.from({ length: RECORDS }, () => values.next().value as string);
}

describeIngestSource('a sample', () => ({
  records: expected(),
  make: () => new SampleSource('fraud-ring', 3, RECORDS),
}));

test('gives a line of text as a JSON string', async () => {
  const [line] = sampleValues('access-log', 1);
  expect(JSON.parse(line!)).toMatch(/^198\.18\.\d+\.\d+ - - \[/);
});
