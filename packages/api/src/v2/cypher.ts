import { defaulted } from '@weir/definitions';
import { z } from 'zod';
import { cypherParametersSchema } from '../cypher-parameters.js';
import { endpoint } from '../endpoint.js';
import { graphParams, instantQuery, timeoutQuery } from './parameters.js';
import { strictObject } from './strict-object.js';

export const queryCypher = endpoint({
  id: 'query-cypher',
  method: 'post',
  path: '/graph/{graph}/cypher:query',
  tag: 'Cypher Query Language',
  summary: 'Run a Cypher query',
  params: graphParams,
  query: z.object({ atTime: instantQuery, timeout: timeoutQuery }),
  body: {
    kind: 'json-or-cypher-text',
    schema: strictObject({
      text: z.string().meta({ description: 'The query' }),
      parameters: defaulted(cypherParametersSchema, {}),
    }).meta({ id: 'CypherQueryV2' }),
    example: { text: 'MATCH (n) WHERE id(n) = idFrom($x) RETURN n', parameters: { x: 1 } },
  },
  responses: {
    200: {
      description: 'Columns and rows',
      schema: z
        .object({ columns: z.array(z.string()), results: z.array(z.array(z.unknown())) })
        .meta({ id: 'CypherQueryResultV2' }),
    },
  },
});
