/** Server-sent events, WebSockets, webhooks and messages over TCP as sources. */
import { declareSource, readOnlyOnce } from '@weir/formats/kinds';
import { shownUrl } from '@weir/platform';
import { eventSourceOf } from './definition/event-source.js';
import { framedSourceOf } from './definition/framed-source.js';
import { shownWebSocket, webSocketSourceOf } from './definition/web-socket-source.js';
import { webhookSourceOf } from './definition/webhook-source.js';
import { eventVersion1 } from './definition/event-version1.js';
import { webSocketVersion1 } from './definition/web-socket-version1.js';

const maskedAddress = <D extends { readonly url: string }>(source: D): D => ({
  ...source,
  url: shownUrl(source.url),
});

export const eventSource = declareSource({
  type: 'ServerSentEvent',
  member: eventSourceOf,
  masked: maskedAddress,
  metricName: 'SSE',
  recipe: {
    variables: ['url'],
  },
  frame: record => ({ data: new TextDecoder().decode(record) }),
  version1: eventVersion1,
  prepare: async (source, context) => {
    const { prepareEvents } = await import('./source/prepare-address.js');
    return prepareEvents(source, context);
  },
});

export const webSocketSource = declareSource({
  type: 'WebsocketClient',
  member: webSocketSourceOf,
  masked: maskedAddress,
  metricName: 'WS',
  recipe: {
    variables: ['url', 'initMessages.*'],
  },
  shown: shownWebSocket,
  version1: webSocketVersion1,
  prepare: async (source, context) => {
    const { prepareWebSocket } = await import('./source/prepare-address.js');
    return prepareWebSocket(source, context);
  },
});

export const webhookSource = declareSource({
  type: 'Webhook',
  member: webhookSourceOf,
  noDryRun: readOnlyOnce('A webhook'),
  prepare: async (source, context) => {
    const { prepareWebhook } = await import('./source/prepare-webhook.js');
    return prepareWebhook(source, context);
  },
});

export const framedSource = declareSource({
  type: 'ReactiveStream',
  member: framedSourceOf,
  prepare: async (source, context) => {
    const { prepareFramed } = await import('./source/prepare-framed.js');
    return prepareFramed(source, context);
  },
});
