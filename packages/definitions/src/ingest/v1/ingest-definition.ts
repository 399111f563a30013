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
  .meta({ default: 16, description: 'Ingest queries of this stream that run at once' });
const maximumPerSecond = int(1).optional().meta({ description: 'Records per second; absent: no limit' });
const encoding = z.string().default('UTF-8').meta({ description: 'Encoding of the text' });

const maximumLineSize = int(1)
  .default(LONGEST_LINE)
  .meta({ default: LONGEST_LINE, description: 'Bytes; a longer line fails the stream' });
const text = z.string().min(1);
const recordDecoders = z
  .array(z.enum(DECODERS_V1))
  .default([])
  .meta({ description: 'Applied to each record in this order before it is parsed' });

export const fileIngest = z
  .object({
    type: z.literal('FileIngest'),
    format: fileFormat.default(DEFAULT_JSON_FORMAT),
    path: z.string().meta({ description: 'File on the host of the service, one record per line' }),
    encoding,
    parallelism,
    maximumLineSize,
    startAtOffset: long(0n).default(0).meta({ default: 0, description: 'Records to pass over first' }),
    ingestLimit: long(0n).optional().meta({ description: 'Records to take at most' }),
    maximumPerSecond,
    fileIngestMode: z
      .enum(['Regular', 'NamedPipe'])
      .optional()
      .meta({ description: 'Absent: as the path turns out to be' }),
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
  .meta({ id: 'StandardInputIngest', description: "Lines of the service's standard input" });

export const numberIteratorIngest = z
  .object({
    type: z.literal('NumberIteratorIngest'),
    format: fileFormat.default(DEFAULT_NUMBER_FORMAT),
    startAtOffset: long().default(0).meta({ default: 0, description: 'The first number' }),
    ingestLimit: long(0n).optional().meta({ description: 'How many numbers; absent: without end' }),
    maximumPerSecond,
    parallelism,
  })
  .meta({ id: 'NumberIteratorIngest', description: 'Whole numbers in order, each as text' });

export const serverSentEventsIngest = z
  .object({
    type: z.literal('ServerSentEventsIngest'),
    format: streamedFormat.default(DEFAULT_JSON_FORMAT),
    url: z.string().meta({
      description:
        'Producer of server-sent events, http or https; passwords and tokens in it never come back out',
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
    url: z.string().meta({ description: 'A ws or wss address' }),
    initMessages: z.array(z.string()).default([]).meta({ description: 'Sent when the connection is there' }),
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
    startAtOffset: long(0n).default(0).meta({ default: 0, description: 'Records to pass over first' }),
    ingestLimit: long(0n).optional().meta({ description: 'Records to take at most' }),
    maximumPerSecond,
  })
  .meta({ id: 'S3Ingest', description: 'Lines of an object of S3' });

export const kinesisIngest = z
  .object({
    type: z.literal('KinesisIngest'),
    format: streamedFormat.default(DEFAULT_JSON_FORMAT),
    streamName: text,
    shardIds: z.array(text).optional().meta({ description: 'Absent or empty: all, and those that follow' }),
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
  .meta({ id: 'KinesisIngest', description: 'Records of a stream of Kinesis' });

export const kinesisGroupIngest = z
  .object({
    type: z.literal('KinesisKCLIngest'),
    format: streamedFormat.default(DEFAULT_JSON_FORMAT),
    applicationName: text.meta({ description: 'Also the name of the table, unless it has one of its own' }),
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
    description: 'Records of a stream of Kinesis whose shards several processes share',
  });

export const sqsIngest = z
  .object({
    type: z.literal('SQSIngest'),
    format: streamedFormat.default(DEFAULT_JSON_FORMAT),
    queueUrl: text,
    readParallelism: int(1).default(1).meta({ default: 1, description: 'Requests for messages at once' }),
    writeParallelism: parallelism,
    ...awsFields,
    deleteReadMessages: z
      .boolean()
      .default(true)
      .meta({ default: true, description: 'When what they say is durable' }),
    maximumPerSecond,
    recordDecoders,
  })
  .meta({ id: 'SQSIngest', description: 'Messages of a queue of SQS' });

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
