/** Version 1 of the recipe file: substitute, check, name. */
import { ingestOfVersion1, RECIPE_V1_FIELDS, recipeV1Schema, type RecipeV1 } from '@weir/definitions';
import { textsOf, type RecipeForm } from './recipe-form.js';
import { isObject, substituteV1, type Substitution } from './variables.js';

export const VERSION_1: RecipeForm<RecipeV1> = {
  schema: recipeV1Schema,
  topLevelFields: RECIPE_V1_FIELDS,
  harmless: {
    ingestStreams: { type: 'NumberIteratorIngest' },
    standingQueries: { pattern: { type: 'Cypher', query: '' } },
    output: { type: 'Drop' },
  },
  parts: {
    ingestStreams: {},
    standingQueries: { pattern: { type: 'Cypher', query: '' }, outputs: undefined },
  },

  substitute(root, substitution) {
    const value: Record<string, unknown> = { ...root };
    const streams = root['ingestStreams'];
    if (Array.isArray(streams)) {
      value['ingestStreams'] = streams.map((stream: unknown, i) =>
        substituteV1(substitution, stream, ['ingestStreams', i]),
      );
    }
    const queries = root['standingQueries'];
    if (Array.isArray(queries)) {
      value['standingQueries'] = queries.map((query: unknown, i) => withOutputs(query, i, substitution));
    }
    return value;
  },

  name: recipe => ({
    version: 1,
    title: recipe.title,
    about: textsOf(recipe),
    ingestStreams: recipe.ingestStreams.map((definition, i) => ({
      name: `INGEST-${i + 1}`,
      definition: ingestOfVersion1(definition),
      path: ['ingestStreams', i],
    })),
    standingQueries: recipe.standingQueries.map((definition, i) => {
      const path = ['standingQueries', i];
      const outputs = Object.keys(definition.outputs).map(name => [name, [...path, 'outputs', name]] as const);
      return { name: `STANDING-${i + 1}`, definition, path, outputPaths: Object.fromEntries(outputs) };
    }),
    ui: {
      nodeAppearances: recipe.nodeAppearances,
      edgeAppearances: [],
      layouts: [],
      quickQueries: recipe.quickQueries,
      sampleQueries: recipe.sampleQueries,
    },
    statusQuery: recipe.statusQuery?.cypherQuery,
  }),
};

function withOutputs(query: unknown, index: number, substitution: Substitution): unknown {
  if (!isObject(query) || !isObject(query['outputs'])) return query;
  const path = ['standingQueries', index, 'outputs'];
  const outputs = Object.entries(query['outputs']).map(([name, output]) => [
    name,
    substituteV1(substitution, output, [...path, name]),
  ]);
  return { ...query, outputs: Object.fromEntries(outputs) as object };
}
