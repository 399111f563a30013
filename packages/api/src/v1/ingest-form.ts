/** Ingest streams as version 1 shows them. */
import { ingestDefinitionV1, onlyInVersion2, version1Ingest } from '@weir/definitions';
import { z } from 'zod';
import type { IngestStatus } from '../operations/ingest.js';
import { ratesSummarySchema } from '../rates.js';

export const ingestStatsSchema = z.object({
  ingestedCount: z.int().meta({
    description:
      'Records done since the stream was created, over restarts, those that did not parse included. What a sender ' +
      'that keeps the position itself gives a second time counts a second time',
  }),
  rates: ratesSummarySchema,
  byteRates: ratesSummarySchema,
  startTime: z
    .string()
    .meta({ description: 'ISO 8601, UTC: when it was created, or brought back by this process' }),
  totalRuntime: z
    .int()
    .meta({ description: 'Milliseconds since startTime; stands still once the stream ended' }),
  rejectedCount: z.int().meta({ description: 'Bad records that were skipped' }),
  readCount: z.int().meta({ description: 'Records read: those beyond `ingestedCount` are under way' }),
  lag: z.int().optional().meta({
    description:
      'Records that the sender has and that are not durable here, where it says: Kafka, NATS and SQS do',
  }),
  behindMillis: z.int().optional().meta({
    description: 'How far behind its end the stream is read, in milliseconds, where it says: Kinesis does',
  }),
  progress: z
    .object({
      unit: z.enum(['bytes', 'records']),
      done: z.int().meta({ description: 'Read so far; the last of them may be under way' }),
      total: z.int().meta({ description: 'Bytes of the file or object, or the limit of records' }),
    })
    .optional()
    .meta({
      description:
        'How far a source that ends is read. Absent where no end is known, and for streams that ended before the last start',
    }),
});

export const ingestMessageSchema = z.string().optional().meta({
  description:
    'What went wrong, for a stream that failed; what keeps the source from reading, for one that runs',
});

export const ingestWarningsSchema = z
  .array(z.string())
  .optional()
  .meta({ description: 'What may be wrong with it: its query may scan all nodes, say' });

const ingestInfoSchema = z
  .object({
    status: z.enum(['Running', 'Paused', 'Restored', 'Completed', 'Terminated', 'Failed']),
    message: ingestMessageSchema,
    warnings: ingestWarningsSchema,
    settings: z
      .union([ingestDefinitionV1, onlyInVersion2])
      .meta({ description: 'The definition with all defaults filled in' }),
    stats: ingestStatsSchema,
  })
  .meta({ id: 'IngestStreamInfo' });

export const namedIngestInfoSchema = ingestInfoSchema
  .extend({ name: z.string() })
  .meta({ id: 'IngestStreamInfoWithName' });

export const ingestListSchema = z.record(z.string(), ingestInfoSchema);

export function namedIngestV1({ name, ...info }: IngestStatus): object {
  return { name, ...ingestV1(info) };
}

export function ingestListV1(streams: readonly IngestStatus[]): object {
  return Object.fromEntries(streams.map(({ name, ...info }) => [name, ingestV1(info)]));
}

function ingestV1({ status, message, warnings, settings, stats }: Omit<IngestStatus, 'name'>): object {
  return { status, message, ...shownWarnings(warnings), settings: version1Ingest(settings), stats };
}

export function shownWarnings(warnings: readonly string[] | undefined): { warnings?: readonly string[] } {
  return warnings === undefined || warnings.length === 0 ? {} : { warnings };
}
