/** From the text of a recipe file to a recipe: parse, substitute, check, name. All that is wrong is told at once. */
import {
  decodingFailures,
  type DecodingFailure,
  ignoredFields,
  formatPath,
  readYamlDocument,
  type YamlDocument,
} from '@weir/definitions';
import { findRecipe, type RecipeSearch } from './find-recipe.js';
import { VERSION_1 } from './read-v1.js';
import { VERSION_2 } from './read-v2.js';
import { RecipeError } from './recipe-error.js';
import type { NamedRecipe, RecipeForm } from './recipe-form.js';
import type { RecipeProblem } from './recipe-problem.js';
import type { Recipe } from './recipe.js';
import { isObject, Substitution } from './variables.js';

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
  if ('syntaxErrors' in document) {
    const problems = document.syntaxErrors.map(({ message, position }) =>
      errorAt(`ParsingFailure: ${message}`, position),
    );
    throw new RecipeError('recipe.invalid', problems);
  }
  const root = document.value;
  const version = isObject(root) ? root['version'] : undefined;
  if (!isObject(root) || typeof version !== 'number' || !Number.isInteger(version)) {
    throw new RecipeError('recipe.invalid', [`Missing or invalid 'version' field in recipe`]);
  }
  switch (version) {
    case 1:
      return read(VERSION_1, document, root, values);
    case 2:
      return read(VERSION_2, document, root, values);
    default:
      throw new RecipeError('recipe.invalid', [
        `Unsupported recipe version: ${version}. Supported versions are 1 and 2.`,
      ]);
  }
}

function read<T>(
  form: RecipeForm<T>,
  document: YamlDocument,
  root: Readonly<Record<string, unknown>>,
  values: ReadonlyMap<string, string>,
): Recipe {
  const substitution = new Substitution(values);
  const value = form.substitute(root, substitution);
  const decoded = form.schema.safeParse(value, { reportInput: true });
  const missing = [...substitution.missing].map(([name, path]) => ({
    ...errorAt(`Missing required parameter ${name}; use --recipe-value ${name}=`, document.positionOf(path)),
    needsPlace: false,
  }));
  const problems: RecipeProblem[] = [];
  let named: NamedRecipe | undefined;
  if (decoded.success) {
    named = form.name(decoded.data, (path, message) =>
      problems.push(errorAt(`DecodingFailure at ${formatPath(path)}: ${message}`, document.positionOf(path))),
    );
  } else {
    for (const failure of decodingFailures(decoded.error.issues, value)) {
      problems.push(errorAt(textOf(failure, form), document.positionOf(failure.path)));
    }
  }
  if (problems.length > 0) throw new RecipeError('recipe.invalid', [...problems, ...missing]);
  if (missing.length > 0) throw new RecipeError('recipe.missing-value', missing);
  const warnings = [
    ...ignoredFields(root, decoded.data).map(path =>
      warningAt(`Unknown field ${formatPath(path)} is ignored`, document.positionOf(path)),
    ),
    ...[...values.keys()]
      .filter(name => !substitution.used.has(name))
      .map(name => warningAt(`The recipe uses no value ${name}`, undefined)),
  ];
  return {
    ...named!,
    warnings,
    places: {
      of: path => document.positionOf(path),
      within: (path, offset) =>
        substitution.isReplaced(path) ? document.positionOf(path) : document.positionIn(path, offset),
    },
  };
}

function errorAt(message: string, position: RecipeProblem['position']): RecipeProblem {
  return { severity: 'error', message, position };
}

function warningAt(message: string, position: RecipeProblem['position']): RecipeProblem {
  return { severity: 'warning', message, position };
}

function textOf<T>({ path, text }: DecodingFailure, { topLevelFields }: RecipeForm<T>): string {
  const isTopLevelKey = path.length === 1 && text.includes('Unexpected field');
  return isTopLevelKey && topLevelFields ? `${text}; valid fields: ${topLevelFields.join(', ')}` : text;
}
