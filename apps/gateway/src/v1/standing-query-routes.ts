import type { V1Endpoints } from '@weir/api';
import { empty, json, WRITTEN, type Handlers } from '../http/endpoint-router.js';
import type { RegisteredStanding } from '../services/standing-queries.js';
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

export function standingQueryRoutes(
  services: Services,
  resultStreams: ResultStreamOptions,
): Handlers<StandingEndpoints> {
  const { standing } = services;
  return {
    listStandingQueries: () => json(standing.list().map(toRegistered)),
    createStandingQuery: async ({ params, body }) => {
      await standing.create(params.name, body);
      return empty(201);
    },
    replaceStandingQuery: async ({ params, body }) =>
      json(toRegistered(await standing.replace(params.name, body.pattern))),
    getStandingQuery: ({ params }) => json(toRegistered(standing.get(params.name))),
    deleteStandingQuery: async ({ params }) => json(toRegistered(await standing.remove(params.name))),
    streamStandingResults: async ({ params, query, response }) => {
      const lastEventId = response.req.get('last-event-id') || query['last-event-id'] || undefined;
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
