/** Standing queries and their outputs as version 1 takes and shows them. */
import { outputDefinition, type StandingOutputDefinition, standingPatternSchema, type OutputDefinition, version1Form } from '@weir/definitions';
import { z } from 'zod';
import type { RegisteredStanding } from '../operations/standing-queries.js';
import { ratesSummarySchema } from '../rates.js';

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
    outputHashCode: z
      .string()
      .meta({ description: 'Sum of the hashes of all results, if it was asked for: 64 bits, signed' }),
  })
  .meta({ id: 'StandingQueryStats' });

export const registeredStandingQuerySchema = z
  .object({
    name: z.string(),
    internalId: z.string(),
    pattern: standingPatternSchema,
    outputs: z.record(z.string(), outputDefinition).meta({
      description: 'Those of version 2 of the API are among them where version 1 has words for them',
    }),
    includeCancellations: z.boolean().optional().meta({ description: 'As it was given' }),
    inputBufferSize: z.int(),
    stats: z
      .record(z.string(), standingStatsSchema)
      .meta({ description: 'By host; the only host is `local`' }),
  })
  .meta({ id: 'RegisteredStandingQuery' });

export const standingReplacementSchema = z
  .strictObject({ pattern: standingPatternSchema })
  .meta({ id: 'StandingQueryReplacement' });

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

export function registeredV1(query: RegisteredStanding): object {
  const entries = Object.entries(query.outputs).map(([name, output]) => [name, outputV1(output)] as const);
  const outputs = Object.fromEntries(entries.filter(([, output]) => output !== undefined));
  return { ...query, outputs, stats: { local: localStats(query) } };
}

/** Statistics as version 1 and the enveloped version 2 show them. */
export function localStats({ stats }: RegisteredStanding): object {
  const { rates, startTime, totalRuntime, bufferSize, expressionFailures, outputHashCode } = stats;
  return {
    rates,
    startTime: new Date(startTime).toISOString(),
    totalRuntime,
    bufferSize,
    expressionFailures,
    outputHashCode: String(outputHashCode),
  };
}

/** @returns undefined for what version 1 has no words for. */
export function outputV1(output: StandingOutputDefinition): OutputDefinition | undefined {
  return output.type === 'Workflow' ? version1Form(output) : output;
}

export function isSayableInV1(output: StandingOutputDefinition): boolean {
  return outputV1(output) !== undefined;
}
