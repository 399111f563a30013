/** Turns the text of a recipe file into a recipe: parse, substitute, check, name. All errors are reported together. */
import type { z } from 'zod';
import { closestField, decodingFailures, type DecodingFailure, ignoredFields, formatPath, readYamlDocument, type YamlDocument } from '@weir/definitions';
import { findRecipe, isBundledName, type RecipeSearch } from './find-recipe.js';
import { VERSION_1 } from './read-v1.js';
import { VERSION_2 } from './read-v2.js';
import { RecipeError } from './recipe-error.js';
import type { RecipeForm } from './recipe-form.js';
import type { RecipeProblem } from './recipe-problem.js';
import type { FilePath, Recipe } from './recipe.js';
import { isObject, Substitution, variableAt, type RecipeVariable } from './variables.js';
import { withoutFailures } from './without-failures.js';

/** @throws RecipeError `recipe.not-found`, `recipe.invalid`, `recipe.missing-value` */
export async function loadRecipe(
  nameFileOrUrl: string,
  values: ReadonlyMap<string, string>,
  search: RecipeSearch = {},
): Promise<Recipe> {
  const recipe = parseRecipe(await findRecipe(nameFileOrUrl, search), values);
  return isBundledName(nameFileOrUrl) ? { ...recipe, bundledName: nameFileOrUrl } : recipe;
}

/** @throws RecipeError `recipe.invalid`, `recipe.missing-value` */
export function parseRecipe(text: string, values: ReadonlyMap<string, string>): Recipe {
  const { recipe, errors, code } = readRecipe(text, values);
  if (recipe !== undefined && errors.length === 0) return recipe;
  throw new RecipeError(code, errors);
}

export interface ReadRecipe {
  /** The readable parts of the recipe. */
  readonly recipe: Recipe | undefined;
  readonly errors: readonly RecipeProblem[];
  /** Required values that were not given. */
  readonly missing: readonly RecipeVariable[];
  /** Code of all errors together. */
  readonly code: 'recipe.invalid' | 'recipe.missing-value';
}

export function readRecipe(text: string, values: ReadonlyMap<string, string>): ReadRecipe {
  const document = readYamlDocument(text);
  if ('syntaxErrors' in document) {
    const errors = document.syntaxErrors.map(({ message, position }) =>
      errorAt(`ParsingFailure: ${message}`, position),
    );
    return { recipe: undefined, errors, missing: [], code: 'recipe.invalid' };
  }
  const root = document.value;
  const version = isObject(root) ? root['version'] : undefined;
  if (!isObject(root) || typeof version !== 'number' || !Number.isInteger(version)) {
    return unreadable(`Missing or invalid 'version' field in recipe`);
  }
  switch (version) {
    case 1:
      return readAs(VERSION_1, document, root, values);
    case 2:
      return readAs(VERSION_2, document, root, values);
    default:
      return unreadable(`Unsupported recipe version: ${version}. Supported versions are 1 and 2.`);
  }
}

function unreadable(message: string): ReadRecipe {
  return { recipe: undefined, errors: [errorAt(message, undefined)], missing: [], code: 'recipe.invalid' };
}

function readAs<T>(
  form: RecipeForm<T>,
  document: YamlDocument,
  root: Readonly<Record<string, unknown>>,
  values: ReadonlyMap<string, string>,
): ReadRecipe {
  const substitution = new Substitution(values);
  const value = form.substitute(root, substitution);
  const errors: RecipeProblem[] = [];
  let decoded = form.schema.safeParse(value, { reportInput: true });
  let dropped: readonly FilePath[] = [];
  let given: unknown = value;
  if (!decoded.success) {
    const failures = decodingFailures(decoded.error.issues, value, form.schema);
    for (const failure of failures) {
      errors.push(errorAt(textOf(failure, form), document.positionOf(failure.path)));
    }
    for (const isWhole of [false, true]) {
      ({ dropped, value: given } = withoutFailures(value, failures, form, isWhole));
      decoded = form.schema.safeParse(given);
      if (decoded.success) break;
    }
  }
  const named = decoded.success
    ? form.name(decoded.data, (path, message) =>
        errors.push(errorAt(`DecodingFailure at ${formatPath(path)}: ${message}`, document.positionOf(path))),
      )
    : undefined;
  const code = errors.length > 0 ? 'recipe.invalid' : 'recipe.missing-value';
  for (const [name, path] of substitution.missing) {
    const message = `Missing required parameter ${name}; use --recipe-value ${name}=`;
    errors.push({ ...errorAt(message, document.positionOf(path)), showsPosition: false });
  }
  const missing = [...substitution.missing].map(([name, path]) => variableAt(name, path));
  if (named === undefined || !decoded.success) return { recipe: undefined, errors, missing, code };
  const isDropped = (path: FilePath): boolean =>
    dropped.some(part => part.every((step, i) => path[i] === step));
  const recipe: Recipe = {
    ...named,
    warnings: [
      ...ignoredFields(given, decoded.data).map(path =>
        warningAt(ignoredText(form.schema, given, path), document.positionOf(path)),
      ),
      ...[...values.keys()]
        .filter(name => !substitution.used.has(name))
        .map(name => warningAt(`The recipe does not use the value ${name}`, undefined)),
    ],
    filePositions: {
      of: path => document.positionOf(path),
      within: (path, offset) =>
        substitution.isReplaced(path) ? document.positionOf(path) : document.positionIn(path, offset),
      isOpen: path => isDropped(path) || substitution.isOpen(path),
    },
  };
  return { recipe, errors, missing, code };
}

function errorAt(message: string, position: RecipeProblem['position']): RecipeProblem {
  return { severity: 'error', message, position };
}

function warningAt(message: string, position: RecipeProblem['position']): RecipeProblem {
  return { severity: 'warning', message, position };
}

function ignoredText(schema: z.ZodType, root: unknown, path: FilePath): string {
  const near = closestField(schema, root, path.slice(0, -1), String(path.at(-1)));
  const text = `Unknown field ${formatPath(path)} is ignored`;
  return near === undefined ? text : `${text}; did you mean '${near}'?`;
}

function textOf<T>({ path, text, suggestion }: DecodingFailure, { topLevelFields }: RecipeForm<T>): string {
  if (suggestion !== undefined) return suggestion;
  const isTopLevelKey = path.length === 1 && text.includes('Unexpected field');
  return isTopLevelKey && topLevelFields ? `${text}; valid fields: ${topLevelFields.join(', ')}` : text;
}
