/** Backups, exports and imports of the whole graph. */
import { z } from 'zod';
import { endpoint } from '../endpoint.js';
import { atTimeQuery, NO_PARAMETERS } from '../parameters.js';

const tag = 'Administration';
const params = NO_PARAMETERS;

export const importSummarySchema = z
  .object({
    nodes: z.int().meta({ description: 'Lines with a node' }),
    edges: z.int().meta({ description: 'Lines with an edge' }),
  })
  .meta({ id: 'ImportSummary' });

export const backup = endpoint({
  id: 'backup',
  method: 'get',
  path: '/admin/backup',
  tag,
  summary: 'A copy of everything stored',
  description:
    'Taken at one moment, while the service goes on. Made into a data directory by the command `weir restore`. ' +
    'Holds everything, secrets of outputs among it.',
  params,
  query: NO_PARAMETERS,
  responses: {
    200: { description: 'The backup', mediaType: 'application/octet-stream', schema: z.string() },
  },
});

export const exportGraph = endpoint({
  id: 'exportGraph',
  method: 'get',
  path: '/admin/export',
  tag,
  summary: 'The graph as lines of JSON',
  description: 'First all nodes, then all edges, one on a line. The last line says how many there are.',
  params,
  query: z.object({ 'at-time': atTimeQuery }),
  responses: { 200: { description: 'The lines', mediaType: 'application/x-ndjson', schema: z.string() } },
});

export const importGraph = endpoint({
  id: 'importGraph',
  method: 'post',
  path: '/admin/import',
  tag,
  summary: 'Add exported lines to the graph',
  description:
    'The body is what an export gave, of any length. What is there already stays, and importing the same again ' +
    'changes nothing. Answers when everything is durable.',
  params,
  query: NO_PARAMETERS,
  responses: { 200: { description: 'What was read', schema: importSummarySchema } },
});
