import { z } from 'zod';
import { endpoint } from '../../endpoint.js';
import { NO_PARAMETERS } from '../../parameters.js';
import { cypherQuerySchema, cypherResultSchema } from '../../v1/cypher.js';
import { instantQuery, timeoutQuery } from '../parameters.js';
import { envelope } from './envelope.js';

export const queryCypher = endpoint({
  id: 'enveloped-query-cypher',
  method: 'post',
  path: '/cypher-queries/query-graph',
  tag: 'Cypher Query Language (enveloped)',
  summary: 'Run a Cypher query',
  params: NO_PARAMETERS,
  query: z.object({ atTime: instantQuery, 'at-time': instantQuery, timeout: timeoutQuery }),
  body: {
    kind: 'json-or-cypher-text',
    schema: cypherQuerySchema,
    example: { text: 'MATCH (n) WHERE id(n) = idFrom($x) RETURN n', parameters: { x: 1 } },
  },
  responses: { 200: { description: 'Columns and rows', schema: envelope(cypherResultSchema) } },
});
