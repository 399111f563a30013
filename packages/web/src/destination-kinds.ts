/** HTTP endpoints, WebSockets, TCP and Slack as destinations. */
import { declareDestination } from '@weir/formats/kinds';
import { shownOrigin } from '@weir/platform';
import { framedDeadLettersOf, framedResultsOf } from './definition/framed-destination.js';
import { httpDeadLettersOf, httpResultsOf } from './definition/http-destination.js';
import { maskedEndpoint, maskedSigning } from './definition/http-target.js';
import { slackDeadLettersOf, slackResultsOf } from './definition/slack-destination.js';
import { webSocketDeadLettersOf, webSocketResultsOf } from './definition/web-socket-destination.js';

export const httpDestination = declareDestination({
  type: 'HttpEndpoint',
  results: httpResultsOf,
  deadLetters: httpDeadLettersOf,
  masked: destination => ({
    ...maskedEndpoint(destination),
    ...('signingSecret' in destination ? maskedSigning(destination) : {}),
  }),
  makeSink: async (destination, structure, context) => {
    const { batch } = destination;
    if (batch === undefined) {
      const { PostSink } = await import('./destination/post-sink.js');
      return new PostSink(destination, structure, context);
    }
    const { BatchPostSink } = await import('./destination/batch-post-sink.js');
    return new BatchPostSink(destination, batch, structure, context);
  },
  openDeadLetters: async (destination, context) => {
    const { openEndpointTaker } = await import('./destination/http-dead-letters.js');
    return openEndpointTaker(destination, context);
  },
});

export const webSocketDestination = declareDestination({
  type: 'WebSocket',
  results: webSocketResultsOf,
  deadLetters: webSocketDeadLettersOf,
  masked: maskedEndpoint,
  makeSink: async (destination, structure, context) => {
    const { WebSocketSink } = await import('./destination/web-socket-sink.js');
    return new WebSocketSink(destination, structure, context);
  },
  openDeadLetters: async (destination, context) => {
    const { openWebSocketTaker } = await import('./destination/web-socket-dead-letters.js');
    return openWebSocketTaker(destination, context);
  },
});

export const framedDestination = declareDestination({
  type: 'ReactiveStream',
  results: framedResultsOf,
  deadLetters: framedDeadLettersOf,
  makeSink: async (destination, structure, context) => {
    const { FramedSink } = await import('./destination/framed-sink.js');
    return new FramedSink(destination, structure, context);
  },
  openDeadLetters: async (destination, context) => {
    const { openFramedTaker } = await import('./destination/framed-dead-letters.js');
    return openFramedTaker(destination, context);
  },
});

export const slackDestination = declareDestination({
  type: 'Slack',
  results: slackResultsOf,
  deadLetters: slackDeadLettersOf,
  masked: ({ hookUrl }) => ({ hookUrl: shownOrigin(hookUrl) }),
  makeSink: async (destination, _, context) => {
    const { SlackSink } = await import('./destination/slack-sink.js');
    return new SlackSink(destination, context);
  },
  openDeadLetters: async (destination, context) => {
    const { SlackTaker } = await import('./destination/slack-dead-letters.js');
    return new SlackTaker(destination, context);
  },
});
