/** Sources that need no broker: files, numbers, events, WebSockets. */
import { z } from 'zod';
import { type Form, formatDuration } from '@weir/plugins/form';
import { int, long } from '../fields/numbers.js';
import type { SourceForms } from './source-forms.js';

const encoding = z.string().meta({ description: 'Encoding of the text', example: 'UTF-8' });
const maximumLineSize = int(1)
  .optional()
  .meta({ description: 'Bytes; a longer record fails the stream. Default: 134217728' });
const limit = long(0n).optional().meta({ description: 'Records to take at most' });
const first = long(0n).default(0).meta({ default: 0, description: 'Records to pass over first' });

/** Required in the strict form; older clients leave it out. */
function required<T extends z.ZodType>(
  form: Form,
  schema: T,
  fallback: z.core.util.NoUndefined<z.output<T>>,
): T {
  return (form.isStrict ? schema : schema.default(fallback)) as unknown as T;
}

export function fileSourceOf({ form, fileFormat, recordDecoders }: SourceForms) {
  return form
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
      recordDecoders: recordDecoders.meta({
        description: 'Undone to the whole file, in this order, before it is cut',
      }),
    })
    .meta({ description: 'Records of a file or of a named pipe' });
}

export function standardInputSourceOf({ form, fileFormat }: SourceForms) {
  const characterEncoding = required(form, encoding, 'UTF-8');
  return form
    .member({ type: z.literal('StdInput'), format: fileFormat, maximumLineSize, characterEncoding })
    .meta({ description: "Records of the service's standard input" });
}

export function eventSourceOf({ form, streamingFormat, recordDecoders }: SourceForms) {
  return form
    .member({
      type: z.literal('ServerSentEvent'),
      format: streamingFormat,
      url: z.string().meta({
        description: 'An http or https address; passwords and tokens in it never come back out',
      }),
      recordDecoders: recordDecoders.meta({ description: 'Undone to each record, in this order' }),
    })
    .meta({ description: 'The data of server-sent events' });
}

export function webSocketSourceOf({ form, streamingFormat }: SourceForms) {
  return form
    .member({
      type: z.literal('WebsocketClient'),
      format: streamingFormat,
      url: z.string().meta({ description: 'A ws or wss address' }),
      initMessages: required(form, z.array(z.string()), []).meta({
        description: 'Sent when the connection is there',
      }),
      keepAlive: keepAlivesOf(form),
      characterEncoding: required(form, encoding, 'UTF-8'),
      reconnect: reconnectOf(form),
    })
    .meta({ description: 'Messages of a WebSocket' });
}

/** A number is a number, except in streams of version 1, which may read it as a text. */
export function numberSourceOf({ form, fileFormat }: SourceForms) {
  const shape = {
    type: z.literal('NumberIterator'),
    startOffset: long().default(0).meta({ default: 0, description: 'The first number' }),
    limit: limit.meta({ description: 'How many numbers; absent: without end' }),
  };
  const withFormat = { ...shape, format: fileFormat.optional() };
  const member = form.isStrict
    ? (form.member(shape) as z.ZodObject as z.ZodObject<typeof withFormat>)
    : form.member(withFormat);
  return member.meta({ description: 'Whole numbers in order' });
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

/** Durations as texts. */
export function shownWebSocket(source: z.output<ReturnType<typeof webSocketSourceOf>>): object {
  const { keepAlive, reconnect } = source;
  return {
    ...source,
    ...(keepAlive.type === 'NoKeepalive'
      ? {}
      : { keepAlive: { ...keepAlive, interval: formatDuration(keepAlive.interval) } }),
    ...(typeof reconnect === 'object'
      ? {
          reconnect: {
            ...reconnect,
            minBackoff: formatDuration(reconnect.minBackoff),
            maxBackoff: formatDuration(reconnect.maxBackoff),
          },
        }
      : {}),
  };
}
