/** The page of one recipe: its state, description, items, appearances, queries, and its file. */
import { ArrowLeft, Play } from 'lucide-preact';
import type { BundledRecipe } from '../api/types.js';
import { queryText, runQuery } from '../session/session.js';
import { go, hrefOf } from '../shell/router.js';
import { showError } from '../shell/toasts.js';
import { text } from '../texts/en.js';
import { recipeTexts } from '../texts/recipes.js';
import { streamTexts } from '../texts/streams.js';
import { RecipeRun, RecipeState } from './recipe-run.js';

export function RecipePage(props: { readonly recipe: BundledRecipe; readonly onDone: () => void }) {
  const { title, icon, description, ingestStreams, standingQueries, nodeAppearances, quickQueries } = props.recipe;
  const request = (query: string): void => {
    go('explorer');
    queryText.value = query;
    try {
      runQuery(query);
    } catch (error) {
      showError(error);
    }
  };
  return (
    <div class="page recipe-page">
      <a
        class="small"
        href={hrefOf('recipes')}
        onClick={event => {
          event.preventDefault();
          go('recipes');
        }}
      >
        <ArrowLeft size={13} /> {recipeTexts.all}
      </a>
      <header class="recipe-head">
        <span class="recipe-icon icon-name" aria-hidden="true">
          {icon ?? ''}
        </span>
        <div class="grow">
          <h1>{title}</h1>
          <p class="chips">
            <RecipeState recipe={props.recipe} />
          </p>
        </div>
        <RecipeRun recipe={props.recipe} onDone={props.onDone} />
      </header>
      <p>{description ?? props.recipe.summary}</p>
      {props.recipe.sampleQueries.length > 0 && <h2>{recipeTexts.samples}</h2>}
      <ul class="recipe-samples">
        {props.recipe.sampleQueries.map(({ name, query }) => (
          <li key={name}>
            <button aria-label={recipeTexts.ask(name)} onClick={() => request(query)}>
              <Play size={14} /> {name}
            </button>
            <pre class="code">{query}</pre>
          </li>
        ))}
      </ul>
        {ingestStreams.length > 0 && <h2>{streamTexts.ingests}</h2>}
        {ingestStreams.map(({ name, source, query }) => (
          <Part key={name} name={name} kind={source} code={query} />
        ))}
        {standingQueries.length > 0 && <h2>{streamTexts.standing}</h2>}
        {standingQueries.map(({ name, query, mode, outputs }) => (
          <Part key={name} name={name} kind={[mode, ...outputs].join(' · ')} code={query} />
        ))}
        {nodeAppearances.length > 0 && <h2>{text.styles.title}</h2>}
        <ul class="chips">
          {nodeAppearances.map(({ predicate, icon, color }, i) => (
            <li key={i} class="chip">
              <span class="icon-name" style={{ color: color ?? undefined }} aria-hidden="true">
                {icon ?? ''}
              </span>{' '}
              {predicate.dbLabel ?? (predicate.propertyKeys.join(', ') || text.styles.anyNode)}
            </li>
          ))}
        </ul>
        {quickQueries.length > 0 && <h2>{text.inspector.quick}</h2>}
        <ul class="chips">
          {quickQueries.map(name => (
            <li key={name} class="chip">
              {name}
            </li>
          ))}
        </ul>
        <details>
          <summary>{recipeTexts.file}</summary>
          <pre class="code">{props.recipe.text}</pre>
        </details>
    </div>
  );
}

function Part(props: { readonly name: string; readonly kind: string; readonly code: string }) {
  return (
    <div class="recipe-part">
      <strong class="break">{props.name}</strong> <span class="soft small">{props.kind}</span>
      <pre class="code">{props.code}</pre>
    </div>
  );
}
