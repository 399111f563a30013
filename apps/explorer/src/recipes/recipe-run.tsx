/** State of a recipe, with buttons to start and stop it. */
import { useState } from 'preact/hooks';
import { CircleStop, Play } from 'lucide-preact';
import { request } from '../api/http.js';
import type { BundledRecipe } from '../api/types.js';
import { PageLink } from '../parts/page-link.js';
import { confirmed } from '../shell/dialogs.js';
import { note, showError } from '../shell/toasts.js';
import { recipeTexts } from '../texts/recipes.js';
import { startRecipe } from './start-recipe.js';
import { StartDialog } from './start-dialog.js';

export function RecipeState({ recipe: { startedAt, startedBy } }: { readonly recipe: BundledRecipe }) {
  if (startedAt === undefined) return <span class="pill">{recipeTexts.isStopped}</span>;
  return (
    <>
      <span class="pill good">{recipeTexts.isRunning}</span>{' '}
      <span class="small soft">{recipeTexts.since(new Date(startedAt), startedBy === 'OPTION')}</span>
    </>
  );
}

export function RecipeRun(props: { readonly recipe: BundledRecipe; readonly onDone: () => void }) {
  const { name, title, variables, startedAt, startedBy } = props.recipe;
  const [isStarting, setStarting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  // A recipe that the program was started with ends with the program.
  if (startedBy === 'OPTION') return <PageLink page="explorer">{recipeTexts.openGraph}</PageLink>;
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      await startRecipe(props.recipe, {});
    } catch (error) {
      showError(error);
    }
    setBusy(false);
    props.onDone();
  };
  const stop = async (): Promise<void> => {
    if (!(await confirmed(recipeTexts.confirmStop(title), recipeTexts.confirmStopDetail, recipeTexts.stop)))
      return;
    try {
      await request('POST', `api/v2/recipes/${encodeURIComponent(name)}:stop`, {});
      note(recipeTexts.stopped(title));
    } catch (error) {
      showError(error);
    }
    props.onDone();
  };
  return (
    <>
      {startedAt === undefined ? (
        <button
          class="primary"
          disabled={isBusy}
          aria-label={recipeTexts.startOf(title)}
          onClick={() => (variables.length === 0 ? void start() : setStarting(true))}
        >
          <Play size={15} /> {recipeTexts.start}
        </button>
      ) : (
        <>
        <PageLink page="explorer">{recipeTexts.openGraph}</PageLink>
        <button aria-label={recipeTexts.stopOf(title)} onClick={() => void stop()}>
          <CircleStop size={15} /> {recipeTexts.stop}
        </button>
        </>
      )}
      {isStarting && (
        <StartDialog recipe={props.recipe} onDone={props.onDone} onClose={() => setStarting(false)} />
      )}
    </>
  );
}
