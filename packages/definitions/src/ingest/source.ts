/** Where records come from, as version 2 says it. Fields are in the order in which they are written out. */
import { z } from 'zod';
import type { Form } from '../fields/form.js';
import { int, long } from '../fields/numbers.js';
import { brokerSourcesOf } from './broker-source.js';
import type { DeltaSharingDefinition } from './delta-sharing-source.js';
import { natsSourceOf } from './nats-source.js';
import { postgresSourceOf } from './postgres-source.js';
import { fileUploadSourceOf, webhookSourceOf } from './webhook-source.js';
import { recordDecodersOf } from './record-decoders.js';
import {
  type FileFormatDefinition,
  fileFormatsOf,
  type StreamingFormatDefinition,
  streamingFormatsOf,
} from './record-format.js';

const encoding = z.string().meta({ description: 'Encoding of the text', example: 'UTF-8' });
const maximumLineSize = int(1)
  .optional()
  .meta({ description: 'Bytes; a longer record fails the stream. Default: 134217728' });
const limit = long(0n).optional().meta({ description: 'Records to take at most' });
const first = long(0n).default(0).meta({ default: 0, description: 'Records to pass over first' });

export function sourcesOf(form: Form) {
  const fileFormat = fileFormatsOf(form);
  const streamingFormat = streamingFormatsOf(form);
  const decoders = recordDecodersOf(form);
  const required = <T extends z.ZodType>(schema: T, fallback: z.core.util.NoUndefined<z.output<T>>) =>
    (form.isStrict ? schema : schema.default(fallback)) as unknown as T;
  const characterEncoding = required(encoding, 'UTF-8');

  const file = form
    .member({
      type: z.literal('File'),
      format: fileFormat,
      path: z.string().meta({ description: 'File on the host of the service' }),
      fileIngestMode: form
        .word(['REGULAR', 'NAMED_PIPE'])
        .optional()
        .meta({ description: 'Absent: as the path turns out to be' }),
      maximumLineSize,
      startOffset: first,
      limit,
      characterEncoding: encoding.default('UTF-8'),
      recordDecoders: decoders.meta({
        description: 'Undone to the whole file, in this order, before it is cut',
      }),
    })
    .meta({ description: 'Records of a file or of a named pipe' });
  const standardInput = form
    .member({ type: z.literal('StdInput'), format: fileFormat, maximumLineSize, characterEncoding })
    .meta({ description: "Records of the service's standard input" });
  const numbers = numbersOf(form, fileFormat).meta({ description: 'Whole numbers in order' });
  const events = form
    .member({
      type: z.literal('ServerSentEvent'),
      format: streamingFormat,
      url: z.string().meta({
        description: 'An http or https address; passwords and tokens in it never come back out',
      }),
      recordDecoders: decoders.meta({ description: 'Undone to each record, in this order' }),
    })
    .meta({ description: 'The data of server-sent events' });
  const webSocket = form
    .member({
      type: z.literal('WebsocketClient'),
      format: streamingFormat,
      url: z.string().meta({ description: 'A ws or wss address' }),
      initMessages: required(z.array(z.string()), []).meta({
        description: 'Sent when the connection is there',
      }),
      keepAlive: keepAlivesOf(form),
      characterEncoding,
      reconnect: reconnectOf(form),
    })
    .meta({ description: 'Messages of a WebSocket' });
  return form.named(
    'IngestSource',
    z.discriminatedUnion('type', [
      file,
      standardInput,
      numbers,
      events,
      webSocket,
      natsSourceOf(form, streamingFormat),
      postgresSourceOf(form),
      webhookSourceOf(form, fileFormat, streamingFormat),
      fileUploadSourceOf(form, fileFormat),
      ...brokerSourcesOf(form, fileFormat, streamingFormat),
    ]),
  );
}

/** A number is a number, except in streams of version 1, which may read it as a text. */
function numbersOf(form: Form, fileFormat: ReturnType<typeof fileFormatsOf>) {
  const shape = {
    type: z.literal('NumberIterator'),
    startOffset: long().default(0).meta({ default: 0, description: 'The first number' }),
    limit: limit.meta({ description: 'How many numbers; absent: without end' }),
  };
  const withFormat = { ...shape, format: fileFormat.optional() };
  return form.isStrict
    ? (form.member(shape) as z.ZodObject as z.ZodObject<typeof withFormat>)
    : form.member(withFormat);
}

function keepAlivesOf(form: Form) {
  const interval = form.duration(1).default(5_000).meta({ default: '5s' });
  return z
    .discriminatedUnion('type', [
      form.member({ type: z.literal('PingPongInterval'), interval }),
      form.member({ type: z.literal('SendMessageInterval'), message: z.string(), interval }),
      form.member({ type: z.literal('NoKeepalive') }),
    ])
    .default({ type: 'PingPongInterval', interval: 5_000 });
}

/** What `true` says. */
export const RECONNECT_DEFAULTS = { minBackoff: 1_000, maxBackoff: 60_000 } as const;

function reconnectOf(form: Form) {
  const { minBackoff, maxBackoff } = RECONNECT_DEFAULTS;
  const limits = form.object({
    minBackoff: form.duration(1).default(minBackoff).meta({ default: '1s' }),
    maxBackoff: form.duration(1).default(maxBackoff).meta({ default: '1m' }),
    maxTries: int(1).optional().meta({
      description: 'Tries in a row without a connection, after which the source fails; absent: no limit',
    }),
  });
  return z.union([z.boolean(), limits]).optional().meta({
    default: false,
    description:
      'However a connection ends, a new one follows, after pauses that get longer; `initMessages` are sent again',
  });
}

/** Without the formats that can't be run yet. */
type Running<S> = S extends { format: infer F }
  ? Omit<S, 'format'> & { format: Extract<F, FileFormatDefinition | StreamingFormatDefinition> }
  : S;

export type AnySourceDefinition = z.output<ReturnType<typeof sourcesOf>>;
export type SourceDefinition =
  | Running<Exclude<AnySourceDefinition, { type: 'DeltaSharingCdf' | 'NumberIterator' }>>
  | DeltaSharingDefinition
  | NumberSourceDefinition;
export type WebSocketSourceDefinition = Extract<SourceDefinition, { type: 'WebsocketClient' }>;
export type KafkaSourceDefinition = Extract<SourceDefinition, { type: 'Kafka' }>;
export type S3SourceDefinition = Extract<SourceDefinition, { type: 'S3' }>;
export type SqsSourceDefinition = Extract<SourceDefinition, { type: 'SQS' }>;
export type KinesisSourceDefinition = Extract<SourceDefinition, { type: 'Kinesis' }>;
export type KinesisGroupDefinition = Extract<SourceDefinition, { type: 'KinesisKCL' }>;
export type ReactiveStreamDefinition = Extract<SourceDefinition, { type: 'ReactiveStream' }>;
export type WebhookSourceDefinition = Extract<SourceDefinition, { type: 'Webhook' }>;
export type NatsSourceDefinition = Extract<SourceDefinition, { type: 'NatsJetStream' }>;
export type KeepAlive = WebSocketSourceDefinition['keepAlive'];
export type FileSourceDefinition = Extract<SourceDefinition, { type: 'File' }>;
export interface NumberSourceDefinition {
  type: 'NumberIterator';
  startOffset: number | bigint;
  limit?: number | bigint | undefined;
  /** Default: each number is one. */
  format?: FileFormatDefinition | undefined;
}
