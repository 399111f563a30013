/** Standing queries as the newer form of version 2 takes and shows them. */
import {
  defaulted,
  formatDuration,
  includeCancellationsField,
  lenientInt,
  type StandingPattern,
} from '@weir/definitions';
import { z } from 'zod';
import type { NewStanding, RegisteredStanding } from '../operations/standing-queries.js';
import { ratesSummarySchema } from '../rates.js';
import { outputsV2, withInterval } from '../standing-output-forms.js';
import { strictObject } from '../strict-object.js';
import { resourceName } from './parameters.js';
import { shownOutputSchema, v2OutputSchema, workflowsByName } from './standing-outputs.js';

const cypherPatternSchema = strictObject({
  type: z.literal('Cypher'),
  query: z.string().meta({ description: 'A MATCH, an optional WHERE and a RETURN' }),
  mode: defaulted(z.enum(['DISTINCT_ID', 'MULTIPLE_VALUES']), 'DISTINCT_ID'),
});

export const v2StandingQueryDefinitionSchema = strictObject({
  name: resourceName,
  pattern: cypherPatternSchema,
  outputs: defaulted(z.array(v2OutputSchema), []),
  includeCancellations: includeCancellationsField,
  inputBufferSize: defaulted(
    lenientInt.refine(size => size > 0, { error: 'inputBufferSize must be at least 1' }),
    32,
  ).meta({ description: 'Results that may wait for their outputs before ingest is held' }),
  provenance: defaulted(z.boolean(), false).meta({
    description: 'Results say which records they come from; ingest is slower meanwhile',
  }),
}).meta({ id: 'StandingQueryDefinitionV2' });

const v2StandingStatsSchema = z
  .object({
    rates: ratesSummarySchema,
    startTime: z.string(),
    totalRuntime: z.string().meta({ description: 'A duration', example: '1h30s' }),
    bufferSize: z.int(),
    expressionFailures: z.int().meta({
      description: 'Evaluations of expressions that failed, each of which left something out; see the log',
    }),
    outputHashCode: z.union([z.int(), z.bigint()]).meta({
      type: 'integer',
      format: 'int64',
      description: 'Sum of the hashes of all results, if it was asked for',
    }),
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
    includeCancellations: z.boolean().optional(),
    inputBufferSize: z.int(),
    stats: z.record(z.string(), v2StandingStatsSchema),
  })
  .meta({ id: 'RegisteredStandingQueryV2' });

export const v2ReplacementSchema = strictObject({ pattern: cypherPatternSchema }).meta({
  id: 'StandingQueryReplacementV2',
});

const MODES = { DISTINCT_ID: 'DistinctId', MULTIPLE_VALUES: 'MultipleValues' } as const;
const MODE_NAMES = { DistinctId: 'DISTINCT_ID', MultipleValues: 'MULTIPLE_VALUES' } as const;

export function patternOfV2({ query, mode }: z.output<typeof cypherPatternSchema>): StandingPattern {
  return { type: 'Cypher', query, mode: MODES[mode] };
}

export function definitionOfV2(body: z.output<typeof v2StandingQueryDefinitionSchema>): NewStanding {
  const { pattern, outputs, includeCancellations, inputBufferSize, provenance } = body;
  return {
    pattern: patternOfV2(pattern),
    outputs: workflowsByName(outputs),
    ...(includeCancellations === undefined ? {} : { includeCancellations }),
    inputBufferSize,
    provenance,
    shouldCalculateResultHashCode: false,
  };
}

export function registeredV2(query: RegisteredStanding): object {
  const { name, internalId, pattern, includeCancellations, inputBufferSize } = query;
  const { rates, startTime, totalRuntime, bufferSize, expressionFailures, outputHashCode } = query.stats;
  return {
    name,
    internalId,
    pattern: { type: 'Cypher', query: pattern.query, mode: MODE_NAMES[pattern.mode] },
    outputs: outputsV2(query.outputs, withInterval),
    ...(includeCancellations === undefined ? {} : { includeCancellations }),
    inputBufferSize,
    stats: {
      local: {
        rates,
        startTime: new Date(startTime).toISOString(),
        totalRuntime: formatDuration(totalRuntime),
        bufferSize,
        expressionFailures,
        outputHashCode,
      },
    },
  };
}
