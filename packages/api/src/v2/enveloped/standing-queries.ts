import { standingPatternSchema, standingQueryDefinitionSchema } from '@weir/definitions';
import { z } from 'zod';
import { endpoint } from '../../endpoint.js';
import { booleanQuery, integerQuery, nameParameter, NO_PARAMETERS } from '../../parameters.js';
import {
  AUDIT_STANDING,
  DELETE_STANDING,
  EXPLAIN_STANDING,
  GET_STANDING,
  LIST_STANDING,
  NO_SUCH_QUERY,
  PROPAGATE_STANDING,
  REPLACE_STANDING,
  replacementBody,
} from '../../standing-operations.js';
import { auditReportSchema, standingExplanationSchema } from '../../standing-inspection.js';
import { standingStatsSchema } from '../../v1/standing-queries.js';
import {
  CREATE_OUTPUT,
  DELETE_OUTPUT,
  envelopedOutputSchema,
  envelopedOutputsSchema,
  NO_SUCH_OUTPUT,
  OUTPUT_EXAMPLE,
  shownOutputSchema,
} from '../standing-outputs.js';
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
    outputs: envelopedOutputsSchema,
  })
  .meta({ id: 'EnvelopedStandingQueryDefinition' });

export const envelopedStandingQuerySchema = z
  .object({
    name: z.string(),
    internalId: z.string(),
    pattern: standingPatternSchema,
    outputs: z.array(shownOutputSchema),
    includeCancellations: z.boolean(),
    inputBufferSize: z.int(),
    stats: z.record(z.string(), standingStatsSchema),
  })
  .meta({ id: 'EnvelopedStandingQuery' });

const tag = 'Standing Queries (enveloped)';
const params = z.object({ name: nameParameter });
const query = NO_PARAMETERS;
const one = { description: 'The standing query', schema: envelope(envelopedStandingQuerySchema) };

export const listStandingQueries = endpoint({
  id: 'enveloped-list-standing-queries',
  ...LIST_STANDING,
  path: '/standing-queries',
  tag,
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
      outputs: [OUTPUT_EXAMPLE],
    },
  },
  responses: { 201: one },
});

export const propagateStandingQueries = endpoint({
  id: 'enveloped-propagate-standing-queries',
  method: 'put',
  ...PROPAGATE_STANDING,
  path: '/standing-queries/control/propagate',
  tag,
  params: NO_PARAMETERS,
  query: z.object({
    includeSleeping: booleanQuery('includeSleeping', 'Wake sleeping nodes too'),
    wakeUpParallelism: integerQuery('wakeUpParallelism', 'How many to wake at a time; default 4', 1),
  }),
  responses: { 202: { description: 'All nodes have been told', schema: z.object({ message: z.string() }) } },
});

export const replaceStandingQuery = endpoint({
  id: 'enveloped-replace-standing-query',
  ...REPLACE_STANDING,
  path: '/standing-queries/{name}',
  tag,
  params,
  query,
  body: replacementBody(
    z.strictObject({ pattern: patternSchema }).meta({ id: 'EnvelopedStandingQueryReplacement' }),
  ),
  responses: { 200: one, 404: NO_SUCH_QUERY },
});

export const getStandingQuery = endpoint({
  id: 'enveloped-get-standing-query',
  ...GET_STANDING,
  path: '/standing-queries/{name}',
  tag,
  params,
  query,
  responses: { 200: one, 404: NO_SUCH_QUERY },
});

export const explainStandingQuery = endpoint({
  id: 'enveloped-explain-standing-query',
  ...EXPLAIN_STANDING,
  path: '/standing-queries/{name}/explain',
  tag,
  params,
  query,
  responses: {
    200: { description: 'The explanation', schema: envelope(standingExplanationSchema) },
    404: NO_SUCH_QUERY,
  },
});

export const auditStandingQuery = endpoint({
  id: 'enveloped-audit-standing-query',
  ...AUDIT_STANDING,
  path: '/standing-queries/{name}/audit',
  tag,
  params,
  query,
  responses: {
    200: { description: 'What differs', schema: envelope(auditReportSchema) },
    404: NO_SUCH_QUERY,
  },
});

export const createStandingQueryOutput = endpoint({
  id: 'enveloped-create-standing-query-output',
  ...CREATE_OUTPUT,
  path: '/standing-queries/{name}/outputs',
  tag,
  params,
  query,
  body: { kind: 'json', schema: envelopedOutputSchema, example: OUTPUT_EXAMPLE },
  responses: { 201: { description: 'The output runs' } },
});

export const deleteStandingQueryOutput = endpoint({
  id: 'enveloped-delete-standing-query-output',
  ...DELETE_OUTPUT,
  path: '/standing-queries/{name}/outputs/{output}',
  tag,
  params: params.extend({ output: nameParameter }),
  query,
  responses: {
    200: { description: 'The output as it was', schema: envelope(shownOutputSchema) },
    404: NO_SUCH_OUTPUT,
  },
});

export const deleteStandingQuery = endpoint({
  id: 'enveloped-delete-standing-query',
  ...DELETE_STANDING,
  path: '/standing-queries/{name}',
  tag,
  params,
  query,
  responses: { 200: one, 404: NO_SUCH_QUERY },
});
