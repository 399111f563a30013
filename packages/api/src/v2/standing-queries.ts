import { defaulted, lenientInt } from '@weir/definitions';
import { z } from 'zod';
import { endpoint } from '../endpoint.js';
import { NO_PARAMETERS } from '../parameters.js';
import { ratesSummarySchema } from '../rates.js';
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
} from '../standing-operations.js';
import { auditReportSchema, standingExplanationSchema } from '../standing-inspection.js';
import { choiceQuery, graphParams, nameInPath, positiveQuery, resourceName } from './parameters.js';
import {
  CREATE_OUTPUT,
  DELETE_OUTPUT,
  NO_SUCH_OUTPUT,
  OUTPUT_EXAMPLE,
  shownOutputSchema,
  v2OutputSchema,
} from './standing-outputs.js';
import { strictObject } from './strict-object.js';

const cypherPatternSchema = strictObject({
  type: z.literal('Cypher'),
  query: z.string().meta({ description: 'A MATCH, an optional WHERE and a RETURN' }),
  mode: defaulted(z.enum(['DISTINCT_ID', 'MULTIPLE_VALUES']), 'DISTINCT_ID'),
});

export const v2StandingQueryDefinitionSchema = strictObject({
  name: resourceName,
  pattern: cypherPatternSchema,
  outputs: defaulted(z.array(v2OutputSchema), []),
  includeCancellations: defaulted(z.boolean(), true),
  inputBufferSize: defaulted(
    lenientInt.refine(size => size > 0, { error: 'inputBufferSize must be at least 1' }),
    32,
  ).meta({ description: 'Results that may wait for their outputs before ingest is held' }),
  provenance: defaulted(z.boolean(), false).meta({
    description: 'Results say which records they come from; ingest is slower meanwhile',
  }),
}).meta({ id: 'StandingQueryDefinitionV2' });

export const v2StandingStatsSchema = z
  .object({
    rates: ratesSummarySchema,
    startTime: z.string(),
    totalRuntime: z.string().meta({ description: 'A duration', example: '1h30s' }),
    bufferSize: z.int(),
    expressionFailures: z.int().meta({
      description: 'Evaluations of expressions that failed, each of which left something out; see the log',
    }),
    outputHashCode: z.int(),
  })
  .meta({ id: 'StandingQueryStatsV2' });

export const v2StandingQuerySchema = z
  .object({
    name: z.string(),
    internalId: z.string(),
    pattern: z.object({
      type: z.literal('Cypher'),
      query: z.string(),
      mode: z.enum(['DISTINCT_ID', 'MULTIPLE_VALUES']),
    }),
    outputs: z.array(shownOutputSchema),
    includeCancellations: z.boolean(),
    inputBufferSize: z.int(),
    stats: z.record(z.string(), v2StandingStatsSchema),
  })
  .meta({ id: 'RegisteredStandingQueryV2' });

const tag = 'Standing Queries';
const base = '/graph/{graph}/standingQueries';
const inGraph = { params: graphParams, query: NO_PARAMETERS };
const named = {
  params: graphParams.extend({ standingQueryName: nameInPath('standingQueryName') }),
  query: NO_PARAMETERS,
};
const one = { description: 'The standing query', schema: v2StandingQuerySchema };

export const listStandingQueries = endpoint({
  id: 'list-standing-queries',
  ...LIST_STANDING,
  path: base,
  tag,
  ...inGraph,
  responses: {
    200: {
      description: 'All standing queries',
      schema: z.object({ items: z.array(v2StandingQuerySchema) }),
    },
  },
});

export const createStandingQuery = endpoint({
  id: 'create-standing-query',
  method: 'post',
  path: base,
  tag,
  summary: 'Register a standing query',
  params: graphParams,
  query: z.object({
    propagateTo: choiceQuery(
      'propagateTo',
      'Which nodes that are there already are looked at, in the background',
      ['NONE', 'EXCLUDE_SLEEPING', 'INCLUDE_SLEEPING'],
      'EXCLUDE_SLEEPING',
    ),
    wakeUpParallelism: positiveQuery('wakeUpParallelism', 'How many nodes to wake at a time', 4),
  }),
  body: {
    kind: 'json',
    schema: v2StandingQueryDefinitionSchema,
    example: {
      name: 'named-children',
      pattern: {
        type: 'Cypher',
        query: 'MATCH (n)-[:parent]->(m) WHERE exists(n.name) RETURN DISTINCT strId(n) AS child',
        mode: 'DISTINCT_ID',
      },
      outputs: [OUTPUT_EXAMPLE],
    },
  },
  responses: { 201: one },
});

export const propagateStandingQueries = endpoint({
  id: 'propagate-standing-queries',
  method: 'post',
  ...PROPAGATE_STANDING,
  path: `${base}:propagate`,
  tag,
  params: graphParams,
  query: z.object({
    includeSleeping: choiceQuery('includeSleeping', 'Wake sleeping nodes too', ['false', 'true'], 'false'),
    wakeUpParallelism: positiveQuery('wakeUpParallelism', 'How many nodes to wake at a time', 4),
  }),
  responses: { 202: { description: 'All nodes have been told' } },
});

export const replaceStandingQuery = endpoint({
  id: 'replace-standing-query',
  ...REPLACE_STANDING,
  path: `${base}/{standingQueryName}`,
  tag,
  ...named,
  body: replacementBody(
    strictObject({ pattern: cypherPatternSchema }).meta({ id: 'StandingQueryReplacementV2' }),
  ),
  responses: { 200: one, 404: NO_SUCH_QUERY },
});

export const getStandingQuery = endpoint({
  id: 'get-standing-query-status',
  ...GET_STANDING,
  path: `${base}/{standingQueryName}`,
  tag,
  ...named,
  responses: { 200: one, 404: NO_SUCH_QUERY },
});

export const explainStandingQuery = endpoint({
  id: 'explain-standing-query',
  ...EXPLAIN_STANDING,
  path: `${base}/{standingQueryName}:explain`,
  tag,
  ...named,
  responses: {
    200: { description: 'The explanation', schema: standingExplanationSchema },
    404: NO_SUCH_QUERY,
  },
});

export const auditStandingQuery = endpoint({
  id: 'audit-standing-query',
  ...AUDIT_STANDING,
  path: `${base}/{standingQueryName}:audit`,
  tag,
  ...named,
  responses: { 200: { description: 'What differs', schema: auditReportSchema }, 404: NO_SUCH_QUERY },
});

export const outputStatusSchema = z
  .object({
    name: z.string(),
    type: z.string(),
    delivered: z.int().meta({ description: 'Since this process started' }),
    failed: z.int().meta({ description: 'Tried and given up since this process started' }),
    dropped: z.int().meta({ description: 'Left out as the definition asks' }),
    queued: z.int().meta({ description: 'Waiting now' }),
    deadLetters: z
      .object({ file: z.string(), bytes: z.int(), limitBytes: z.int() })
      .optional()
      .meta({ description: 'Where results are that were given up; absent: nowhere' }),
    deadLettersError: z.string().optional().meta({ description: 'Why nothing can be said about them' }),
  })
  .meta({ id: 'OutputStatus' });

export const listStandingQueryOutputs = endpoint({
  id: 'list-standing-query-outputs',
  method: 'get',
  path: `${base}/{standingQueryName}/outputs`,
  tag,
  summary: 'How its outputs do, also those that were made by version 1 of the API',
  ...named,
  responses: {
    200: { description: 'All outputs', schema: z.object({ items: z.array(outputStatusSchema) }) },
    404: NO_SUCH_QUERY,
  },
});

export const createStandingQueryOutput = endpoint({
  id: 'create-standing-query-output',
  ...CREATE_OUTPUT,
  path: `${base}/{standingQueryName}/outputs`,
  tag,
  ...named,
  body: { kind: 'json', schema: v2OutputSchema, example: OUTPUT_EXAMPLE },
  responses: { 201: { description: 'The output runs' } },
});

export const deleteStandingQueryOutput = endpoint({
  id: 'delete-standing-query-output',
  ...DELETE_OUTPUT,
  path: `${base}/{standingQueryName}/outputs/{standingQueryOutputName}`,
  tag,
  params: named.params.extend({ standingQueryOutputName: nameInPath('standingQueryOutputName') }),
  query: NO_PARAMETERS,
  responses: { 200: { description: 'The output as it was', schema: shownOutputSchema }, 404: NO_SUCH_OUTPUT },
});

export const redeliverDeadLetters = endpoint({
  id: 'redeliver-dead-letters',
  method: 'post',
  path: `${base}/{standingQueryName}/outputs/{outputName}:redeliver`,
  tag,
  summary: 'Deliver the dead letters of an output again',
  description:
    'Answers when all have been tried. What fails again is among the dead letters again, to be tried another time.',
  params: named.params.extend({ outputName: z.string() }),
  query: NO_PARAMETERS,
  responses: {
    200: {
      description: 'What became of them',
      schema: z.object({ delivered: z.int(), failed: z.int() }).meta({ id: 'Redelivery' }),
    },
    404: NO_SUCH_OUTPUT,
  },
});

export const deleteStandingQuery = endpoint({
  id: 'delete-standing-query',
  ...DELETE_STANDING,
  path: `${base}/{standingQueryName}`,
  tag,
  ...named,
  responses: { 200: one, 404: NO_SUCH_QUERY },
});
