/** Version 1 of the recipe file. Strict only at its top level: shipped recipes contain extra keys in nested objects. */
import { z } from 'zod';
import { defaulted, optional } from '@weir/formats/forms';
import { ingestDefinitionV1 } from '../ingest/v1/ingest-definition.js';
import { standingQueryDefinitionSchema } from '../standing/standing-definition.js';
import { nodeAppearanceSchema, quickQuerySchema, sampleQuerySchema } from './ui-settings.js';

export const statusQuerySchema = z
  .union([z.object({ cypherQuery: z.string() }), z.string()])
  .transform(query => (typeof query === 'string' ? { cypherQuery: query } : query));

/** Informational fields, which are otherwise unused. */
export const recipeTexts = {
  contributor: optional(z.string()),
  summary: optional(z.string()),
  description: optional(z.string()),
  iconImage: optional(z.string()),
};

export const recipeV1Schema = z.strictObject({
  version: z.literal(1),
  title: defaulted(z.string(), 'RECIPE'),
  ...recipeTexts,
  ingestStreams: defaulted(z.array(ingestDefinitionV1), []),
  standingQueries: defaulted(z.array(standingQueryDefinitionSchema), []),
  nodeAppearances: defaulted(z.array(nodeAppearanceSchema), []),
  quickQueries: defaulted(z.array(quickQuerySchema), []),
  sampleQueries: defaulted(z.array(sampleQuerySchema), []),
  statusQuery: optional(statusQuerySchema),
});

export const RECIPE_V1_FIELDS: readonly string[] = Object.keys(recipeV1Schema.shape);

export type RecipeV1 = z.output<typeof recipeV1Schema>;
