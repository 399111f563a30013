/** HTTP endpoints, WebSockets, TCP and Slack as destinations. */
import { declareDestination } from '@weir/formats/kinds';
import { declareMessageDestination } from '@weir/formats/messages';
import { shownOrigin, shownUrl } from '@weir/platform';
import { framedDeadLettersOf, framedResultsOf } from './definition/framed-destination.js';
import { httpDeadLettersOf, httpResultsOf } from './definition/http-destination.js';
import { maskedEndpoint, maskedSigning } from './definition/http-target.js';
import { maskedTemplate } from './definition/http-template.js';
import { slackDeadLettersOf, slackResultsOf } from './definition/slack-destination.js';
import { webSocketDeadLettersOf, webSocketResultsOf } from './definition/web-socket-destination.js';
import { httpVersion1 } from './definition/http-version1.js';
import { slackVersion1 } from './definition/slack-version1.js';

export const httpDestination = declareMessageDestination({
  type: 'HttpEndpoint',
  results: httpResultsOf,
  deadLetters: httpDeadLettersOf,
  masked: destination => ({
    ...maskedEndpoint(destination),
    ...('outputFormat' in destination
      ? {}
      : { ...maskedSigning(destination), ...maskedTemplate(destination) }),
  }),
  recipe: {
    variables: ['url', 'headers.*', 'values.*'],
    target: { field: 'url', is: 'http' },
  },
  version1: httpVersion1,
  supports: ({ parallelism, batch }) => ({
    order: parallelism === 1,
    retry: true,
    batch: parallelism * (batch?.maxResults ?? 2),
  }),
  nameOf: ({ url }) => shownUrl(url),
  needsMetadata: ({ preset, template }) => (preset ?? template) !== undefined,
  open: async (destination, context) => {
    const { HttpEndpoint } = await import('./destination/http-endpoint.js');
    return HttpEndpoint.open(destination, context);
  },
});

export const webSocketDestination = declareMessageDestination({
  type: 'WebSocket',
  results: webSocketResultsOf,
  deadLetters: webSocketDeadLettersOf,
  masked: maskedEndpoint,
  recipe: { variables: ['url', 'headers.*'], target: { field: 'url', is: 'ws' } },
  supports: () => ({ order: true, retry: true, batch: 256 }),
  nameOf: ({ url }) => shownUrl(url),
  open: async (destination, context) => {
    const { WebSocketReceiver } = await import('./destination/web-socket-receiver.js');
    return new WebSocketReceiver(destination, context);
  },
});

export const framedDestination = declareMessageDestination({
  type: 'ReactiveStream',
  results: framedResultsOf,
  deadLetters: framedDeadLettersOf,
  supports: () => ({ order: true, retry: false, batch: 256 }),
  nameOf: ({ address, port }) => `clients of ${address}:${port}`,
  keepsLineBreaks: true,
  open: async (destination, context) => {
    const { FramedClients } = await import('./destination/framed-clients.js');
    return FramedClients.open(destination, context);
  },
});

export const slackDestination = declareDestination({
  type: 'Slack',
  results: slackResultsOf,
  deadLetters: slackDeadLettersOf,
  masked: ({ hookUrl }) => ({ hookUrl: shownOrigin(hookUrl) }),
  recipe: {
    variables: ['hookUrl'],
    target: { field: 'hookUrl', is: 'http' },
  },
  version1: slackVersion1,
  makeSink: async (destination, _, context) => {
    const { SlackSink } = await import('./destination/slack-sink.js');
    return new SlackSink(destination, context);
  },
  openDeadLetters: async (destination, context) => {
    const { openSlackTaker } = await import('./destination/slack-dead-letters.js');
    return openSlackTaker(destination, context);
  },
});
