import { parseOutputDefinition, withoutSecrets } from '../outputs/output-definition.js';
import { maskedIngest } from './ingest-definition.js';
import { parseIngestDefinition } from './parse-ingest.js';

const address = 'http://me:hush@127.0.0.1:4566';
const reach = { endpoint: address, region: 'eu-west-1' };
const queue = { queueUrl: `${address}/1/q` };
const keys = { credentials: { accessKeyId: 'hush', secretAccessKey: 'hush' } };
const format = { type: 'Json' };
const outputFormat = { type: 'JSON' };

const sources: readonly object[] = [
  { type: 'SQS', ...queue, format },
  { type: 'Kinesis', streamName: 's', format },
  { type: 'KinesisKCL', kinesisStreamName: 's', applicationName: 'a', format },
  {
    type: 'S3',
    bucket: 'b',
    key: 'k',
    startOffset: 0,
    characterEncoding: 'UTF-8',
    format: { type: 'JsonL' },
  },
];
const destinations: readonly object[] = [
  { type: 'SQS', ...queue, outputFormat },
  { type: 'SNS', topic: 't', outputFormat },
  { type: 'Kinesis', streamName: 's', outputFormat },
];
const outputs: readonly object[] = [
  { type: 'WriteToSQS', ...queue },
  { type: 'WriteToSNS', topic: 't' },
  { type: 'WriteToKinesis', streamName: 's' },
];

describe.each([
  ['with keys', keys],
  ['whose keys are elsewhere', {}],
])('masks the password in an AWS URL, %s', (_, given) => {
  test.each(sources)('%j', source => {
    const definition = parseIngestDefinition({ query: 'q', source: { ...source, ...reach, ...given } });
    expect(JSON.stringify(maskedIngest(definition))).not.toContain('hush');
  });

  test.each(destinations)('dead letters to %j', destination => {
    const definition = parseIngestDefinition({
      query: 'q',
      source: { type: 'File', path: 'p', format: { type: 'JsonL' } },
      onRecordError: {
        deadLetterQueueSettings: { destinations: [{ ...destination, ...reach, ...given }] },
      },
    });
    expect(JSON.stringify(maskedIngest(definition))).not.toContain('hush');
  });

  test.each(outputs)('%j', output => {
    const definition = parseOutputDefinition({ ...output, ...reach, ...given });
    const shown = JSON.stringify(withoutSecrets(definition));
    expect(shown).not.toContain('hush');
    expect(Object.keys(JSON.parse(shown) as object).sort()).toEqual(Object.keys(definition).sort());
  });
});
