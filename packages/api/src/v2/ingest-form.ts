/** Ingest streams as the newer form of version 2 accepts and shows them. */
import {
  availableIngest,
  formatDuration,
  type IngestDefinition,
  ingestFields,
  resourceName,
  shownSource,
  type StreamErrorPolicy,
  withoutNulls,
} from '@weir/definitions';
import { z } from 'zod';
import type { IngestStatus } from '../operations/ingest.js';
import { strictObject } from '../strict-object.js';
import {
  ingestMessageSchema,
  ingestWarningsSchema,
  ingestStatsSchema,
  shownWarnings,
} from '../v1/ingest-form.js';

export const v2IngestSchema = z
  .preprocess(withoutNulls, strictObject({ name: resourceName, ...ingestFields }))
  .meta({ id: 'IngestDefinitionV2' });

/** Largest sample of a dry run, in characters. */
const LONGEST_SAMPLE = 1024 * 1024;

export const v2DryRunSchema = z
  .preprocess(
    withoutNulls,
    strictObject({
      name: resourceName,
      ...ingestFields,
      sample: z
        .string()
        .max(LONGEST_SAMPLE, `must have at most ${LONGEST_SAMPLE} characters`)
        .optional()
        .meta({
          description:
            'Records in the format of the source, which are tried instead of those of the source. Required ' +
            'for webhooks, uploads and standard input',
        }),
    }),
  )
  .meta({ id: 'IngestDryRunV2' });

export const INGEST_EXAMPLE = {
  name: 'numbers',
  source: { type: 'NumberIterator', startOffset: 1, limit: 1000 },
  query: "MATCH (n) WHERE id(n) = idFrom('number', $that) SET n.value = $that",
};

export const v2IngestInfoSchema = z
  .object({
    name: z.string(),
    status: z.enum(['RUNNING', 'PAUSED', 'RESTORED', 'COMPLETED', 'TERMINATED', 'FAILED']),
    message: ingestMessageSchema,
    rejection: z
      .string()
      .optional()
      .meta({ description: 'Why the last bad record was skipped. Absent after a restart' }),
    warnings: ingestWarningsSchema,
    settings: z
      .object({ name: z.string(), ...ingestFields })
      .meta({ description: 'The definition with all defaults' }),
    stats: ingestStatsSchema.extend({
      totalRuntime: z.string().meta({
        description: 'Duration since `startTime`; constant after the stream ended',
        example: '1h30s',
      }),
    }),
  })
  .meta({ id: 'IngestInfoV2' });

/** @throws WeirError `ingest.unavailable`. */
export function ingestOfV2({ name, ...definition }: z.output<typeof v2IngestSchema>): {
  name: string;
  definition: IngestDefinition;
} {
  return { name, definition: availableIngest(definition) };
}

export function ingestV2({
  name,
  status,
  message,
  rejection,
  warnings,
  settings,
  stats,
}: IngestStatus): object {
  return {
    name,
    status: status.toUpperCase(),
    message,
    rejection,
    ...shownWarnings(warnings),
    settings: ingestSettingsV2(name, settings),
    stats: { ...stats, totalRuntime: formatDuration(stats.totalRuntime) },
  };
}

/** A definition with all defaults, as requests contain it and responses show it. */
export function ingestSettingsV2(name: string, definition: IngestDefinition): object {
  const { source, query, parameter, transformation, parallelism, maxPerSecond, onRecordError } = definition;
  return {
    name,
    source: shownSource(source),
    query,
    parameter,
    transformation,
    parallelism,
    maxPerSecond,
    onRecordError,
    onStreamError: shownStreamErrors(definition.onStreamError),
  };
}

export function byName(streams: readonly IngestStatus[]): readonly IngestStatus[] {
  return [...streams].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function shownStreamErrors(policy: StreamErrorPolicy): object {
  if (policy.type === 'LogStreamError') return policy;
  const { within, minBackoff, maxBackoff } = policy;
  return {
    ...policy,
    within: formatDuration(within),
    minBackoff: formatDuration(minBackoff),
    maxBackoff: formatDuration(maxBackoff),
  };
}
