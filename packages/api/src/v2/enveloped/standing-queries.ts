import { defaulted, standingPatternSchema, standingQueryDefinitionSchema } from '@weir/recipes';
import { z } from 'zod';
import { endpoint } from '../../endpoint.js';
import { booleanQuery, integerQuery, nameParameter, NO_PARAMETERS } from '../../parameters.js';
import {
  AUDIT_NOTE,
  auditReportSchema,
  auditRequestSchema,
  EXPLAIN_NOTE,
  explainRequestSchema,
  standingExplanationSchema,
} from '../../standing-inspection.js';
import { REPLACEMENT_NOTE, standingStatsSchema } from '../../v1/standing-queries.js';
import { envelope } from './envelope.js';

const MODE_NAMES: Readonly<Record<string, string>> = {
  DISTINCT_ID: 'DistinctId',
  MULTIPLE_VALUES: 'MultipleValues',
};

/** A mode may be a word in either spelling, or an object with that word as its `type`. */
function plainMode(value: unknown): unknown {
  const word: unknown = typeof value === 'object' && value !== null && 'type' in value ? value.type : value;
  return typeof word === 'string' && Object.hasOwn(MODE_NAMES, word) ? MODE_NAMES[word] : word;
}

const patternSchema = z.preprocess(
  value =>
    typeof value === 'object' && value !== null && 'mode' in value
      ? { ...value, mode: plainMode(value.mode) }
      : value,
  standingPatternSchema,
);

export const envelopedStandingQueryDefinitionSchema = standingQueryDefinitionSchema
  .extend({
    name: z.string().min(1, { error: 'A name may not be empty' }),
    pattern: patternSchema,
    outputs: defaulted(
      z
        .union([z.array(z.unknown()), z.record(z.string(), z.unknown())])
        .refine(outputs => Object.keys(outputs).length === 0, {
          error:
            'Outputs can not be given here yet: add them by POST /api/v1/query/standing/{name}/output/{output}',
        }),
      [],
    ),
  })
  .meta({ id: 'EnvelopedStandingQueryDefinition' });

export const envelopedStandingQuerySchema = z
  .object({
    name: z.string(),
    internalId: z.string(),
    pattern: standingPatternSchema,
    outputs: z.array(z.unknown()),
    includeCancellations: z.boolean(),
    inputBufferSize: z.int(),
    stats: z.record(z.string(), standingStatsSchema),
  })
  .meta({ id: 'EnvelopedStandingQuery' });

const tag = 'Standing Queries (enveloped)';
const params = z.object({ name: nameParameter });
const query = NO_PARAMETERS;
const one = { description: 'The standing query', schema: envelope(envelopedStandingQuerySchema) };
const noSuchQuery = { description: 'No such standing query' };

export const listStandingQueries = endpoint({
  id: 'enveloped-list-standing-queries',
  method: 'get',
  path: '/standing-queries',
  tag,
  summary: 'List standing queries',
  params: NO_PARAMETERS,
  query,
  responses: {
    200: { description: 'All standing queries', schema: envelope(z.array(envelopedStandingQuerySchema)) },
  },
});

export const createStandingQuery = endpoint({
  id: 'enveloped-create-standing-query',
  method: 'post',
  path: '/standing-queries',
  tag,
  summary: 'Register a standing query',
  description: 'Nodes that are awake are looked at in the background.',
  params: NO_PARAMETERS,
  query,
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
    },
  },
  responses: { 201: one },
});

export const propagateStandingQueries = endpoint({
  id: 'enveloped-propagate-standing-queries',
  method: 'put',
  path: '/standing-queries/control/propagate',
  tag,
  summary: 'Show all standing queries to the nodes that were there before them',
  params: NO_PARAMETERS,
  query: z.object({
    includeSleeping: booleanQuery('includeSleeping', 'Wake sleeping nodes too'),
    wakeUpParallelism: integerQuery('wakeUpParallelism', 'How many to wake at a time; default 4', 1),
  }),
  responses: { 202: { description: 'All nodes have been told', schema: z.object({ message: z.string() }) } },
});

export const replaceStandingQuery = endpoint({
  id: 'enveloped-replace-standing-query',
  method: 'put',
  path: '/standing-queries/{name}',
  tag,
  summary: 'Replace the pattern of a standing query',
  description: REPLACEMENT_NOTE,
  params,
  query,
  body: {
    kind: 'json',
    schema: z.strictObject({ pattern: patternSchema }).meta({ id: 'EnvelopedStandingQueryReplacement' }),
    example: { pattern: { type: 'Cypher', query: 'MATCH (n:Person) RETURN DISTINCT id(n)' } },
  },
  responses: { 200: one, 404: noSuchQuery },
});

export const getStandingQuery = endpoint({
  id: 'enveloped-get-standing-query',
  method: 'get',
  path: '/standing-queries/{name}',
  tag,
  summary: 'Status of one standing query',
  params,
  query,
  responses: { 200: one, 404: noSuchQuery },
});

export const explainStandingQuery = endpoint({
  id: 'enveloped-explain-standing-query',
  method: 'post',
  path: '/standing-queries/{name}/explain',
  tag,
  summary: 'Its parts and states; with a node, why that does or does not match',
  description: EXPLAIN_NOTE,
  params,
  query,
  body: {
    kind: 'json',
    schema: explainRequestSchema,
    example: { node: '3e74242e-538f-3bd1-9814-49e6761551b1' },
  },
  responses: {
    200: { description: 'The explanation', schema: envelope(standingExplanationSchema) },
    404: noSuchQuery,
  },
});

export const auditStandingQuery = endpoint({
  id: 'enveloped-audit-standing-query',
  method: 'post',
  path: '/standing-queries/{name}/audit',
  tag,
  summary: 'Compare results with the query run from scratch',
  description: AUDIT_NOTE,
  params,
  query,
  body: { kind: 'json', schema: auditRequestSchema, example: { sample: 100 } },
  responses: {
    200: { description: 'What differs', schema: envelope(auditReportSchema) },
    404: noSuchQuery,
  },
});

export const deleteStandingQuery = endpoint({
  id: 'enveloped-delete-standing-query',
  method: 'delete',
  path: '/standing-queries/{name}',
  tag,
  summary: 'Cancel a standing query',
  params,
  query,
  responses: { 200: one, 404: noSuchQuery },
});
