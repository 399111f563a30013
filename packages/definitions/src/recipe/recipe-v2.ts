/**
 * Version 2 of the recipe file. Streams, standing queries and outputs have the form of the second API version,
 * including their names, and reject unknown fields; unknown fields beside them are for other programs. The lists for
 * the pages are as in version 1, in the spelling of either version.
 */
import { z } from 'zod';
import { defaulted, int, optional, withoutNulls } from '@weir/formats/forms';
import { STRICT } from '@weir/plugins/form';
import { resourceName } from '../fields/resource-name.js';
import { ingestFields } from '../ingest/ingest-definition.js';
import { workflowFields } from '../outputs/workflow.js';
import { standingFieldsV2, standingPatternV2 } from '../standing/standing-definition-v2.js';
import { recipeTexts, statusQuerySchema } from './recipe-v1.js';
import {
  canvasLayoutSchema,
  edgeAppearanceSchema,
  nodeAppearanceSchema,
  quickQuerySchema,
  sampleQuerySchema,
} from './ui-settings.js';

const name = resourceName.optional();

/** Records per second of a sample that does not say how many. */
export const SAMPLE_RATE = 20;

const sample = STRICT.object({
  name: z.string().meta({ description: 'Name of the sample' }),
  maxPerSecond: int(1).default(SAMPLE_RATE).meta({ default: SAMPLE_RATE, description: 'Records per second' }),
}).meta({ description: 'Records that are read if a variable of the source has no value' });

const stream = z.preprocess(
  withoutNulls,
  STRICT.object({ name, sample: sample.optional(), ...ingestFields }),
);

const output = z.preprocess(withoutNulls, STRICT.object({ name, ...workflowFields }));

const standingQuery = z.preprocess(
  withoutNulls,
  STRICT.object({
    name,
    pattern: standingPatternV2,
    outputs: z.array(output).default([]),
    ...standingFieldsV2,
    shouldCalculateResultHashCode: z.boolean().default(false),
  }),
);

const SPELLINGS = { GREMLIN: 'Gremlin', CYPHER: 'Cypher', TEXT: 'Text', NODE: 'Node' } as const;

/** Converts field names of version 2 to version 1. */
function inVersion1(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('quickQuery' in value)) return value;
  const { quickQuery } = value;
  if (typeof quickQuery !== 'object' || quickQuery === null) return value;
  const entries = Object.entries(quickQuery).map(([key, word]) =>
    (key === 'sort' || key === 'queryLanguage') && typeof word === 'string' && Object.hasOwn(SPELLINGS, word)
      ? [key, SPELLINGS[word as keyof typeof SPELLINGS]]
      : [key, word as unknown],
  );
  return { ...value, quickQuery: Object.fromEntries(entries) as unknown };
}

export const recipeV2Schema = z.object({
  version: z.literal(2),
  ...recipeTexts,
  title: z.string(),
  ingestStreams: defaulted(z.array(stream), []),
  standingQueries: defaulted(z.array(standingQuery), []),
  nodeAppearances: defaulted(z.array(nodeAppearanceSchema), []),
  edgeAppearances: defaulted(z.array(edgeAppearanceSchema), []),
  layout: optional(canvasLayoutSchema),
  quickQueries: defaulted(z.array(z.preprocess(inVersion1, quickQuerySchema)), []),
  sampleQueries: defaulted(z.array(sampleQuerySchema), []),
  statusQuery: optional(statusQuerySchema),
});

export type RecipeV2 = z.output<typeof recipeV2Schema>;
