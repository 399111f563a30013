/** The bundled recipes with their descriptions, and buttons to start and stop them. */
import { BookOpen } from 'lucide-preact';
import type { BundledRecipe } from '../api/types.js';
import { live } from '../session/session.js';
import { Empty } from '../parts/empty.js';
import { usePolled } from '../parts/polled.js';
import { goToRecipe, hrefOfRecipe, shownRecipe } from '../shell/router.js';
import { showError } from '../shell/toasts.js';
import { recipeTexts } from '../texts/recipes.js';
import { RecipePage } from './recipe-page.js';
import { RecipeRun, RecipeState } from './recipe-run.js';
import { readRunningRecipes } from './running-recipes.js';

const MILLIS = 3000;

export function RecipesPage() {
  const { value, refresh } = usePolled<{ items: BundledRecipe[] }>('api/v2/recipes', MILLIS);
  const opened = shownRecipe.value;
  const shown = value?.items.find(({ name }) => name === opened);
  const done = (): void => {
    refresh();
    live.readList().catch(showError);
    readRunningRecipes().catch(showError);
  };
  if (shown !== undefined) return <RecipePage key={shown.name} recipe={shown} onDone={done} />;
  return (
    <div class="page">
      <header class="page-head">
        <h1>{recipeTexts.title}</h1>
        <p class="soft">{recipeTexts.hint}</p>
      </header>
      {opened !== undefined && value !== undefined && <p role="alert">{recipeTexts.unknown(opened)}</p>}
      {value?.items.length === 0 && <Empty icon={BookOpen}>{recipeTexts.none}</Empty>}
      <ul class="gallery">
        {value?.items.map(recipe => (
          <RecipeCard key={recipe.name} recipe={recipe} onDone={done} />
        ))}
      </ul>
    </div>
  );
}

function RecipeCard(props: {
  readonly recipe: BundledRecipe;
  readonly onDone: () => void;
}) {
  const { name, title, summary, icon, ingestStreams, standingQueries } = props.recipe;
  const kinds = [...new Set(ingestStreams.map(({ source }) => source))];
  return (
    <li class="card recipe-card">
      <div class="recipe-head">
        <span class="recipe-icon icon-name" aria-hidden="true">
          {icon ?? ''}
        </span>
        <div class="grow">
          <h2>{title}</h2>
          <p class="soft">{summary}</p>
        </div>
      </div>
      <p class="chips">
        {kinds.map(kind => (
          <span key={kind} class="pill">
            {kind}
          </span>
        ))}
        <span class="pill">{recipeTexts.queries(standingQueries.length)}</span>
        <RecipeState recipe={props.recipe} />
      </p>
      <div class="actions">
        <a
          class="button"
          href={hrefOfRecipe(name)}
          aria-label={recipeTexts.detailsOf(title)}
          onClick={event => {
            event.preventDefault();
            goToRecipe(name);
          }}
        >
          <BookOpen size={15} /> {recipeTexts.details}
        </a>
        <RecipeRun recipe={props.recipe} onDone={props.onDone} />
      </div>
    </li>
  );
}
