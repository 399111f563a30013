import type { z } from 'zod';
import type { FilePath, Recipe, RecipeTexts } from './recipe.js';
import type { Substitution } from './variables.js';

/** A version of the recipe file. */
export interface RecipeForm<T> {
  readonly schema: z.ZodType<T>;
  /** The allowed top-level fields, if others are errors. */
  readonly topLevelFields: readonly string[] | undefined;
  /** Valid items and outputs that replace invalid ones. */
  readonly harmless: { readonly ingestStreams: unknown; readonly standingQueries: unknown; readonly output: unknown };
  /** Fields that can be replaced alone, with a valid value for each; `undefined`: the field can be left out. */
  readonly parts: Readonly<Record<'ingestStreams' | 'standingQueries', Readonly<Record<PropertyKey, unknown>>>>;
  /** @returns a copy of the file's root with the variables replaced. */
  substitute(root: Readonly<Record<string, unknown>>, substitution: Substitution): Record<string, unknown>;
  /** @param problem reports errors that only this step can find; the recipe is then not run. */
  name(recipe: T, problem: (path: FilePath, message: string) => void): NamedRecipe;
}

/** A recipe without its file. */
export type NamedRecipe = Omit<Recipe, 'warnings' | 'filePositions'>;

/** Returns the texts that are present. */
export function textsOf(recipe: { readonly [K in keyof RecipeTexts]?: string | undefined }): RecipeTexts {
  const { summary, description, contributor, iconImage } = recipe;
  return {
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(contributor === undefined ? {} : { contributor }),
    ...(iconImage === undefined ? {} : { iconImage }),
  };
}
