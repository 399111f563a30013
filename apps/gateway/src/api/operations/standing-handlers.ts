import { RawJson, RequestError, type StandingOperations } from '@weir/api';
import { requireBrokers } from '@weir/kafka/connection';
import { WRITTEN, type Call, type Handlers } from '../endpoint-router.js';
import type { ResultSockets, Watch } from '../../sockets/result-sockets.js';
import { propagateInBackground } from '../../standing/background-propagation.js';
import { explainStanding } from '../../standing/explain-standing.js';
import { liveResultText } from '../../standing/live-result.js';
import type { Services } from '../../services.js';
import { watchResults } from '../../standing/watch-results.js';
import { streamResults, type ResultStreamOptions } from './results-stream.js';

const WAKE_UP_PARALLELISM = 4;
const LATEST_RESULTS = 20;
const MOST_LATEST_RESULTS = 1_000;
/** Maximum number of texts that wait for a slow client watching an output. */
const TAP_CAPACITY = 256;

export interface StandingHandlerOptions {
  readonly resultStreams: ResultStreamOptions;
  readonly resultSockets: ResultSockets;
}

export function standingHandlers(
  services: Services,
  { resultStreams, resultSockets }: StandingHandlerOptions,
): Handlers<StandingOperations> {
  const { standing, outgoing } = services;
  const serveSocket = async (
    { request }: Call,
    name: string,
    capacity: number,
    watch: Watch,
  ): Promise<typeof WRITTEN> => {
    if (!resultSockets.isOffered(request)) {
      throw new RequestError(['This URL only accepts WebSocket connections']);
    }
    await resultSockets.serve(request, name, capacity, watch);
    return WRITTEN;
  };
  return {
    listStandingQueries: () => standing.list(),
    createStandingQuery: async ({ name, definition, propagation, mustReach = false }) => {
      if (mustReach) await requireBrokers(definition, 'output.invalid', outgoing);
      await standing.create(name, definition);
      if (propagation !== undefined) {
        const { includeSleeping, parallelism = WAKE_UP_PARALLELISM } = propagation;
        propagateInBackground(services, { includeSleeping, parallelism });
      }
      return standing.get(name);
    },
    getStandingQuery: ({ name }) => standing.get(name),
    replaceStandingQuery: ({ name, pattern }) => standing.replace(name, pattern),
    deleteStandingQuery: ({ name }) => standing.remove(name),
    explainStandingQuery: ({ name, body }) => explainStanding(standing.running(name), body.node),
    auditStandingQuery: ({ name, body }) => standing.running(name).inspection.audit(body),
    propagateStandingQueries: ({ includeSleeping, parallelism = WAKE_UP_PARALLELISM }) =>
      standing.propagate({ includeSleeping, parallelism }),
    streamStandingResults: async ({ name, lastEventId: inQuery }, { request, response }) => {
      const lastEventId = request.get('last-event-id') || inQuery || undefined;
      await streamResults(services, name, response, { ...resultStreams, lastEventId });
      return WRITTEN;
    },
    listLatestResults: async ({ name, limit = LATEST_RESULTS }) => {
      const results = await standing.running(name).latest(Math.min(limit, MOST_LATEST_RESULTS));
      return results.map(result => new RawJson(liveResultText(result)));
    },
    listStandingQueryOutputs: async ({ name }) => {
      const statuses = Object.entries(await standing.outputStatuses(name));
      return statuses.map(([output, status]) => ({ name: output, ...status }));
    },
    createStandingQueryOutput: async ({ name, output, definition, mustReach = false }) => {
      if (mustReach) await requireBrokers(definition, 'output.invalid', outgoing);
      await standing.addOutput(name, output, definition);
    },
    deleteStandingQueryOutput: async ({ name, output, isSayable }) => ({
      name: output,
      definition: await standing.removeOutput(name, output, isSayable),
    }),
    redeliverDeadLetters: ({ name, output }) => standing.redeliver(name, output),
    watchStandingResults: ({ name, capacity }, call) =>
      serveSocket(call, name, capacity, watchResults(standing, name)),
    tapPreEnrichment: ({ name, output }, call) =>
      serveSocket(call, name, TAP_CAPACITY, (passed, ended) =>
        standing.tapOutput(name, output, 'preEnrichment', { passed, ended }),
      ),
    tapPostEnrichment: ({ name, output }, call) =>
      serveSocket(call, name, TAP_CAPACITY, (passed, ended) =>
        standing.tapOutput(name, output, 'postEnrichment', { passed, ended }),
      ),
  };
}
