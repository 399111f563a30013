/** A standing query as the first API version and recipes define it. */
import { z } from 'zod';
import { defaulted } from '../fields/absent-fields.js';
import { keyed } from '../fields/keyed.js';
import { lenientInt } from '../fields/numbers.js';
import { outputDefinition } from '../outputs/output-definition.js';

export const standingPatternSchema = z
  .object({
    type: z.literal('Cypher'),
    query: z.string().meta({ description: 'A MATCH, an optional WHERE and a RETURN' }),
    mode: defaulted(z.enum(['DistinctId', 'MultipleValues']), 'DistinctId'),
  })
  .meta({ id: 'StandingQueryPattern' });

/**
 * Cancellations are delivered unless the definition says otherwise: a match that ended is news too. (The
 * system that this API comes from keeps them back by default.)
 */
export const standingQueryDefinitionSchema = z
  .object({
    pattern: standingPatternSchema,
    outputs: defaulted(keyed(outputDefinition), {}),
    includeCancellations: defaulted(z.boolean(), true),
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
