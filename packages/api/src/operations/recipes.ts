/** Recipes bundled with the server, started and stopped while it runs. */
import { nodeAppearanceSchema, sampleQuerySchema } from '@weir/definitions';
import { z } from 'zod';
import { operations, typeOf } from '../operation.js';

const recipeSchema = z
  .object({
    name: z.string(),
    title: z.string(),
    summary: z.string().optional(),
    description: z.string().optional(),
    icon: z.string().optional().meta({ description: 'A character of the icon font, or an emoji' }),
    text: z.string().meta({ description: 'Content of the recipe file' }),
    variables: z
      .array(
        z.object({
          name: z.string(),
          kind: z.enum(['file', 'address', 'secret', 'text']),
        }),
      )
      .readonly()
      .meta({ description: 'Variables that the start of the recipe requires' }),
    ingestStreams: z
      .array(z.object({ name: z.string(), source: z.string(), query: z.string() }))
      .readonly()
      .meta({ description: 'Definitions by name' }),
    standingQueries: z
      .array(
        z.object({
          name: z.string(),
          query: z.string(),
          mode: z.string(),
          outputs: z.array(z.string()).readonly(),
        }),
      )
      .readonly(),
    nodeAppearances: z.array(nodeAppearanceSchema).readonly(),
    quickQueries: z.array(z.string()).readonly().meta({ description: 'Names of the quick queries' }),
    sampleQueries: z.array(sampleQuerySchema).readonly(),
    startedAt: z
      .string()
      .optional()
      .meta({ description: 'ISO 8601 in UTC; absent if the recipe is not running' }),
    startedBy: z.enum(['API', 'OPTION']).optional().meta({
      description: '`OPTION` if the server was started with the recipe; it then runs until the server stops',
    }),
  })
  .readonly()
  .meta({ id: 'BundledRecipe' });

const recipeValuesSchema = z
  .strictObject({
    values: z
      .record(z.string(), z.string())
      .default({})
      .meta({ description: 'Values of the variables of the recipe, by name' }),
  })
  .meta({ id: 'RecipeValues' });

export type BundledRecipe = z.output<typeof recipeSchema>;

const topic = 'recipes';
const one = {
  topic,
  takes: typeOf<{ readonly name: string }>(),
  gives: typeOf<BundledRecipe>(),
  missing: 'No such recipe',
} as const;

export const recipeOperations = operations({
  listRecipes: {
    topic,
    summary: 'List the included recipes',
    gives: typeOf<readonly BundledRecipe[]>(),
    answer: { description: 'Recipes sorted by name', schema: z.array(recipeSchema) },
  },
  startRecipe: {
    ...one,
    summary: 'Start a recipe',
    description:
      'Creates the standing queries and ingest streams of the recipe, and inserts its styles and ' +
      'queries before the existing ones. For a recipe of version 1, all names begin with the name of ' +
      'the recipe. If anything in the recipe is invalid or a name is already in use, nothing is ' +
      'created.',
    body: {
      kind: 'json',
      schema: recipeValuesSchema,
      example: { values: { in_file: 'access.log' } },
    },
    answer: { description: 'The recipe is running', schema: recipeSchema },
  },
  stopRecipe: {
    ...one,
    summary: 'Stop a recipe',
    description:
      'Removes the ingest streams, standing queries, styles and queries that the start of the recipe ' +
      'created, also if that was before a restart of the server. Anything that was changed or created ' +
      'again since then stays, and so does the data that its streams wrote. A recipe that the server ' +
      'was started with cannot be stopped.',
    answer: { description: 'The recipe was stopped', schema: recipeSchema },
  },
});

export type RecipeOperations = typeof recipeOperations;
