import { ingestDefinition } from '@weir/definitions';
import { z } from 'zod';
import { operations, typeOf } from '../operation.js';
import { ratesSummarySchema } from '../rates.js';

const ingestStatusSchema = z.enum(['Running', 'Paused', 'Restored', 'Completed', 'Terminated', 'Failed']);

const ingestInfoSchema = z
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

const namedIngestInfoSchema = ingestInfoSchema
  .extend({ name: z.string() })
  .meta({ id: 'IngestStreamInfoWithName' });

const topic = 'ingest';
const takes = typeOf<{ readonly name: string }>();
const one = {
  topic,
  takes,
  answer: { description: 'The stream', schema: namedIngestInfoSchema },
  missing: 'No such stream',
} as const;

export const ingestOperations = operations({
  listIngest: {
    topic,
    summary: 'List ingest streams',
    answer: { description: 'All streams by name', schema: z.record(z.string(), ingestInfoSchema) },
  },
  createIngest: {
    topic,
    summary: 'Create and start an ingest stream',
    description: 'The ingest query runs once per record, with the record bound to `$that`.',
    takes,
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
    answer: { description: 'The stream runs' },
  },
  getIngest: { ...one, summary: 'Status of one ingest stream' },
  deleteIngest: {
    ...one,
    summary: 'Stop and remove an ingest stream',
    description: 'Answers when the stream has stopped, with its last status. What it wrote stays.',
  },
  pauseIngest: { ...one, summary: 'Pause an ingest stream' },
  startIngest: { ...one, summary: 'Resume an ingest stream' },
});

export type IngestOperations = typeof ingestOperations;
