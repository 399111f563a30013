/** Titles of the recipes that are running. */
import { signal } from '@preact/signals';
import { getJson } from '../api/http.js';
import type { BundledRecipe } from '../api/types.js';

export const runningRecipes = signal<readonly string[]>([]);

/** Called at the start, and when one was started or stopped. */
export async function readRunningRecipes(): Promise<void> {
  const { items } = await getJson<{ items: BundledRecipe[] }>('api/v2/recipes');
  runningRecipes.value = items.flatMap(({ title, startedAt }) => (startedAt === undefined ? [] : [title]));
}
