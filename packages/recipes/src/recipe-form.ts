import type { z } from 'zod';
import type { FilePath, Recipe, RecipeTexts } from './recipe.js';
import type { Substitution } from './variables.js';

/** A version of the recipe file. */
export interface RecipeForm<T> {
  readonly schema: z.ZodType<T>;
  /** Where others at the top level are errors: those that there are. */
  readonly topLevelFields: readonly string[] | undefined;
  /** Items and outputs that there is nothing wrong with, to stand in for others. */
  readonly harmless: { readonly ingestStreams: unknown; readonly standingQueries: unknown; readonly output: unknown };
  /** Their fields that can be replaced alone, by what there is nothing wrong with; `undefined`: that can be left out. */
  readonly parts: Readonly<Record<'ingestStreams' | 'standingQueries', Readonly<Record<PropertyKey, unknown>>>>;
  /** @returns a copy of the file's root with the variables replaced. */
  substitute(root: Readonly<Record<string, unknown>>, substitution: Substitution): Record<string, unknown>;
  /** @param problem takes what can only be said here; then the recipe is not run. */
  name(recipe: T, problem: (path: FilePath, message: string) => void): NamedRecipe;
}

/** A recipe without its file. */
export type NamedRecipe = Omit<Recipe, 'warnings' | 'places'>;

/** What is there of them. */
export function textsOf(recipe: { readonly [K in keyof RecipeTexts]?: string | undefined }): RecipeTexts {
  const { summary, description, contributor, iconImage } = recipe;
  return {
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(contributor === undefined ? {} : { contributor }),
    ...(iconImage === undefined ? {} : { iconImage }),
  };
}
