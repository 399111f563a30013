/** From the text of a recipe file to a recipe: parse, check, substitute, name. All that is wrong is told at once. */
import {
  type DecodingFailure,
  decodingFailures,
  ingestOfVersion1,
  readYamlDocument,
  RECIPE_V1_FIELDS,
  type RecipeV1,
  recipeV1Schema,
  type YamlDocument,
} from '@weir/definitions';
import { findRecipe, type RecipeSearch } from './find-recipe.js';
import { RecipeError } from './recipe-error.js';
import type { Recipe } from './recipe.js';
import { substitute } from './variables.js';

/** @throws RecipeError `recipe.not-found`, `recipe.invalid`, `recipe.missing-value` */
export async function loadRecipe(
  nameFileOrUrl: string,
  values: ReadonlyMap<string, string>,
  search: RecipeSearch = {},
): Promise<Recipe> {
  return parseRecipe(await findRecipe(nameFileOrUrl, search), values);
}

/** @throws RecipeError `recipe.invalid`, `recipe.missing-value` */
export function parseRecipe(text: string, values: ReadonlyMap<string, string>): Recipe {
  const document = readYamlDocument(text);
  if ('syntaxErrors' in document) throw new RecipeError('recipe.invalid', document.syntaxErrors);
  const root = document.value;
  const version = isObject(root) ? root['version'] : undefined;
  if (!isObject(root) || typeof version !== 'number' || !Number.isInteger(version)) {
    throw new RecipeError('recipe.invalid', [`Missing or invalid 'version' field in recipe`]);
  }
  switch (version) {
    case 1:
      return parseV1(document, root, values);
    case 2:
      throw new RecipeError('recipe.invalid', [
        'Recipe version 2 cannot be run yet; write the recipe with version 1',
      ]);
    default:
      throw new RecipeError('recipe.invalid', [
        `Unsupported recipe version: ${version}. The supported version is 1.`,
      ]);
  }
}

function parseV1(
  document: YamlDocument,
  root: Readonly<Record<string, unknown>>,
  values: ReadonlyMap<string, string>,
): Recipe {
  const { value, missing } = substituteV1(root, values);
  const decoded = recipeV1Schema.safeParse(value, { reportInput: true });
  const problems = missing.map(name => `Missing required parameter ${name}; use --recipe-value ${name}=`);
  if (!decoded.success) {
    const failures = decodingFailures(decoded.error.issues, value);
    throw new RecipeError('recipe.invalid', [
      ...failures.map(failure => located(document, failure)),
      ...problems,
    ]);
  }
  if (problems.length > 0) throw new RecipeError('recipe.missing-value', problems);
  return nameV1(decoded.data);
}

function located(document: YamlDocument, { path, text }: DecodingFailure): string {
  const isTopLevelKey = path.length === 1 && text.includes('Unexpected field');
  const line = isTopLevelKey ? `${text}; valid fields: ${RECIPE_V1_FIELDS.join(', ')}` : text;
  const position = document.positionOf(path);
  return position ? `${line} (line ${position.line}, column ${position.column})` : line;
}

function substituteV1(
  root: Readonly<Record<string, unknown>>,
  values: ReadonlyMap<string, string>,
): { value: Record<string, unknown>; missing: string[] } {
  const missing = new Set<string>();
  const replaced = (definition: unknown): unknown => {
    const result = substitute(definition, values);
    for (const name of result.missing) missing.add(name);
    return result.value;
  };
  const value: Record<string, unknown> = { ...root };
  if (Array.isArray(root['ingestStreams'])) value['ingestStreams'] = root['ingestStreams'].map(replaced);
  if (Array.isArray(root['standingQueries'])) {
    value['standingQueries'] = root['standingQueries'].map((query: unknown) =>
      isObject(query) && isObject(query['outputs'])
        ? { ...query, outputs: mapValues(query['outputs'], replaced) }
        : query,
    );
  }
  return { value, missing: [...missing] };
}

function nameV1(recipe: RecipeV1): Recipe {
  return {
    title: recipe.title,
    ingestStreams: recipe.ingestStreams.map((definition, i) => ({
      name: `INGEST-${i + 1}`,
      definition: ingestOfVersion1(definition),
    })),
    standingQueries: recipe.standingQueries.map((definition, i) => ({
      name: `STANDING-${i + 1}`,
      definition,
    })),
    ui: {
      nodeAppearances: recipe.nodeAppearances,
      quickQueries: recipe.quickQueries,
      sampleQueries: recipe.sampleQueries,
    },
    statusQuery: recipe.statusQuery?.cypherQuery,
  };
}

function mapValues(map: Readonly<Record<string, unknown>>, change: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value)]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
