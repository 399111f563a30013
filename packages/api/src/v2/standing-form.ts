/** Standing queries as the newer form of version 2 accepts and shows them. */
import {
  defaulted,
  formatDuration,
  type NewStanding,
  resourceName,
  standingFieldsV2,
  standingPatternOfV2,
  standingPatternV2,
} from '@weir/definitions';
import { z } from 'zod';
import type { RegisteredStanding } from '../operations/standing-queries.js';
import { ratesSummarySchema } from '../rates.js';
import { outputsV2, withInterval } from '../standing-output-forms.js';
import { strictObject } from '../strict-object.js';
import { shownOutputSchema, v2OutputSchema, workflowsByName } from './standing-outputs.js';

export const v2StandingQueryDefinitionSchema = strictObject({
  name: resourceName,
  pattern: standingPatternV2,
  outputs: defaulted(z.array(v2OutputSchema), []).meta({ 'x-common': 1, 'x-item-label': 'Output' }),
  ...standingFieldsV2,
}).meta({ id: 'StandingQueryDefinitionV2' });

const v2StandingStatsSchema = z
  .object({
    rates: ratesSummarySchema,
    startTime: z.string(),
    totalRuntime: z.string().meta({ description: 'Duration since `startTime`', example: '1h30s' }),
    bufferSize: z.int(),
    expressionFailures: z.int().meta({
      description:
        'Number of failed evaluations of expressions, each of which omitted a row or value; see the log',
    }),
    outputHashCode: z.union([z.int(), z.bigint()]).meta({
      type: 'integer',
      format: 'int64',
      description: 'Sum of the hashes of all results, if requested',
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

export const v2ReplacementSchema = strictObject({ pattern: standingPatternV2 }).meta({
  id: 'StandingQueryReplacementV2',
});

const MODE_NAMES = { DistinctId: 'DISTINCT_ID', MultipleValues: 'MULTIPLE_VALUES' } as const;

export function definitionOfV2(body: z.output<typeof v2StandingQueryDefinitionSchema>): NewStanding {
  const { pattern, outputs, includeCancellations, inputBufferSize, provenance } = body;
  return {
    pattern: standingPatternOfV2(pattern),
    outputs: workflowsByName(outputs),
    ...(includeCancellations === undefined ? {} : { includeCancellations }),
    inputBufferSize,
    provenance,
    shouldCalculateResultHashCode: false,
  };
}

/** A definition as requests contain it and responses show it; outputs that version 2 cannot express are left out. */
export function standingSettingsV2(
  name: string,
  definition: Pick<NewStanding, 'pattern' | 'outputs' | 'includeCancellations' | 'inputBufferSize'>,
): object {
  const { pattern, outputs, includeCancellations, inputBufferSize } = definition;
  return {
    name,
    pattern: { type: 'Cypher', query: pattern.query, mode: MODE_NAMES[pattern.mode] },
    outputs: outputsV2(outputs, withInterval),
    ...(includeCancellations === undefined ? {} : { includeCancellations }),
    inputBufferSize,
  };
}

export function registeredV2(query: RegisteredStanding): object {
  const { name, internalId } = query;
  const { rates, startTime, totalRuntime, bufferSize, expressionFailures, outputHashCode } = query.stats;
  return {
    internalId,
    ...standingSettingsV2(name, query),
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
