/** Version 1 definition of a Kinesis stream as a source. Fields are in output order. */
import { z } from 'zod';
import { int, long } from '@weir/formats/forms';
import type { SourceVersion1 } from '@weir/formats/kinds';
import {
  decodersOfVersion1,
  DEFAULT_JSON_FORMAT,
  maximumPerSecond,
  parallelism,
  recordDecoders,
  streamedFormat,
  streamingFormatOfVersion1,
  version1Decoders,
  version1StreamingFormat,
} from '@weir/formats/version1';
import { awsVariables } from './aws-variables.js';
import { awsFields, awsOfVersion1, version1Aws } from './aws-version1.js';
import { hasItsShard, type KinesisSourceDefinition, NO_SHARD } from './kinesis-source.js';

const text = z.string().min(1);
const sequenceNumber = text;

const shardIterator = z
  .union([
    z.enum(['Latest', 'TrimHorizon']),
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('AtSequenceNumber'), sequenceNumber }),
      z.object({ type: z.literal('AfterSequenceNumber'), sequenceNumber }),
      z.object({ type: z.literal('AtTimestamp'), millisSinceEpoch: long(0n) }),
    ]),
  ])
  .default('Latest')
  .meta({ default: 'Latest', description: 'Initial position in each shard' });

export const numRetries = int(1)
  .default(3)
  .meta({ default: 3, description: 'Attempts per request; the stream continues after the last one fails' });

const kinesisIngest = z
  .object({
    type: z.literal('KinesisIngest'),
    format: streamedFormat.default(DEFAULT_JSON_FORMAT),
    streamName: text,
    shardIds: z
      .array(text)
      .optional()
      .meta({ description: 'Shards to read; absent or empty: all shards, including later ones' }),
    parallelism,
    ...awsFields,
    iteratorType: shardIterator,
    numRetries,
    maximumPerSecond,
    recordDecoders,
  })
  .refine(
    ({ iteratorType, shardIds }) =>
      hasItsShard(typeof iteratorType === 'string' ? iteratorType : iteratorType.type, shardIds),
    NO_SHARD,
  )
  .meta({ id: 'KinesisIngest', description: 'Records of a Kinesis stream' });

export const kinesisVersion1: SourceVersion1<typeof kinesisIngest, KinesisSourceDefinition> = {
  type: 'KinesisIngest',
  schema: kinesisIngest,
  variables: ['streamName', ...awsVariables],
  toVersion2: definition => ({
    type: 'Kinesis',
    format: streamingFormatOfVersion1(definition.format),
    streamName: definition.streamName,
    ...(definition.shardIds === undefined ? {} : { shardIds: definition.shardIds }),
    ...awsOfVersion1(definition),
    iteratorType: iteratorOfVersion1(definition.iteratorType),
    numRetries: definition.numRetries,
    recordDecoders: decodersOfVersion1(definition.recordDecoders),
  }),
  fromVersion2: (source, stream) => ({
    type: 'KinesisIngest',
    format: version1StreamingFormat(source.format, stream),
    streamName: source.streamName,
    shardIds: source.shardIds,
    parallelism: stream.parallelism,
    ...version1Aws(source),
    iteratorType: version1Iterator(source.iteratorType),
    numRetries: source.numRetries,
    maximumPerSecond: stream.maximumPerSecond,
    recordDecoders: version1Decoders(source.recordDecoders),
  }),
};

type Iterator = KinesisSourceDefinition['iteratorType'];
type IteratorV1 = z.output<typeof shardIterator>;

function iteratorOfVersion1(iterator: IteratorV1): Iterator {
  if (typeof iterator === 'string') return { type: iterator };
  if (iterator.type !== 'AtTimestamp') return iterator;
  return { type: 'AtTimestamp', at: Number(iterator.millisSinceEpoch) };
}

function version1Iterator(iterator: Iterator): IteratorV1 {
  switch (iterator.type) {
    case 'Latest':
    case 'TrimHorizon':
      return iterator.type;
    case 'AtTimestamp':
      return { type: 'AtTimestamp', millisSinceEpoch: iterator.at };
    default:
      return iterator;
  }
}
