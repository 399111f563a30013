import { ingestDefinition } from '@weir/definitions';
import { z } from 'zod';
import { endpoint } from '../endpoint.js';
import { nameParameter, NO_PARAMETERS } from '../parameters.js';
import { ratesSummarySchema } from '../rates.js';

export const ingestStatusSchema = z.enum([
  'Running',
  'Paused',
  'Restored',
  'Completed',
  'Terminated',
  'Failed',
]);

export const ingestInfoSchema = z
  .object({
    status: ingestStatusSchema,
    message: z.string().optional().meta({ description: 'What went wrong, for a stream that failed' }),
    settings: ingestDefinition.meta({ description: 'The definition with all defaults filled in' }),
    stats: z.object({
      ingestedCount: z.int().meta({
        description:
          'Records read since the stream was created, over restarts, those that did not parse included',
      }),
      rates: ratesSummarySchema,
      byteRates: ratesSummarySchema,
      startTime: z
        .string()
        .meta({ description: 'ISO 8601, UTC: when it was created, or brought back by this process' }),
      totalRuntime: z
        .int()
        .meta({ description: 'Milliseconds since startTime; stands still once the stream ended' }),
      rejectedCount: z.int().meta({ description: 'Records that did not parse and were skipped' }),
    }),
  })
  .meta({ id: 'IngestStreamInfo' });

export const namedIngestInfoSchema = ingestInfoSchema
  .extend({ name: z.string() })
  .meta({ id: 'IngestStreamInfoWithName' });

const tag = 'Ingest streams';
const params = z.object({ name: nameParameter });
const query = NO_PARAMETERS;
const stream = {
  200: { description: 'The stream', schema: namedIngestInfoSchema },
  404: { description: 'No such stream' },
};

export const listIngest = endpoint({
  id: 'listIngest',
  method: 'get',
  path: '/ingest',
  tag,
  summary: 'List ingest streams',
  params: NO_PARAMETERS,
  query,
  responses: {
    200: { description: 'All streams by name', schema: z.record(z.string(), ingestInfoSchema) },
  },
});

export const createIngest = endpoint({
  id: 'createIngest',
  method: 'post',
  path: '/ingest/{name}',
  tag,
  summary: 'Create and start an ingest stream',
  description: 'The ingest query runs once per record, with the record bound to `$that`.',
  params,
  query,
  body: {
    kind: 'json',
    schema: ingestDefinition,
    example: {
      type: 'NumberIteratorIngest',
      ingestLimit: 1000,
      format: {
        type: 'CypherLine',
        query: 'MATCH (n) WHERE id(n) = idFrom(toInteger($that)) SET n.i = toInteger($that)',
      },
    },
  },
  responses: { 200: { description: 'The stream runs' } },
});

export const getIngest = endpoint({
  id: 'getIngest',
  method: 'get',
  path: '/ingest/{name}',
  tag,
  summary: 'Status of one ingest stream',
  params,
  query,
  responses: stream,
});

export const deleteIngest = endpoint({
  id: 'deleteIngest',
  method: 'delete',
  path: '/ingest/{name}',
  tag,
  summary: 'Stop and remove an ingest stream',
  description: 'Answers when the stream has stopped, with its last status. What it wrote stays.',
  params,
  query,
  responses: stream,
});

export const pauseIngest = endpoint({
  id: 'pauseIngest',
  method: 'put',
  path: '/ingest/{name}/pause',
  tag,
  summary: 'Pause an ingest stream',
  params,
  query,
  responses: stream,
});

export const startIngest = endpoint({
  id: 'startIngest',
  method: 'put',
  path: '/ingest/{name}/start',
  tag,
  summary: 'Resume an ingest stream',
  params,
  query,
  responses: stream,
});
