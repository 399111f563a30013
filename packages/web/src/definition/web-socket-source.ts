/** Version 2 definition of WebSocket messages as a source. */
import { z } from 'zod';
import { type Form, formatDuration } from '@weir/plugins/form';
import { encoding, int, required, type Running, type SourceForms } from '@weir/formats/forms';

export function webSocketSourceOf({ form, streamingFormat }: SourceForms) {
  return form
    .member({
      type: z.literal('WebsocketClient'),
      format: streamingFormat,
      url: z.string().meta({ description: 'ws or wss URL' }),
      initMessages: required(form, z.array(z.string()), []).meta({
        description: 'Messages to send once the connection is open',
      }),
      keepAlive: keepAlivesOf(form),
      characterEncoding: required(form, encoding, 'UTF-8'),
      reconnect: reconnectOf(form),
    })
    .meta({ 'x-label': 'WebSocket', description: 'Messages of a WebSocket' });
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

/** Meaning of `true`. */
export const RECONNECT_DEFAULTS = { minBackoff: 1_000, maxBackoff: 60_000 } as const;

function reconnectOf(form: Form) {
  const { minBackoff, maxBackoff } = RECONNECT_DEFAULTS;
  const limits = form.object({
    minBackoff: form.duration(1).default(minBackoff).meta({ default: '1s' }),
    maxBackoff: form.duration(1).default(maxBackoff).meta({ default: '1m' }),
    maxTries: int(1).optional().meta({
      description: 'Number of consecutive failed attempts after which the source fails; default: no limit',
    }),
  });
  return z.union([z.boolean(), limits]).optional().meta({
    default: false,
    description:
      'Whether to reconnect whenever the connection ends, with increasing delays; `initMessages` are sent again',
  });
}

/** Shows durations as text. */
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

export type WebSocketSourceDefinition = Running<z.output<ReturnType<typeof webSocketSourceOf>>>;
export type KeepAlive = WebSocketSourceDefinition['keepAlive'];
