/** Recipes that come with the program, started and stopped while it runs. */
import { nodeAppearanceSchema, sampleQuerySchema } from '@weir/definitions';
import { z } from 'zod';
import { operations, typeOf } from '../operation.js';

const recipeSchema = z
  .object({
    name: z.string(),
    title: z.string(),
    summary: z.string().optional(),
    description: z.string().optional(),
    icon: z.string().optional().meta({ description: 'A character of the font of icons, or an emoji' }),
    text: z.string().meta({ description: 'The file itself' }),
    variables: z
      .array(
        z.object({
          name: z.string(),
          kind: z.enum(['file', 'address', 'secret', 'text']),
        }),
      )
      .readonly()
      .meta({ description: 'What has to be given when it is started' }),
    ingestStreams: z
      .array(z.object({ name: z.string(), source: z.string(), query: z.string() }))
      .readonly()
      .meta({ description: 'By the names that they have when they run' }),
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
    quickQueries: z.array(z.string()).readonly().meta({ description: 'Their names' }),
    sampleQueries: z.array(sampleQuerySchema).readonly(),
    startedAt: z.string().optional().meta({ description: 'ISO 8601, UTC. Absent: it was not started' }),
    startedBy: z
      .enum(['API', 'OPTION'])
      .optional()
      .meta({ description: '`OPTION`: the program was started with it; it ends with the program' }),
  })
  .readonly()
  .meta({ id: 'BundledRecipe' });

const recipeValuesSchema = z
  .strictObject({
    values: z
      .record(z.string(), z.string())
      .default({})
      .meta({ description: 'What the variables of the recipe stand for, by their names' }),
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
    summary: 'List the recipes that come with the program',
    gives: typeOf<readonly BundledRecipe[]>(),
    answer: { description: 'In the order of their names', schema: z.array(recipeSchema) },
  },
  startRecipe: {
    ...one,
    summary: 'Start a recipe',
    description:
      'Makes its standing queries and ingest streams, and puts its looks and queries in front of those that are there. ' +
      'Names of a recipe of version 1 begin with the name of the recipe. Nothing is made when anything in it is wrong, ' +
      'or a name is taken.',
    body: {
      kind: 'json',
      schema: recipeValuesSchema,
      example: { values: { in_file: 'access.log' } },
    },
    answer: { description: 'It runs', schema: recipeSchema },
  },
  stopRecipe: {
    ...one,
    summary: 'Stop a recipe',
    description:
      'Removes the ingest streams, standing queries, looks and queries that starting it made, also when that was before a ' +
      'restart. What was changed since or made anew stays, and so does what its streams wrote to the graph. A recipe that ' +
      'the program was started with is not stopped.',
    answer: { description: 'It was stopped', schema: recipeSchema },
  },
});

export type RecipeOperations = typeof recipeOperations;
