import type { V2Endpoints } from '@weir/api';
import { formatDuration } from '@weir/definitions';
import { empty, json, type Handlers } from '../http/endpoint-router.js';
import { addWorkflow, workflowsByName } from './workflows.js';
import { explainStanding } from '../services/explain-standing.js';
import { propagateInBackground } from '../services/background-propagation.js';
import type { Services } from '../services/services.js';
import { version2Output } from '../services/shown-output.js';
import type { NewStanding, RegisteredStanding } from '../services/standing-queries.js';

type StandingEndpoints = Pick<
  V2Endpoints,
  | 'list-standing-queries'
  | 'create-standing-query'
  | 'propagate-standing-queries'
  | 'replace-standing-query'
  | 'get-standing-query-status'
  | 'explain-standing-query'
  | 'audit-standing-query'
  | 'list-standing-query-outputs'
  | 'create-standing-query-output'
  | 'delete-standing-query-output'
  | 'redeliver-dead-letters'
  | 'delete-standing-query'
>;

const MODES = { DISTINCT_ID: 'DistinctId', MULTIPLE_VALUES: 'MultipleValues' } as const;
const MODE_NAMES = { DistinctId: 'DISTINCT_ID', MultipleValues: 'MULTIPLE_VALUES' } as const;

export function standingQueryRoutes(services: Services): Handlers<StandingEndpoints> {
  const { standing } = services;
  return {
    'list-standing-queries': () => json({ items: standing.list().map(toResource) }),
    'create-standing-query': async ({ body, query }) => {
      const { name, pattern, includeCancellations, inputBufferSize, provenance } = body;
      const definition: NewStanding = {
        pattern: { type: 'Cypher', query: pattern.query, mode: MODES[pattern.mode] },
        outputs: workflowsByName(body.outputs),
        includeCancellations,
        inputBufferSize,
        provenance,
        shouldCalculateResultHashCode: false,
      };
      await standing.create(name, definition);
      if (query.propagateTo !== 'NONE') {
        propagateInBackground(services, {
          includeSleeping: query.propagateTo === 'INCLUDE_SLEEPING',
          parallelism: query.wakeUpParallelism,
        });
      }
      return json(toResource(standing.get(name)), 201);
    },
    'propagate-standing-queries': async ({ query }) => {
      await standing.propagate({
        includeSleeping: query.includeSleeping === 'true',
        parallelism: query.wakeUpParallelism,
      });
      return empty(202);
    },
    'replace-standing-query': async ({ params, body: { pattern } }) => {
      const { query, mode } = pattern;
      const replaced = await standing.replace(params.standingQueryName, {
        type: 'Cypher',
        query,
        mode: MODES[mode],
      });
      return json(toResource(replaced));
    },
    'get-standing-query-status': ({ params }) => json(toResource(standing.get(params.standingQueryName))),
    'explain-standing-query': async ({ params, body }) =>
      json(await explainStanding(standing.running(params.standingQueryName), body.node)),
    'audit-standing-query': async ({ params, body }) =>
      json(await standing.running(params.standingQueryName).audit(body)),
    'list-standing-query-outputs': async ({ params }) => {
      const statuses = await standing.outputStatuses(params.standingQueryName);
      return json({ items: Object.entries(statuses).map(([name, status]) => ({ name, ...status })) });
    },
    'create-standing-query-output': async ({ params, body }) => {
      await addWorkflow(standing, params.standingQueryName, body);
      return empty(201);
    },
    'delete-standing-query-output': async ({ params: { standingQueryName, standingQueryOutputName } }) => {
      const removed = await standing.removeOutput(standingQueryName, standingQueryOutputName);
      return json(version2Output(standingQueryOutputName, removed));
    },
    'redeliver-dead-letters': async ({ params: { standingQueryName, outputName } }) =>
      json(await standing.redeliver(standingQueryName, outputName)),
    'delete-standing-query': async ({ params }) =>
      json(toResource(await standing.remove(params.standingQueryName))),
  };
}

function toResource(query: RegisteredStanding): unknown {
  const { name, internalId, pattern, includeCancellations, inputBufferSize } = query;
  const { rates, startTime, totalRuntime, bufferSize, expressionFailures } = query.stats;
  return {
    name,
    internalId,
    pattern: { type: 'Cypher', query: pattern.query, mode: MODE_NAMES[pattern.mode] },
    outputs: Object.entries(query.outputs).map(([output, definition]) => version2Output(output, definition)),
    includeCancellations,
    inputBufferSize,
    stats: {
      local: {
        rates,
        startTime: new Date(startTime).toISOString(),
        totalRuntime: formatDuration(totalRuntime),
        bufferSize,
        expressionFailures,
        outputHashCode: 0,
      },
    },
  };
}
