/**
 * The second version of the API in its older form: answers are wrapped in `content`, `message` and `warnings`, and
 * input is read leniently.
 */
import { z } from 'zod';
import { kebabCase } from '../../kebab-case.js';
import { allOperations as operation } from '../../operations/operations.js';
import { booleanQuery, integerQuery, nameParameter } from '../../parameters.js';
import { parameter, skin } from '../../skin.js';
import { limitedQuery } from '../limited-query.js';
import { byName, INGEST_EXAMPLE } from '../ingest-form.js';
import { instantQuery, nodeInPath, timeoutQuery } from '../parameters.js';
import {
  envelopedOutputSchema,
  OUTPUT_EXAMPLE,
  shownOutputSchema,
  workflowOf,
  workflowsByName,
} from '../standing-outputs.js';
import {
  envelopedIngest,
  envelopedIngestInfoSchema,
  envelopedIngestSchema,
  ingestOfEnvelope,
} from './ingest-form.js';
import {
  envelopedOutput,
  envelopedQuery,
  envelopedReplacementSchema,
  envelopedStandingQueryDefinitionSchema,
  envelopedStandingQuerySchema,
} from './standing-form.js';

const { serve } = skin({
  basePath: '/api/v2',
  tags: {
    ingest: 'Ingest Streams (enveloped)',
    standing: 'Standing Queries (enveloped)',
    cypher: 'Cypher Query Language (enveloped)',
    administration: 'System Administration (enveloped)',
    exploration: 'Exploration UI (enveloped)',
  },
  parameters: {
    name: parameter(nameParameter),
    output: parameter(nameParameter),
    nodeIdSegment: parameter(nodeInPath('nodeIdSegment'), 'node'),
    includeSleeping: parameter(booleanQuery('includeSleeping', 'Wake sleeping nodes too')),
    wakeUpParallelism: parameter(
      integerQuery('wakeUpParallelism', 'How many to wake at a time; default 4', 1),
      'parallelism',
    ),
    atTime: parameter(instantQuery),
    'at-time': parameter(instantQuery, 'olderAtTime'),
    timeout: parameter(timeoutQuery),
  },
  idOf: id => `enveloped-${kebabCase(id)}`,
  wrap: content => z.object({ content, message: z.string().optional(), warnings: z.array(z.string()) }),
  frame: (_isList, warnings) => ({ start: '{"content":', end: `,"warnings":${JSON.stringify(warnings)}}` }),
});

const stream = { answer: { schema: envelopedIngestInfoSchema, show: envelopedIngest } };
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
    body: { kind: 'json', schema: envelopedIngestSchema, example: INGEST_EXAMPLE },
    take: ({ body }) => ingestOfEnvelope(body),
  }),
  serve('get', '/ingests/{name}', operation.getIngest, stream),
  serve('delete', '/ingests/{name}', operation.deleteIngest, stream),
  serve('post', '/ingests/{name}/pause', operation.pauseIngest, stream),
  serve('post', '/ingests/{name}/start', operation.startIngest, stream),

  serve('get', '/standing-queries', operation.listStandingQueries, {
    answer: { schema: z.array(envelopedStandingQuerySchema), show: queries => queries.map(envelopedQuery) },
  }),
  serve('post', '/standing-queries', operation.createStandingQuery, {
    ...query,
    description: 'Nodes that are awake are looked at in the background.',
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
      definition: { ...definition, outputs: workflowsByName(definition.outputs) },
      propagation: { includeSleeping: false },
    }),
  }),
  serve('put', '/standing-queries/control/propagate', operation.propagateStandingQueries, {
    query: ['includeSleeping', 'wakeUpParallelism'],
    says: 'All nodes have been told of all standing queries',
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
    take: ({ name, body }) => ({ name, ...workflowOf(body) }),
    errors: { 'standing.not-found': 'request.invalid' },
  }),
  serve('delete', '/standing-queries/{name}/outputs/{output}', operation.deleteStandingQueryOutput, {
    answer: { schema: shownOutputSchema, show: ({ name, definition }) => envelopedOutput(name, definition) },
  }),
  serve('delete', '/standing-queries/{name}', operation.deleteStandingQuery, query),

  serve('post', '/cypher-queries/query-graph', operation.queryCypher, {
    query: ['atTime', 'at-time', 'timeout'],
    take: ({ atTime, olderAtTime, ...given }) => limitedQuery({ ...given, atTime: atTime ?? olderAtTime }),
  }),
  serve('get', '/cypher-queries/user-defined', operation.listUserFunctions),
  serve('post', '/cypher-queries/user-defined', operation.defineUserFunction),
  serve('delete', '/cypher-queries/user-defined/{name}', operation.removeUserFunction),

  serve('get', '/admin/shards/size-limits', operation.getShardSizes),
  serve('post', '/admin/shards/size-limits', operation.updateShardSizes),
  serve('get', '/admin/metrics', operation.getMetrics),
  serve('post', '/admin/nodes/{nodeIdSegment}/request-sleep', operation.sleepNode, {
    says: 'The node was asked to sleep',
  }),
] as const;
