/** Sources in the two forms of version 2. */
import type { IngestStatus } from '../operations/ingest.js';
import { envelopedIngest, envelopedIngestSchema, ingestOfEnvelope } from './enveloped/ingest-form.js';
import { ingestOfV2, ingestV2, v2IngestSchema } from './ingest-form.js';

const format = { type: 'Json' };
const SOURCES: readonly Readonly<Record<string, unknown>>[] = [
  {
    type: 'Kafka',
    topics: ['t'],
    bootstrapServers: 'h:1',
    format,
    offsetCommitting: { type: 'ExplicitCommit' },
  },
  {
    type: 'Kinesis',
    streamName: 's',
    format,
    iteratorType: { type: 'AtTimestamp', at: '2024-01-01T00:00:00.000Z' },
  },
  { type: 'WebsocketClient', url: 'ws://h', format, initMessages: [], characterEncoding: 'UTF-8' },
  { type: 'ReactiveStream', url: 'localhost', port: 1, format },
  { type: 'NatsJetStream', servers: ['h:1'], stream: 's', format },
  { type: 'SQS', queueUrl: 'http://h/q', format },
  { type: 'NumberIterator', limit: 3 },
];

function statusOf(settings: unknown): IngestStatus {
  const stats = { totalRuntime: 0 };
  return { name: 'i', status: 'Running', warnings: [], settings, stats } as unknown as IngestStatus;
}

test.each(SOURCES)('accepts the shown definition of $type', source => {
  const { definition } = ingestOfV2(v2IngestSchema.parse({ name: 'i', source, query: 'RETURN $that' }));
  const { settings } = ingestV2(statusOf(definition)) as { settings: object };
  const again = ingestOfV2(v2IngestSchema.parse(JSON.parse(JSON.stringify(settings)) as object));
  expect(again.definition).toEqual(definition);
});

test.each([
  [
    {
      type: 'Kafka',
      topics: ['t'],
      bootstrapServers: 'h:1',
      format,
      offsetCommitting: { type: 'ExplicitCommit' },
    },
    { autoOffsetReset: { type: 'Latest' }, offsetCommitting: { maxIntervalMillis: 10_000 } },
  ],
  [
    { type: 'Kinesis', streamName: 's', format, iteratorType: { type: 'AtTimestamp', millisSinceEpoch: 5 } },
    { iteratorType: { type: 'AtTimestamp', millisSinceEpoch: 5 } },
  ],
])('the older form shows terms and times of %j as older clients know them', (source, shown) => {
  const { definition } = ingestOfEnvelope(
    envelopedIngestSchema.parse({ name: 'i', source, query: 'RETURN $that' }),
  );
  expect(envelopedIngest(statusOf(definition))).toMatchObject({ settings: shown });
});
