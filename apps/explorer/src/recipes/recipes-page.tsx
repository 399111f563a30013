/** The recipes that come with the program: what each does, started and stopped. */
import { useState } from 'preact/hooks';
import { BookOpen, CircleStop, Play } from 'lucide-preact';
import { ask } from '../api/http.js';
import type { BundledRecipe } from '../api/types.js';
import { live } from '../explorer/session.js';
import { Empty } from '../parts/empty.js';
import { usePolled } from '../parts/polled.js';
import { confirmed } from '../shell/dialogs.js';
import { note, showError } from '../shell/toasts.js';
import { text } from '../texts/en.js';
import { RecipeDialog } from './recipe-dialog.js';
import { StartDialog } from './start-dialog.js';

const MILLIS = 3000;

export function RecipesPage() {
  const { value, look } = usePolled<{ items: BundledRecipe[] }>('api/v2/recipes', MILLIS);
  const [opened, setOpened] = useState<string>();
  const [starts, setStarts] = useState<BundledRecipe>();
  const shown = value?.items.find(({ name }) => name === opened);
  const done = (): void => {
    look();
    live.readList().catch(showError);
  };
  return (
    <div class="page">
      <header class="page-head">
        <h1>{text.recipes.title}</h1>
        <p class="soft">{text.recipes.hint}</p>
      </header>
      {value?.items.length === 0 && <Empty icon={BookOpen}>{text.recipes.none}</Empty>}
      <ul class="gallery">
        {value?.items.map(recipe => (
          <RecipeCard
            key={recipe.name}
            recipe={recipe}
            onOpen={() => setOpened(recipe.name)}
            onStart={() => setStarts(recipe)}
            onDone={done}
          />
        ))}
      </ul>
      {shown !== undefined && <RecipeDialog recipe={shown} onClose={() => setOpened(undefined)} />}
      {starts !== undefined && (
        <StartDialog recipe={starts} onDone={done} onClose={() => setStarts(undefined)} />
      )}
    </div>
  );
}

function RecipeCard(props: {
  readonly recipe: BundledRecipe;
  readonly onOpen: () => void;
  readonly onStart: () => void;
  readonly onDone: () => void;
}) {
  const { name, title, summary, icon, startedAt, ingestStreams, standingQueries } = props.recipe;
  const kinds = [...new Set(ingestStreams.map(({ source }) => source))];
  const stop = async (): Promise<void> => {
    if (!(await confirmed(text.recipes.confirmStop(title), text.recipes.confirmStopDetail, text.recipes.stop)))
      return;
    try {
      await ask('POST', `api/v2/recipes/${encodeURIComponent(name)}:stop`, {});
      note(text.recipes.stopped(title));
    } catch (error) {
      showError(error);
    }
    props.onDone();
  };
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
        <span class="pill">{text.recipes.queries(standingQueries.length)}</span>
        {startedAt !== undefined && (
          <span class="pill good">{text.recipes.since(new Date(startedAt).toLocaleString('en-GB'))}</span>
        )}
      </p>
      <div class="actions">
        <button aria-label={text.recipes.detailsOf(title)} onClick={props.onOpen}>
          <BookOpen size={15} /> {text.recipes.details}
        </button>
        {startedAt === undefined ? (
          <button class="primary" aria-label={text.recipes.startOf(title)} onClick={props.onStart}>
            <Play size={15} /> {text.recipes.start}
          </button>
        ) : (
          <button aria-label={text.recipes.stopOf(title)} onClick={() => void stop()}>
            <CircleStop size={15} /> {text.recipes.stop}
          </button>
        )}
      </div>
    </li>
  );
}
