/** Standing queries and their outputs as version 1 accepts and shows them. */
import {
  outputDefinition,
  type StandingOutputDefinition,
  standingPatternSchema,
  type OutputDefinition,
  version1Form,
} from '@weir/definitions';
import { z } from 'zod';
import type { RegisteredStanding } from '../operations/standing-queries.js';
import { ratesSummarySchema } from '../rates.js';

export const standingStatsSchema = z
  .object({
    rates: ratesSummarySchema.meta({ description: 'Rates of matches' }),
    startTime: z.string().meta({
      description: 'ISO 8601 in UTC: when the query was registered, or the last start of the server',
    }),
    totalRuntime: z.int().meta({ description: 'Milliseconds since `startTime`' }),
    bufferSize: z.int().meta({ description: 'Number of results that are pending for outputs' }),
    expressionFailures: z.int().meta({
      description:
        'Number of failed evaluations of expressions, each of which omitted a row or value; see the log',
    }),
    outputHashCode: z
      .string()
      .meta({ description: 'Sum of the hashes of all results, if requested: 64 bits, signed' }),
  })
  .meta({ id: 'StandingQueryStats' });

export const registeredStandingQuerySchema = z
  .object({
    name: z.string(),
    internalId: z.string(),
    pattern: standingPatternSchema,
    outputs: z.record(z.string(), outputDefinition).meta({
      description: 'Includes outputs of version 2 of the API if version 1 can express them',
    }),
    includeCancellations: z.boolean().optional().meta({ description: 'As defined' }),
    inputBufferSize: z.int(),
    stats: z
      .record(z.string(), standingStatsSchema)
      .meta({ description: 'By host; `local` is the only host' }),
  })
  .meta({ id: 'RegisteredStandingQuery' });

export const standingReplacementSchema = z
  .strictObject({ pattern: standingPatternSchema })
  .meta({ id: 'StandingQueryReplacement' });

export const standingResultSchema = z
  .object({
    meta: z.object({
      resultId: z.string().meta({ description: 'A UUID; a retraction has the UUID of its match' }),
      isPositiveMatch: z.boolean(),
      isInitialResult: z.boolean().meta({ description: 'Whether the data is older than the standing query' }),
      provenance: z
        .array(z.object({ stream: z.string(), position: z.int() }))
        .optional()
        .meta({
          description:
            'If requested, the records that caused the match, starting with the record that completed it; for ' +
            'a retraction, the record that ended the match',
        }),
      provenanceTruncated: z
        .boolean()
        .optional()
        .meta({ description: 'Whether the list of records is incomplete' }),
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

/** @returns undefined if version 1 cannot express the output. */
export function outputV1(output: StandingOutputDefinition): OutputDefinition | undefined {
  return output.type === 'Workflow' ? version1Form(output) : output;
}

export function isSayableInV1(output: StandingOutputDefinition): boolean {
  return outputV1(output) !== undefined;
}
