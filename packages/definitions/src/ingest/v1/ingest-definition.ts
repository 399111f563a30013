/**
 * The body of a request to create an ingest stream, first API version. One schema provides the type, the validation,
 * the defaults and, through packages/api, the documentation. Fields are in output order.
 */
import { z } from 'zod';
import { DECODERS_V1, int, long, LONGEST_LINE, withoutNulls } from '@weir/formats/forms';
import {
  DEFAULT_JSON_FORMAT,
  DEFAULT_NUMBER_FORMAT,
  DEFAULT_OBJECT_FORMAT,
  fileFormat,
  streamedFormat,
} from './format-definition.js';
import {
  awsFields,
  hasItsShard,
  initialPosition,
  kclFields,
  NO_SHARD,
  numRetries,
  refuseKclSettings,
  shardIterator,
} from '@weir/aws';
import { kafkaFields, kafkaTopics, kafkaSecrets } from '@weir/kafka';

const parallelism = int(1)
  .default(16)
  .meta({ default: 16, description: 'Maximum number of ingest queries that this stream runs in parallel' });
const maximumPerSecond = int(1)
  .optional()
  .meta({ description: 'Maximum number of records per second; default: no limit' });
const encoding = z.string().default('UTF-8').meta({ description: 'Text encoding' });

const maximumLineSize = int(1).default(LONGEST_LINE).meta({
  default: LONGEST_LINE,
  description: 'Maximum length of a line in bytes; a longer line fails the stream',
});
const text = z.string().min(1);
const recordDecoders = z
  .array(z.enum(DECODERS_V1))
  .default([])
  .meta({ description: 'Decodings to apply to each record, in this order, before it is parsed' });

export const fileIngest = z
  .object({
    type: z.literal('FileIngest'),
    format: fileFormat.default(DEFAULT_JSON_FORMAT),
    path: z.string().meta({ description: 'File on the host of the server, one record per line' }),
    encoding,
    parallelism,
    maximumLineSize,
    startAtOffset: long(0n)
      .default(0)
      .meta({ default: 0, description: 'Number of records to skip at the start' }),
    ingestLimit: long(0n).optional().meta({ description: 'Maximum number of records to read' }),
    maximumPerSecond,
    fileIngestMode: z
      .enum(['Regular', 'NamedPipe'])
      .optional()
      .meta({ description: 'Default: detected from the path' }),
  })
  .meta({ id: 'FileIngest', description: 'Lines of a file or of a named pipe' });

export const standardInputIngest = z
  .object({
    type: z.literal('StandardInputIngest'),
    format: fileFormat.default(DEFAULT_JSON_FORMAT),
    encoding,
    parallelism,
    maximumLineSize,
    maximumPerSecond,
  })
  .meta({ id: 'StandardInputIngest', description: 'Lines of the standard input of the server' });

export const numberIteratorIngest = z
  .object({
    type: z.literal('NumberIteratorIngest'),
    format: fileFormat.default(DEFAULT_NUMBER_FORMAT),
    startAtOffset: long().default(0).meta({ default: 0, description: 'First number' }),
    ingestLimit: long(0n).optional().meta({ description: 'Number of integers; default: no limit' }),
    maximumPerSecond,
    parallelism,
  })
  .meta({ id: 'NumberIteratorIngest', description: 'Consecutive integers, each as a string' });

export const serverSentEventsIngest = z
  .object({
    type: z.literal('ServerSentEventsIngest'),
    format: streamedFormat.default(DEFAULT_JSON_FORMAT),
    url: z.string().meta({
      description:
        'URL of the producer of server-sent events, http or https; passwords and tokens in it are masked in responses',
    }),
    parallelism,
    maximumPerSecond,
    recordDecoders,
  })
  .meta({ id: 'ServerSentEventsIngest', description: 'The data of server-sent events' });

const intervalMillis = int(1).default(5_000).meta({ default: 5_000 });

export const webSocketIngest = z
  .object({
    type: z.literal('WebsocketSimpleStartupIngest'),
    format: streamedFormat.default(DEFAULT_JSON_FORMAT),
    url: z.string().meta({ description: 'ws or wss URL' }),
    initMessages: z
      .array(z.string())
      .default([])
      .meta({ description: 'Messages to send once the connection is open' }),
    keepAlive: z
      .discriminatedUnion('type', [
        z.object({ type: z.literal('PingPongInterval'), intervalMillis }),
        z.object({ type: z.literal('SendMessageInterval'), message: z.string(), intervalMillis }),
        z.object({ type: z.literal('NoKeepalive') }),
      ])
      .default({ type: 'PingPongInterval', intervalMillis: 5_000 }),
    parallelism,
    encoding,
  })
  .meta({ id: 'WebsocketSimpleStartupIngest', description: 'Messages of a WebSocket' });

export const kafkaIngest = z
  .object({
    type: z.literal('KafkaIngest'),
    format: streamedFormat.default(DEFAULT_JSON_FORMAT),
    ...kafkaTopics,
    parallelism,
    ...kafkaFields,
    maximumPerSecond,
    recordDecoders,
    ...kafkaSecrets,
  })
  .meta({ id: 'KafkaIngest', description: 'Values of the records of Kafka topics' });

export const s3Ingest = z
  .object({
    type: z.literal('S3Ingest'),
    format: fileFormat.default(DEFAULT_OBJECT_FORMAT),
    bucket: text,
    key: text,
    encoding,
    parallelism,
    ...awsFields,
    maximumLineSize,
    startAtOffset: long(0n)
      .default(0)
      .meta({ default: 0, description: 'Number of records to skip at the start' }),
    ingestLimit: long(0n).optional().meta({ description: 'Maximum number of records to read' }),
    maximumPerSecond,
  })
  .meta({ id: 'S3Ingest', description: 'Lines of an S3 object' });

export const kinesisIngest = z
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

export const kinesisGroupIngest = z
  .object({
    type: z.literal('KinesisKCLIngest'),
    format: streamedFormat.default(DEFAULT_JSON_FORMAT),
    applicationName: text.meta({
      description: 'Name of the application; also the name of its lease table, unless that is set',
    }),
    kinesisStreamName: text,
    parallelism,
    ...awsFields,
    initialPosition,
    numRetries,
    maximumPerSecond,
    recordDecoders,
    ...kclFields,
  })
  .superRefine(refuseKclSettings)
  .meta({
    id: 'KinesisKCLIngest',
    description: 'Records of a Kinesis stream whose shards several processes share',
  });

export const sqsIngest = z
  .object({
    type: z.literal('SQSIngest'),
    format: streamedFormat.default(DEFAULT_JSON_FORMAT),
    queueUrl: text,
    readParallelism: int(1)
      .default(1)
      .meta({ default: 1, description: 'Maximum number of parallel requests for messages' }),
    writeParallelism: parallelism,
    ...awsFields,
    deleteReadMessages: z
      .boolean()
      .default(true)
      .meta({ default: true, description: 'Whether messages are deleted once their content is durable' }),
    maximumPerSecond,
    recordDecoders,
  })
  .meta({ id: 'SQSIngest', description: 'Messages of an SQS queue' });

export const ingestDefinitionV1 = z
  .preprocess(
    withoutNulls,
    z.discriminatedUnion('type', [
      fileIngest,
      standardInputIngest,
      numberIteratorIngest,
      serverSentEventsIngest,
      webSocketIngest,
      kafkaIngest,
      s3Ingest,
      kinesisIngest,
      kinesisGroupIngest,
      sqsIngest,
    ]),
  )
  .meta({ id: 'IngestStreamDefinition' });

export type IngestDefinitionV1 = z.output<typeof ingestDefinitionV1>;
