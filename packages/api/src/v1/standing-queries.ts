import {
  outputDefinition,
  standingPatternSchema,
  standingQueryDefinitionSchema,
  workflowFields,
} from '@weir/definitions';
import { z } from 'zod';
import { endpoint } from '../endpoint.js';
import { booleanQuery, integerQuery, nameParameter, NO_PARAMETERS, textQuery } from '../parameters.js';
import { ratesSummarySchema } from '../rates.js';
import {
  DELETE_STANDING,
  GET_STANDING,
  LIST_STANDING,
  NO_SUCH_QUERY,
  PROPAGATE_STANDING,
  REPLACE_STANDING,
  replacementBody,
} from '../standing-operations.js';

export const standingStatsSchema = z
  .object({
    rates: ratesSummarySchema.meta({ description: 'Positive results' }),
    startTime: z
      .string()
      .meta({ description: 'ISO 8601, UTC: registration, or the last start of the service' }),
    totalRuntime: z.int().meta({ description: 'Milliseconds since startTime' }),
    bufferSize: z.int().meta({ description: 'Results that wait for their outputs' }),
    expressionFailures: z.int().meta({
      description: 'Evaluations of expressions that failed, each of which left something out; see the log',
    }),
    outputHashCode: z.string(),
  })
  .meta({ id: 'StandingQueryStats' });

/** An output of version 2 that can't be said here is shown as it is, with the type `Workflow`. */
const shownOutputSchema = z
  .union([outputDefinition, z.object({ type: z.literal('Workflow'), ...workflowFields })])
  .meta({ id: 'ShownStandingQueryOutput' });

export const registeredStandingQuerySchema = z
  .object({
    name: z.string(),
    internalId: z.string(),
    pattern: standingPatternSchema,
    outputs: z.record(z.string(), shownOutputSchema),
    includeCancellations: z.boolean(),
    inputBufferSize: z.int(),
    stats: z
      .record(z.string(), standingStatsSchema)
      .meta({ description: 'By host; the only host is `local`' }),
  })
  .meta({ id: 'RegisteredStandingQuery' });

export const standingResultSchema = z
  .object({
    meta: z.object({
      resultId: z.string().meta({ description: 'A UUID; a cancellation carries that of the match it ends' }),
      isPositiveMatch: z.boolean(),
      isInitialResult: z.boolean().meta({ description: 'The data was there before the query' }),
      provenance: z
        .array(z.object({ stream: z.string(), position: z.int() }))
        .optional()
        .meta({
          description:
            'If asked for: the records that wrote what the match consists of, first the one that completed it; ' +
            'of a cancellation the one that ended the match',
        }),
      provenanceTruncated: z
        .boolean()
        .optional()
        .meta({ description: 'There are more records than are named' }),
    }),
    data: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'StandingQueryResult' });

const standingReplacementSchema = z
  .strictObject({ pattern: standingPatternSchema })
  .meta({ id: 'StandingQueryReplacement' });

const tag = 'Standing queries';
const params = z.object({ name: nameParameter });
const query = NO_PARAMETERS;
const registered = { description: 'The standing query', schema: registeredStandingQuerySchema };

export const listStandingQueries = endpoint({
  id: 'listStandingQueries',
  ...LIST_STANDING,
  path: '/query/standing',
  tag,
  params: NO_PARAMETERS,
  query,
  responses: { 200: { description: 'All standing queries', schema: z.array(registeredStandingQuerySchema) } },
});

export const createStandingQuery = endpoint({
  id: 'createStandingQuery',
  method: 'post',
  path: '/query/standing/{name}',
  tag,
  summary: 'Register a standing query',
  description:
    'From now on every match is reported to the outputs and to the results stream, and every match that ends, ' +
    'unless `includeCancellations` is false. Nodes that are there already are looked at when they next change, or ' +
    'all at once by propagate.',
  params,
  query,
  body: {
    kind: 'json',
    schema: standingQueryDefinitionSchema,
    example: {
      pattern: {
        type: 'Cypher',
        query: 'MATCH (n)-[:parent]->(m) WHERE exists(n.name) RETURN DISTINCT strId(n) AS child',
        mode: 'DistinctId',
      },
      outputs: { console: { type: 'PrintToStandardOut' } },
    },
  },
  responses: { 201: { description: 'The query runs' } },
});

export const getStandingQuery = endpoint({
  id: 'getStandingQuery',
  ...GET_STANDING,
  path: '/query/standing/{name}',
  tag,
  params,
  query,
  responses: { 200: registered, 404: NO_SUCH_QUERY },
});

export const replaceStandingQuery = endpoint({
  id: 'replaceStandingQuery',
  ...REPLACE_STANDING,
  path: '/query/standing/{name}',
  tag,
  params,
  query,
  body: replacementBody(standingReplacementSchema),
  responses: { 200: registered, 404: NO_SUCH_QUERY },
});

export const deleteStandingQuery = endpoint({
  id: 'deleteStandingQuery',
  ...DELETE_STANDING,
  path: '/query/standing/{name}',
  tag,
  params,
  query,
  responses: { 200: registered, 404: NO_SUCH_QUERY },
});

export const streamStandingResults = endpoint({
  id: 'streamStandingResults',
  method: 'get',
  path: '/query/standing/{name}/results',
  tag,
  summary: 'Results of a standing query, live',
  description:
    'Server-sent events: name `result`, id the `resultId`, data the result. Starts with what comes after the ' +
    'request, or, with a header `Last-Event-ID`, with what came after that result; an event `gap` tells that it is ' +
    'not kept any more, and then everything kept follows. An event with empty data is a sign of life.',
  params,
  query: z.object({
    'last-event-id': textQuery('For clients that can not set the header, which counts more'),
  }),
  responses: {
    200: { description: 'Events without end', schema: standingResultSchema, mediaType: 'text/event-stream' },
    404: NO_SUCH_QUERY,
  },
});

const outputParams = z.object({ name: nameParameter, output: nameParameter });

export const createStandingOutput = endpoint({
  id: 'createStandingOutput',
  method: 'post',
  path: '/query/standing/{name}/output/{output}',
  tag,
  summary: 'Add an output to a running standing query',
  description: 'It gets the results that come after it.',
  params: outputParams,
  query,
  body: { kind: 'json', schema: outputDefinition, example: { type: 'PrintToStandardOut' } },
  responses: { 201: { description: 'The output runs' }, 404: NO_SUCH_QUERY },
});

export const deleteStandingOutput = endpoint({
  id: 'deleteStandingOutput',
  method: 'delete',
  path: '/query/standing/{name}/output/{output}',
  tag,
  summary: 'Remove an output',
  params: outputParams,
  query,
  responses: {
    200: { description: 'The output as it was', schema: shownOutputSchema },
    404: { description: 'No such standing query or output' },
  },
});

export const propagateStandingQueries = endpoint({
  id: 'propagateStandingQueries',
  method: 'post',
  ...PROPAGATE_STANDING,
  path: '/query/standing/control/propagate',
  tag,
  params: NO_PARAMETERS,
  query: z.object({
    'include-sleeping': booleanQuery('include-sleeping', 'Wake sleeping nodes too'),
    'wake-up-parallelism': integerQuery('wake-up-parallelism', 'How many to wake at a time; default 4', 1),
  }),
  responses: { 202: { description: 'All nodes have been told' } },
});
