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
  'x-label': 'Send retractions to',
  'x-value-labels': {
    '': 'All except outputs that run a query',
    true: 'All',
    false: 'None',
  },
  description:
    'Consumers that receive retractions. Default: results streams, taps and outputs, except those that run a query on the graph ' +
    '(`CypherQuery`, enrichment, and the steps after them). `true`: all. `false`: none',
});

export const standingQueryDefinitionSchema = z
  .object({
    pattern: standingPatternSchema,
    outputs: defaulted(keyed(outputDefinition), {}),
    includeCancellations: includeCancellationsField,
    inputBufferSize: defaulted(
      lenientInt.refine(size => size > 0, { error: 'inputBufferSize must be at least 1' }),
      32,
    ).meta({ description: 'Number of pending results at which ingest pauses' }),
    shouldCalculateResultHashCode: defaulted(z.boolean(), false),
    provenance: z
      .boolean()
      .optional()
      .meta({ description: 'Whether results include the records that caused them; slows ingest' }),
    resultLog: z
      .object({ count: lenientInt.optional(), millis: lenientInt.optional() })
      .optional()
      .meta({ description: 'Number of results that are kept for clients that reconnect, and for how long' }),
  })
  .meta({ id: 'StandingQueryDefinition' });

export type StandingPattern = z.output<typeof standingPatternSchema>;
export type StandingQueryDefinition = z.output<typeof standingQueryDefinitionSchema>;
