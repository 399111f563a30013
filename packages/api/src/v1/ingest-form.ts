/** Ingest streams as version 1 shows them. */
import { ingestDefinitionV1, onlyInVersion2, version1Ingest } from '@weir/definitions';
import { z } from 'zod';
import type { IngestStatus } from '../operations/ingest.js';
import { ratesSummarySchema } from '../rates.js';

export const ingestStatsSchema = z.object({
  ingestedCount: z.int().meta({
    description:
      'Number of records processed since the stream was created, across restarts, including records ' +
      'that could not be parsed. Records that the source delivers a second time are counted a second ' +
      'time',
  }),
  rates: ratesSummarySchema,
  byteRates: ratesSummarySchema,
  startTime: z
    .string()
    .meta({ description: 'ISO 8601 in UTC: when the stream was created, or restored after a restart' }),
  totalRuntime: z
    .int()
    .meta({ description: 'Milliseconds since `startTime`; constant after the stream ended' }),
  rejectedCount: z.int().meta({ description: 'Number of bad records that were skipped' }),
  readCount: z.int().meta({ description: 'Number of records read, including those in progress' }),
  lag: z
    .int()
    .optional()
    .meta({
      description:
        'Number of records at the source that are not durable yet, if the source reports it, as Kafka, ' +
        'NATS and SQS do',
    }),
  behindMillis: z.int().optional().meta({
    description:
      'Lag behind the end of the stream in milliseconds, if the source reports it, as Kinesis does',
  }),
  progress: z
    .object({
      unit: z.enum(['bytes', 'records']),
      done: z.int().meta({ description: 'Amount read so far; the last records may still be in progress' }),
      total: z.int().meta({ description: 'Size of the file or object in bytes, or the limit of records' }),
    })
    .optional()
    .meta({
      description:
        'Progress of a source with a known end. Absent for other sources, and for streams that ended ' +
        'before the last start',
    }),
});

export const ingestMessageSchema = z.string().optional().meta({
  description: 'For a failed stream, the reason; for a running stream, the current problem of the source',
});

export const ingestWarningsSchema = z
  .array(z.string())
  .optional()
  .meta({ description: 'Warnings about the stream, for example that its query may scan all nodes' });

const ingestInfoSchema = z
  .object({
    status: z.enum(['Running', 'Paused', 'Restored', 'Completed', 'Terminated', 'Failed']),
    message: ingestMessageSchema,
    warnings: ingestWarningsSchema,
    settings: z
      .union([ingestDefinitionV1, onlyInVersion2])
      .meta({ description: 'The definition with all defaults' }),
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
