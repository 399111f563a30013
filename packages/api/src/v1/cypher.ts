import { defaulted } from '@weir/definitions';
import { z } from 'zod';
import { cypherParametersSchema } from '../cypher-parameters.js';
import { endpoint } from '../endpoint.js';
import { atTimeQuery, NO_PARAMETERS, timeoutQuery } from '../parameters.js';

export const cypherQuerySchema = z
  .object({
    text: z.string().meta({ description: 'The query' }),
    parameters: defaulted(cypherParametersSchema, {}),
  })
  .meta({ id: 'CypherQuery' });

export const cypherResultSchema = z
  .object({
    columns: z.array(z.string()),
    results: z.array(z.array(z.unknown())).meta({ description: 'Rows, each with one value per column' }),
  })
  .meta({ id: 'CypherQueryResult' });

export const uiNodeSchema = z
  .object({
    id: z.string(),
    hostIndex: z.int(),
    label: z.string(),
    properties: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'UiNode' });

export const uiEdgeSchema = z
  .object({ from: z.string(), edgeType: z.string(), to: z.string(), isDirected: z.boolean() })
  .meta({ id: 'UiEdge' });

const tag = 'Cypher queries';
const query = z.object({ 'at-time': atTimeQuery, timeout: timeoutQuery });
const example = { text: 'MATCH (n) WHERE id(n) = idFrom($x) RETURN n', parameters: { x: 1 } };
const body = { kind: 'json-or-cypher-text', schema: cypherQuerySchema, example } as const;

export const queryCypher = endpoint({
  id: 'queryCypher',
  method: 'post',
  path: '/query/cypher',
  tag,
  summary: 'Run a Cypher query',
  params: NO_PARAMETERS,
  query,
  body,
  responses: { 200: { description: 'Columns and rows', schema: cypherResultSchema } },
});

export const queryCypherNodes = endpoint({
  id: 'queryCypherNodes',
  method: 'post',
  path: '/query/cypher/nodes',
  tag,
  summary: 'Run a Cypher query that returns nodes',
  params: NO_PARAMETERS,
  query,
  body: { ...body, example: { text: 'MATCH (n) RETURN n LIMIT 10' } },
  responses: { 200: { description: 'All returned nodes, in order', schema: z.array(uiNodeSchema) } },
});

export const queryCypherEdges = endpoint({
  id: 'queryCypherEdges',
  method: 'post',
  path: '/query/cypher/edges',
  tag,
  summary: 'Run a Cypher query that returns edges',
  params: NO_PARAMETERS,
  query,
  body: { ...body, example: { text: 'MATCH (n)-[e]->(m) RETURN e LIMIT 10' } },
  responses: { 200: { description: 'All returned edges, in order', schema: z.array(uiEdgeSchema) } },
});
