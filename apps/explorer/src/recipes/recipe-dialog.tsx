/** One recipe: what it says of itself, what it makes, how nodes look, what can be asked, and its file. */
import { Play } from 'lucide-preact';
import type { BundledRecipe } from '../api/types.js';
import { queryText, runQuery } from '../explorer/session.js';
import { Dialog } from '../shell/dialogs.js';
import { go } from '../shell/router.js';
import { showError } from '../shell/toasts.js';
import { text } from '../texts/en.js';

export function RecipeDialog(props: { readonly recipe: BundledRecipe; readonly onClose: () => void }) {
  const { title, description, ingestStreams, standingQueries, nodeAppearances, quickQueries } = props.recipe;
  const ask = (query: string): void => {
    props.onClose();
    go('explorer');
    queryText.value = query;
    try {
      runQuery(query);
    } catch (error) {
      showError(error);
    }
  };
  return (
    <Dialog title={title} isWide onClose={props.onClose}>
      <div class="recipe-page">
        <p>{description ?? props.recipe.summary}</p>
        {ingestStreams.length > 0 && <h3>{text.streams.ingests}</h3>}
        {ingestStreams.map(({ name, source, query }) => (
          <Part key={name} name={name} kind={source} code={query} />
        ))}
        {standingQueries.length > 0 && <h3>{text.streams.standing}</h3>}
        {standingQueries.map(({ name, query, mode, outputs }) => (
          <Part key={name} name={name} kind={[mode, ...outputs].join(' · ')} code={query} />
        ))}
        {nodeAppearances.length > 0 && <h3>{text.looks.title}</h3>}
        <ul class="chips">
          {nodeAppearances.map(({ predicate, icon, color }, i) => (
            <li key={i} class="chip">
              <span class="icon-name" style={{ color: color ?? undefined }} aria-hidden="true">
                {icon ?? ''}
              </span>{' '}
              {predicate.dbLabel ?? (predicate.propertyKeys.join(', ') || text.looks.anyNode)}
            </li>
          ))}
        </ul>
        {quickQueries.length > 0 && <h3>{text.inspector.quick}</h3>}
        <ul class="chips">
          {quickQueries.map(name => (
            <li key={name} class="chip">
              {name}
            </li>
          ))}
        </ul>
        {props.recipe.sampleQueries.length > 0 && <h3>{text.recipes.samples}</h3>}
        <ul class="recipe-samples">
          {props.recipe.sampleQueries.map(({ name, query }) => (
            <li key={name}>
              <button aria-label={text.recipes.ask(name)} onClick={() => ask(query)}>
                <Play size={14} /> {name}
              </button>
              <pre class="code">{query}</pre>
            </li>
          ))}
        </ul>
        <details>
          <summary>{text.recipes.file}</summary>
          <pre class="code">{props.recipe.text}</pre>
        </details>
      </div>
    </Dialog>
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
