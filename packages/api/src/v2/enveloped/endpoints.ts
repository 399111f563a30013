/**
 * The second version of the API in its older form: responses are wrapped in `content`, `message` and `warnings`, and
 * input is read leniently.
 */
import { z } from 'zod';
import { allOperations as operation } from '../../operations/operations.js';
import { v2QueryProtocol } from '../../query-protocol.js';
import { dryRunBounds } from '../dry-run.js';
import { queryOfRequest } from '../query-of-request.js';
import { byName, INGEST_EXAMPLE } from '../ingest-form.js';
import {
  envelopedOutputOf,
  envelopedOutputsByName,
  envelopedOutputSchema,
  OUTPUT_EXAMPLE,
  shownEnvelopedOutputSchema,
} from '../standing-outputs.js';
import {
  envelopedIngest,
  envelopedIngestInfoSchema,
  envelopedIngestSchema,
  ingestInItsForm,
  ingestOfEnvelope,
} from './ingest-form.js';
import {
  envelopedOutput,
  envelopedQuery,
  envelopedReplacementSchema,
  envelopedStandingQueryDefinitionSchema,
  envelopedStandingQuerySchema,
} from './standing-form.js';
import { enveloped } from './skin.js';
import { systemEndpoints } from './system-endpoints.js';

const { serve } = enveloped;

const stream = { answer: { schema: envelopedIngestInfoSchema, show: envelopedIngest } };
const limited = { query: ['atTime', 'timeout'], take: queryOfRequest } as const;
const query = { answer: { schema: envelopedStandingQuerySchema, show: envelopedQuery } };

export const v2EnvelopedEndpoints = [
  serve('get', '/ingests', operation.listIngest, {
    answer: {
      schema: z.array(envelopedIngestInfoSchema),
      show: streams => byName(streams).map(envelopedIngest),
    },
  }),
  serve('post', '/ingests', operation.createIngest, {
    ...stream,
    status: 201,
    body: {
      kind: 'json',
      schema: envelopedIngestSchema,
      example: INGEST_EXAMPLE,
      otherForm: ingestInItsForm,
    },
    take: ({ body }) => ({ ...ingestOfEnvelope(body), mustReach: true }),
  }),
  serve('post', '/ingests/dry-run', operation.dryRunIngest, {
    query: ['limit', 'timeout'],
    body: {
      kind: 'json',
      schema: envelopedIngestSchema,
      example: INGEST_EXAMPLE,
      otherForm: ingestInItsForm,
    },
    take: ({ body, ...bounds }) => ({ ...ingestOfEnvelope(body), ...dryRunBounds(bounds) }),
  }),
  serve('get', '/ingests/{name}', operation.getIngest, stream),
  serve('delete', '/ingests/{name}', operation.deleteIngest, stream),
  serve('post', '/ingests/{name}/push', operation.pushToIngest),
  serve('get', '/ingests/{name}/upload', operation.uploadToIngest),
  serve('post', '/ingests/{name}/pause', operation.pauseIngest, stream),
  serve('post', '/ingests/{name}/start', operation.startIngest, stream),

  serve('get', '/standing-queries', operation.listStandingQueries, {
    answer: { schema: z.array(envelopedStandingQuerySchema), show: queries => queries.map(envelopedQuery) },
  }),
  serve('post', '/standing-queries', operation.createStandingQuery, {
    ...query,
    description: 'Awake nodes are evaluated in the background.',
    body: {
      kind: 'json',
      schema: envelopedStandingQueryDefinitionSchema,
      example: {
        name: 'named-children',
        pattern: {
          type: 'Cypher',
          query: 'MATCH (n)-[:parent]->(m) WHERE exists(n.name) RETURN DISTINCT strId(n) AS child',
          mode: 'DistinctId',
        },
        outputs: [OUTPUT_EXAMPLE],
      },
    },
    take: ({ body: { name, ...definition } }) => ({
      name,
      definition: { ...definition, outputs: envelopedOutputsByName(definition.outputs) },
      propagation: { includeSleeping: false },
      mustReach: true,
    }),
  }),
  serve('put', '/standing-queries/control/propagate', operation.propagateStandingQueries, {
    query: ['includeSleeping', 'wakeUpParallelism'],
    says: 'All nodes have received all standing queries',
  }),
  serve('put', '/standing-queries/{name}', operation.replaceStandingQuery, {
    ...query,
    body: {
      kind: 'json',
      schema: envelopedReplacementSchema,
      example: { pattern: { type: 'Cypher', query: 'MATCH (n:Person) RETURN DISTINCT id(n)' } },
    },
    take: ({ name, body: { pattern } }) => ({ name, pattern }),
  }),
  serve('get', '/standing-queries/{name}', operation.getStandingQuery, query),
  serve('post', '/standing-queries/{name}/explain', operation.explainStandingQuery),
  serve('post', '/standing-queries/{name}/audit', operation.auditStandingQuery),
  serve('post', '/standing-queries/{name}/outputs', operation.createStandingQueryOutput, {
    body: { kind: 'json', schema: envelopedOutputSchema, example: OUTPUT_EXAMPLE },
    take: ({ name, body }) => ({ name, ...envelopedOutputOf(body), mustReach: true }),
    errors: { 'standing.not-found': 'request.invalid' },
  }),
  serve('delete', '/standing-queries/{name}/outputs/{output}', operation.deleteStandingQueryOutput, {
    take: named => ({ ...named, isSayable: () => true }),
    answer: {
      schema: shownEnvelopedOutputSchema,
      show: ({ name, definition }) => envelopedOutput(name, definition),
    },
  }),
  serve('delete', '/standing-queries/{name}', operation.deleteStandingQuery, query),

  serve('post', '/cypher-queries/query-graph', operation.queryCypher, limited),
  serve('post', '/cypher-queries/query-nodes', operation.queryCypherNodes, limited),
  serve('post', '/cypher-queries/query-edges', operation.queryCypherEdges, limited),
  serve('get', '/cypher-queries/user-defined', operation.listUserFunctions),
  serve('post', '/cypher-queries/user-defined', operation.defineUserFunction),
  serve('delete', '/cypher-queries/user-defined/{name}', operation.removeUserFunction),
  serve('get', '/query/ws', operation.openQuerySocket, { take: () => ({ protocol: v2QueryProtocol }) }),

  serve('post', '/algorithm/nodes/{id}/walk', operation.generateRandomWalk, {
    query: ['length', 'query', 'return', 'inOut', 'seed', 'atTime'],
  }),
  serve('post', '/algorithm/save-walk', operation.saveRandomWalks, {
    query: ['length', 'count', 'query', 'return', 'inOut', 'seed', 'atTime', 'parallelism'],
    says: 'The walks are being written',
  }),

  ...systemEndpoints,
] as const;
