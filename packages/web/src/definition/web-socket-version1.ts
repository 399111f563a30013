/** Version 1 definition of WebSocket messages as a source. Fields are in output order. */
import { z } from 'zod';
import { int } from '@weir/formats/forms';
import type { SourceVersion1 } from '@weir/formats/kinds';
import {
  DEFAULT_JSON_FORMAT,
  encoding,
  parallelism,
  streamedFormat,
  streamingFormatOfVersion1,
  version1StreamingFormat,
} from '@weir/formats/version1';
import type { KeepAlive, WebSocketSourceDefinition } from './web-socket-source.js';

const intervalMillis = int(1).default(5_000).meta({ default: 5_000 });

const webSocketIngest = z
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

type KeepAliveV1 = z.output<typeof webSocketIngest>['keepAlive'];

export const webSocketVersion1: SourceVersion1<typeof webSocketIngest, WebSocketSourceDefinition> = {
  type: 'WebsocketSimpleStartupIngest',
  schema: webSocketIngest,
  variables: ['url', 'initMessages.*'],
  toVersion2: ({ format, url, initMessages, keepAlive, encoding: characterEncoding }) => ({
    type: 'WebsocketClient',
    format: streamingFormatOfVersion1(format),
    url,
    initMessages,
    keepAlive: keepAliveOfVersion1(keepAlive),
    characterEncoding,
  }),
  fromVersion2: (source, stream) => ({
    type: 'WebsocketSimpleStartupIngest',
    format: version1StreamingFormat(source.format, stream),
    url: source.url,
    initMessages: source.initMessages,
    keepAlive: version1KeepAlive(source.keepAlive),
    parallelism: stream.parallelism,
    encoding: source.characterEncoding,
  }),
};

function keepAliveOfVersion1(keepAlive: KeepAliveV1): KeepAlive {
  if (keepAlive.type === 'NoKeepalive') return keepAlive;
  const { intervalMillis: interval, ...others } = keepAlive;
  return { ...others, interval };
}

export function version1KeepAlive(keepAlive: KeepAlive): KeepAliveV1 {
  if (keepAlive.type === 'NoKeepalive') return keepAlive;
  const { interval: millis, ...others } = keepAlive;
  return { ...others, intervalMillis: millis };
}
