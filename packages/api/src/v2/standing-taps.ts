/** WebSockets on which results are watched; nothing waits for a slow client. */
import { endpoint } from '../endpoint.js';
import { NO_PARAMETERS } from '../parameters.js';
import { graphParams, nameInPath } from './parameters.js';
import { NO_SUCH_OUTPUT } from './standing-outputs.js';

const base = '/graph/{graph}/standingQueries/{standingQueryName}';
const params = graphParams.extend({ standingQueryName: nameInPath('standingQueryName') });
const common = {
  method: 'get',
  tag: 'Standing Queries',
  description:
    'A WebSocket. Each frame is one JSON text; what the client sends is ignored. Of what waits for a client, the newest ' +
    '256 are kept.',
  query: NO_PARAMETERS,
  responses: { 101: { description: 'Results from now on' }, 404: NO_SUCH_OUTPUT },
} as const;
const ofOutput = {
  ...common,
  params: params.extend({ standingQueryOutputName: nameInPath('standingQueryOutputName') }),
};

export const rawTap = endpoint({
  id: 'sq-raw-tap',
  path: `${base}:tap`,
  summary: 'Results of a standing query, live',
  ...common,
  params,
});

export const preEnrichmentTap = endpoint({
  id: 'sq-pre-enrichment-tap',
  path: `${base}/outputs/{standingQueryOutputName}:tapPreEnrichment`,
  summary: 'What comes to the enrichment of an output, live',
  ...ofOutput,
});

export const postEnrichmentTap = endpoint({
  id: 'sq-post-enrichment-tap',
  path: `${base}/outputs/{standingQueryOutputName}:tap`,
  summary: 'What goes to the destinations of an output, live',
  ...ofOutput,
});
