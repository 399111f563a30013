/** Standing queries as the older form of version 2 accepts and shows them. */
import {
  type StandingOutputDefinition,
  standingPatternSchema,
  standingQueryDefinitionSchema,
} from '@weir/definitions';
import { z } from 'zod';
import type { RegisteredStanding } from '../../operations/standing-queries.js';
import { isSayableInV2, outputV2, withIntervalSeconds } from '../../standing-output-forms.js';
import { localStats, standingStatsSchema } from '../../v1/standing-form.js';
import { envelopedOutputsSchema, shownEnvelopedOutputSchema } from '../standing-outputs.js';
import { addressableName } from '../addressable-name.js';

const MODE_NAMES: Readonly<Record<string, string>> = {
  DISTINCT_ID: 'DistinctId',
  MULTIPLE_VALUES: 'MultipleValues',
};

/** A mode may be a word in either spelling, or an object with that word as its `type`. */
function plainMode(value: unknown): unknown {
  const word: unknown = typeof value === 'object' && value !== null && 'type' in value ? value.type : value;
  return typeof word === 'string' && Object.hasOwn(MODE_NAMES, word) ? MODE_NAMES[word] : word;
}

const patternSchema = z.preprocess(
  value =>
    typeof value === 'object' && value !== null && 'mode' in value
      ? { ...value, mode: plainMode(value.mode) }
      : value,
  standingPatternSchema,
);

export const envelopedStandingQueryDefinitionSchema = standingQueryDefinitionSchema
  .extend({
    name: addressableName,
    pattern: patternSchema,
    outputs: envelopedOutputsSchema,
  })
  .meta({ id: 'EnvelopedStandingQueryDefinition' });

export const envelopedStandingQuerySchema = z
  .object({
    name: z.string(),
    internalId: z.string(),
    pattern: standingPatternSchema,
    outputs: z.array(shownEnvelopedOutputSchema),
    includeCancellations: z.boolean().optional().meta({ description: 'As defined' }),
    inputBufferSize: z.int(),
    stats: z.record(z.string(), standingStatsSchema),
  })
  .meta({ id: 'EnvelopedStandingQuery' });

export const envelopedReplacementSchema = z
  .strictObject({ pattern: patternSchema })
  .meta({ id: 'EnvelopedStandingQueryReplacement' });

export function envelopedQuery(query: RegisteredStanding): object {
  const outputs = Object.entries(query.outputs).map(([name, output]) => envelopedOutput(name, output));
  return { ...query, outputs, stats: { local: localStats(query) } };
}

/** Falls back to the terms of version 1, which this form accepts as well, if version 2 cannot express the output. */
export function envelopedOutput(name: string, output: StandingOutputDefinition): object {
  return isSayableInV2(output) ? outputV2(name, output, withIntervalSeconds) : { name, ...output };
}
