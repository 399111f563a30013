import type { V1Endpoints } from '@weir/api';
import type { Request } from 'express';
import { empty, json, WRITTEN, type Handlers, type Reply } from '../http/endpoint-router.js';
import type { ResultSockets } from '../http/result-sockets.js';
import type { RegisteredStanding } from '../services/standing-queries.js';
import { watchResults } from '../services/watch-results.js';
import type { Services } from '../services/services.js';
import { version1Output } from '../services/shown-output.js';
import { localStats } from '../services/standing-stats.js';
import { streamResults, type ResultStreamOptions } from './results-stream.js';

type StandingEndpoints = Pick<
  V1Endpoints,
  | 'listStandingQueries'
  | 'createStandingQuery'
  | 'replaceStandingQuery'
  | 'getStandingQuery'
  | 'deleteStandingQuery'
  | 'streamStandingResults'
  | 'createStandingOutput'
  | 'deleteStandingOutput'
  | 'propagateStandingQueries'
>;

const DEFAULT_WAKE_UP_PARALLELISM = 4;
/** Results that wait for a slow client of a WebSocket. */
const SOCKET_CAPACITY = 128;

export function standingQueryRoutes(
  services: Services,
  resultStreams: ResultStreamOptions,
  resultSockets: ResultSockets,
): Handlers<StandingEndpoints> {
  const { standing } = services;
  const serveSocket = async (request: Request, name: string): Promise<Reply> => {
    await resultSockets.serve(request, name, SOCKET_CAPACITY, watchResults(standing, name));
    return WRITTEN;
  };
  return {
    listStandingQueries: () => json(standing.list().map(toRegistered)),
    createStandingQuery: async ({ params, body }) => {
      await standing.create(params.name, body);
      return empty(201);
    },
    replaceStandingQuery: async ({ params, body }) =>
      json(toRegistered(await standing.replace(params.name, body.pattern))),
    getStandingQuery: ({ params, request }) =>
      resultSockets.isOffered(request)
        ? serveSocket(request, params.name)
        : json(toRegistered(standing.get(params.name))),
    deleteStandingQuery: async ({ params }) => json(toRegistered(await standing.remove(params.name))),
    streamStandingResults: async ({ params, query, request, response }) => {
      if (resultSockets.isOffered(request)) return serveSocket(request, params.name);
      const lastEventId = request.get('last-event-id') || query['last-event-id'] || undefined;
      await streamResults(services, params.name, response, { ...resultStreams, lastEventId });
      return WRITTEN;
    },
    createStandingOutput: async ({ params, body }) => {
      await standing.addOutput(params.name, params.output, body);
      return empty(201);
    },
    deleteStandingOutput: async ({ params }) =>
      json(version1Output(await standing.removeOutput(params.name, params.output))),
    propagateStandingQueries: async ({ query }) => {
      await standing.propagate({
        includeSleeping: query['include-sleeping'],
        parallelism: query['wake-up-parallelism'] ?? DEFAULT_WAKE_UP_PARALLELISM,
      });
      return empty(202);
    },
  };
}

function toRegistered(query: RegisteredStanding): unknown {
  const entries = Object.entries(query.outputs);
  const outputs = Object.fromEntries(entries.map(([name, output]) => [name, version1Output(output)]));
  return { ...query, outputs, stats: localStats(query.stats) };
}
