/** Cypher and algorithms in the newer form of version 2. */
import { defaulted } from '@weir/definitions';
import { z } from 'zod';
import { cypherParametersSchema } from '../cypher-parameters.js';
import { allOperations as operation } from '../operations/operations.js';
import { strictSaveLocationSchema } from '../operations/walks.js';
import { v2QueryProtocol } from '../query-protocol.js';
import { strictObject } from '../strict-object.js';
import { queryOfRequest } from './query-of-request.js';
import { v2 } from './skin.js';

const { serve } = v2;

const query = strictObject({
  text: z.string().meta({ description: 'The query' }),
  parameters: defaulted(cypherParametersSchema, {}),
}).meta({ id: 'CypherQueryV2' });

const limited = {
  query: ['atTime', 'timeout', 'readOnly'],
  body: {
    kind: 'json-or-cypher-text',
    schema: query,
    example: { text: 'MATCH (n) WHERE id(n) = idFrom($x) RETURN n', parameters: { x: 1 } },
  },
  take: queryOfRequest,
} as const;
const walks = '/graph/{graph}/algorithms/randomWalk';

export const queryEndpoints = [
  serve('post', '/graph/{graph}/cypher:query', operation.queryCypher, limited),
  serve('post', '/graph/{graph}/cypher:queryNodes', operation.queryCypherNodes, {
    ...limited,
    isBare: true,
    body: { ...limited.body, example: { text: 'MATCH (n) RETURN n LIMIT 10' } },
  }),
  serve('post', '/graph/{graph}/cypher:queryEdges', operation.queryCypherEdges, {
    ...limited,
    isBare: true,
    body: { ...limited.body, example: { text: 'MATCH (n)-[e]->(m) RETURN e LIMIT 10' } },
  }),
  serve('get', '/graph/{graph}/catalog', operation.getCatalog),
  serve('post', '/graph/{graph}/cypher:check', operation.checkQuery),
  serve('post', '/graph/{graph}/cypher:complete', operation.completeQuery),
  serve('post', '/graph/{graph}/cypher:describe', operation.describeWord),
  serve('get', '/graph/{graph}/query/ws', operation.openQuerySocket, {
    id: 'query-websocket',
    take: () => ({ protocol: v2QueryProtocol }),
  }),
  serve('get', '/lsp', operation.openLanguageServer, { id: 'lsp-websocket' }),
  serve('post', `${walks}/nodes/{nodeId}:generateRandomWalk`, operation.generateRandomWalk, {
    isBare: true,
    query: ['length', 'query', 'return', 'inOut', 'seed', 'atTime'],
  }),
  serve('post', `${walks}:saveWalks`, operation.saveRandomWalks, {
    query: ['length', 'count', 'query', 'return', 'inOut', 'seed', 'atTime', 'parallelism'],
    body: {
      kind: 'json',
      schema: strictSaveLocationSchema,
      example: { type: 'LocalFile', fileName: 'walks.csv' },
    },
  }),
] as const;
