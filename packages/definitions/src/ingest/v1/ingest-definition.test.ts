import { maskedIngest } from '../ingest-definition.js';
import { parseIngestDefinition } from '../parse-ingest.js';
import { ingestDefinitionV1 } from './ingest-definition.js';
import { ingestOfVersion1, version1Ingest } from './version-1-form.js';

const JSON_DEFAULT = { type: 'CypherJson', query: 'CREATE ($that)', parameter: 'that' };
const NUMBER_DEFAULT = {
  type: 'CypherLine',
  query: 'MATCH (x) WHERE id(x) = idFrom(toInteger($that)) SET x.i = toInteger($that)',
  parameter: 'that',
};

test.each<[input: object, output: object]>([
  [
    { type: 'FileIngest', path: 'p' },
    {
      type: 'FileIngest',
      format: JSON_DEFAULT,
      path: 'p',
      encoding: 'UTF-8',
      parallelism: 16,
      maximumLineSize: 134217728,
      startAtOffset: 0,
    },
  ],
  [
    { type: 'StandardInputIngest' },
    {
      type: 'StandardInputIngest',
      format: JSON_DEFAULT,
      encoding: 'UTF-8',
      parallelism: 16,
      maximumLineSize: 134217728,
    },
  ],
  [
    { type: 'NumberIteratorIngest' },
    { type: 'NumberIteratorIngest', format: NUMBER_DEFAULT, startAtOffset: 0, parallelism: 16 },
  ],
  [
    { type: 'ServerSentEventsIngest', url: 'http://h/' },
    {
      type: 'ServerSentEventsIngest',
      format: JSON_DEFAULT,
      url: 'http://h/',
      parallelism: 16,
      recordDecoders: [],
    },
  ],
  [
    { type: 'WebsocketSimpleStartupIngest', url: 'ws://h/' },
    {
      type: 'WebsocketSimpleStartupIngest',
      format: JSON_DEFAULT,
      url: 'ws://h/',
      initMessages: [],
      keepAlive: { type: 'PingPongInterval', intervalMillis: 5000 },
      parallelism: 16,
      encoding: 'UTF-8',
    },
  ],
])('%j gets defaults, in the field order of the reference', (input, output) => {
  // As text, because the order of the fields is part of it.
  const definition = parseIngestDefinition(input);
  expect(JSON.stringify(version1Ingest(maskedIngest(definition)))).toBe(JSON.stringify(output));
  expect(parseIngestDefinition(output)).toEqual(definition);
  expect(parseIngestDefinition(JSON.parse(JSON.stringify(definition)))).toEqual(definition);
});

test('treats null as absent, ignores unknown fields, accepts numeric strings', () => {
  const definition = ingestDefinitionV1.parse({
    path: 'p',
    type: 'FileIngest',
    unknown: 1,
    format: { type: 'CypherCsv', query: 'q', parameter: null, headers: null, delimiter: 'Tab', more: 2 },
    encoding: null,
    parallelism: '4',
    maximumLineSize: 100.0,
    startAtOffset: '9007199254740993',
    ingestLimit: 5n,
    maximumPerSecond: null,
    fileIngestMode: 'NamedPipe',
  });
  const form = version1Ingest(ingestOfVersion1(definition));
  expect(form).toEqual(definition);
  expect(definition).toEqual({
    type: 'FileIngest',
    format: {
      type: 'CypherCsv',
      query: 'q',
      parameter: 'that',
      headers: false,
      delimiter: 'Tab',
      quoteChar: 'DoubleQuote',
      escapeChar: 'Backslash',
    },
    path: 'p',
    encoding: 'UTF-8',
    parallelism: 4,
    maximumLineSize: 100,
    startAtOffset: 9007199254740993n,
    ingestLimit: 5,
    fileIngestMode: 'NamedPipe',
  });
});

const NUMBERS = { type: 'NumberIteratorIngest' };

test.each<[input: unknown, text: string]>([
  [undefined, 'object'],
  ['FileIngest', 'object'],
  [{}, 'type'],
  [{ type: 'Nothing' }, 'type'],
  [{ type: 'KinesisKCLIngest', kinesisStreamName: 's' }, 'applicationName'],
  [
    {
      ...{ type: 'KinesisKCLIngest', kinesisStreamName: 's', applicationName: 'a' },
      advancedSettings: { metricsConfig: { metricsLevel: 'NONE' } },
    },
    'metricsLevel has no equivalent here',
  ],
  [{ type: 'SQSIngest' }, 'queueUrl'],
  [{ type: 'KinesisIngest', streamName: 's', iteratorType: 'Middle' }, 'iteratorType'],
  [
    {
      type: 'KinesisIngest',
      streamName: 's',
      iteratorType: { type: 'AtSequenceNumber', sequenceNumber: '1' },
    },
    'exactly one of shardIds',
  ],
  [{ type: 'KafkaIngest', topics: ['t'] }, 'bootstrapServers'],
  [{ type: 'FileIngest' }, 'path'],
  [{ type: 'FileIngest', path: 5 }, 'path'],
  [{ type: 'FileIngest', path: 'p', format: { type: 'CypherLine' } }, 'format.query'],
  [{ type: 'FileIngest', path: 'p', format: { type: 'CypherRaw', query: 'q' } }, 'format.type'],
  [{ type: 'FileIngest', path: 'p', startAtOffset: -1 }, 'startAtOffset: must be at least 0'],
  [{ ...NUMBERS, maximumPerSecond: 0 }, 'maximumPerSecond: must be at least 1'],
  [{ ...NUMBERS, parallelism: -1 }, 'parallelism: must be at least 1'],
  [{ ...NUMBERS, parallelism: 1.5 }, 'parallelism: Int'],
  [{ ...NUMBERS, parallelism: 3_000_000_000 }, 'parallelism: Int'],
  [{ ...NUMBERS, startAtOffset: '9223372036854775808' }, 'startAtOffset: Long'],
  [{ ...NUMBERS, startAtOffset: 2 ** 63 }, 'startAtOffset: Long'],
  [{ ...NUMBERS, startAtOffset: 'x' }, 'startAtOffset: Long'],
  [{ type: 'FileIngest', path: 'f', startAtOffset: 2n ** 63n }, 'startAtOffset: Long'],
  [{ type: 'FileIngest', path: 'f', startAtOffset: 1e30 }, 'startAtOffset: Long'],
  [{ type: 'ServerSentEventsIngest', url: 'u', recordDecoders: ['Brotli'] }, 'recordDecoders.0'],
  [
    { ...NUMBERS, format: { type: 'CypherCsv', query: 'q', delimiter: 'Pipe', quoteChar: 'Pipe' } },
    'must be three different characters',
  ],
])('rejects %j', (input, text) => {
  expect(() => parseIngestDefinition(input)).toThrow(
    expect.objectContaining({ code: 'ingest.invalid', message: expect.stringContaining(text) as string }),
  );
});
