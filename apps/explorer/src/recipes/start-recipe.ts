/** Starts a recipe and updates what the pages show about it. */
import { request } from '../api/http.js';
import type { BundledRecipe } from '../api/types.js';
import { live } from '../session/session.js';
import { note, showError } from '../shell/toasts.js';
import { recipeTexts } from '../texts/recipes.js';
import { readRunningRecipes } from './running-recipes.js';

/** @param values of its variables, by name. */
export async function startRecipe(
  { name, title }: Pick<BundledRecipe, 'name' | 'title'>,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  await request('POST', `api/v2/recipes/${encodeURIComponent(name)}:start`, { values });
  note(recipeTexts.started(title));
  Promise.all([live.readList(), readRunningRecipes()]).catch(showError);
}
