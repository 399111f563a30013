import type { V2EnvelopedEndpoints } from '@weir/api';
import { empty, json, type Handlers } from '../../http/endpoint-router.js';
import { propagateInBackground } from '../../services/background-propagation.js';
import { explainStanding } from '../../services/explain-standing.js';
import type { Services } from '../../services/services.js';
import { envelopedOutput } from '../../services/shown-output.js';
import type { RegisteredStanding } from '../../services/standing-queries.js';
import { localStats } from '../../services/standing-stats.js';
import { addWorkflow, workflowsByName } from '../workflows.js';
import { enveloped } from './envelope.js';

type StandingEndpoints = Pick<
  V2EnvelopedEndpoints,
  | 'enveloped-list-standing-queries'
  | 'enveloped-create-standing-query'
  | 'enveloped-propagate-standing-queries'
  | 'enveloped-replace-standing-query'
  | 'enveloped-get-standing-query'
  | 'enveloped-explain-standing-query'
  | 'enveloped-audit-standing-query'
  | 'enveloped-create-standing-query-output'
  | 'enveloped-delete-standing-query-output'
  | 'enveloped-delete-standing-query'
>;

const WAKE_UP_PARALLELISM = 4;

export function envelopedStandingQueryRoutes(services: Services): Handlers<StandingEndpoints> {
  const { standing } = services;
  return {
    'enveloped-list-standing-queries': () => enveloped(standing.list().map(toContent)),
    'enveloped-create-standing-query': async ({ body }) => {
      const { name, ...definition } = body;
      await standing.create(name, { ...definition, outputs: workflowsByName(definition.outputs) });
      propagateInBackground(services, { includeSleeping: false, parallelism: WAKE_UP_PARALLELISM });
      return enveloped(toContent(standing.get(name)), 201);
    },
    'enveloped-propagate-standing-queries': async ({ query }) => {
      await standing.propagate({
        includeSleeping: query.includeSleeping,
        parallelism: query.wakeUpParallelism ?? WAKE_UP_PARALLELISM,
      });
      return json({ message: 'All nodes have been told of all standing queries' }, 202);
    },
    'enveloped-replace-standing-query': async ({ params, body }) =>
      enveloped(toContent(await standing.replace(params.name, body.pattern))),
    'enveloped-get-standing-query': ({ params }) => enveloped(toContent(standing.get(params.name))),
    'enveloped-explain-standing-query': async ({ params, body }) =>
      enveloped(await explainStanding(standing.running(params.name), body.node)),
    'enveloped-audit-standing-query': async ({ params, body }) =>
      enveloped(await standing.running(params.name).audit(body)),
    'enveloped-create-standing-query-output': async ({ params, body }) => {
      await addWorkflow(standing, params.name, body);
      return empty(201);
    },
    'enveloped-delete-standing-query-output': async ({ params: { name, output } }) =>
      enveloped(envelopedOutput(output, await standing.removeOutput(name, output))),
    'enveloped-delete-standing-query': async ({ params }) =>
      enveloped(toContent(await standing.remove(params.name))),
  };
}

function toContent(query: RegisteredStanding): unknown {
  const outputs = Object.entries(query.outputs).map(([name, output]) => envelopedOutput(name, output));
  return { ...query, outputs, stats: localStats(query.stats) };
}
