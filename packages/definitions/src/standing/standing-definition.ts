/** A standing query as the first API version and recipes define it. */
import { z } from 'zod';
import { defaulted, keyed, lenientInt, optional } from '@weir/formats/forms';
import { outputDefinition } from '../outputs/output-definition.js';

export const standingPatternSchema = z
  .object({
    type: z.literal('Cypher'),
    query: z.string().meta({ description: 'A MATCH, an optional WHERE and a RETURN' }),
    mode: defaulted(z.enum(['DistinctId', 'MultipleValues']), 'DistinctId'),
  })
  .meta({ id: 'StandingQueryPattern' });

/**
 * If absent, the end of a match is reported too, but outputs that write to the graph get only matches; otherwise they
 * would count twice. (In the system that this API originates from, cancellations are off by default.)
 */
export const includeCancellationsField = optional(z.boolean()).meta({
  description:
    'Who gets cancellations. Absent: results streams, taps and outputs, but not those that run a query on the graph ' +
    '(`CypherQuery`, enrichment, and what follows them). `true`: all. `false`: nobody',
});

export const standingQueryDefinitionSchema = z
  .object({
    pattern: standingPatternSchema,
    outputs: defaulted(keyed(outputDefinition), {}),
    includeCancellations: includeCancellationsField,
    inputBufferSize: defaulted(
      lenientInt.refine(size => size > 0, { error: 'inputBufferSize must be at least 1' }),
      32,
    ).meta({ description: 'Results that may wait for their outputs before ingest is held' }),
    shouldCalculateResultHashCode: defaulted(z.boolean(), false),
    provenance: z
      .boolean()
      .optional()
      .meta({ description: 'Results say which records they come from; ingest is slower meanwhile' }),
    resultLog: z
      .object({ count: lenientInt.optional(), millis: lenientInt.optional() })
      .optional()
      .meta({ description: 'Results that are kept for clients that come back: how many, and how long' }),
  })
  .meta({ id: 'StandingQueryDefinition' });

export type StandingPattern = z.output<typeof standingPatternSchema>;
export type StandingQueryDefinition = z.output<typeof standingQueryDefinitionSchema>;
