/** The header of all pages: the product, what is running, and whether the server can be reached. */
import { signal } from '@preact/signals';
import { TriangleAlert } from 'lucide-preact';
import { getJson } from '../api/http.js';
import type { BundledRecipe } from '../api/types.js';
import { backpressure, isLost, shownRate, totalRate } from '../streams/figures.js';
import { text } from '../texts/en.js';
import { hrefOf, go } from './router.js';

/** Titles of the recipes that are running. */
const recipes = signal<readonly string[]>([]);

/** Reads which recipes are running. Called at the start, and when one was started or stopped. */
export async function readRunningRecipes(): Promise<void> {
  const { items } = await getJson<{ items: BundledRecipe[] }>('api/v2/recipes');
  recipes.value = items.flatMap(({ title, startedAt }) => (startedAt === undefined ? [] : [title]));
}

export function StatusBar() {
  const host = backpressure.value;
  return (
    <header class="status-bar">
      <strong>{text.name}</strong>
      <span class="tagline soft">{text.tagline}</span>
      <span class="grow" />
      {isLost.value ? (
        <span class="lost" role="alert">
          <TriangleAlert size={14} /> {text.lost}
        </span>
      ) : (
        host !== undefined && (
          <a
            class="running"
            href={hrefOf('dashboard')}
            onClick={event => {
              event.preventDefault();
              go('dashboard');
            }}
          >
            {[
              ...recipes.value,
              text.running.rate(shownRate(totalRate())),
              text.running.queries(host.standingQueries.length),
            ].map(item => (
              <span key={item}>{item}</span>
            ))}
          </a>
        )
      )}
    </header>
  );
}
