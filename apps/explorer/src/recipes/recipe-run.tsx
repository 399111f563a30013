/** State of a recipe, with buttons to start and stop it. */
import { useState } from 'preact/hooks';
import { CircleStop, Play } from 'lucide-preact';
import { request } from '../api/http.js';
import type { BundledRecipe } from '../api/types.js';
import { confirmed } from '../shell/dialogs.js';
import { note, showError } from '../shell/toasts.js';
import { recipeTexts } from '../texts/recipes.js';
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
  const { name, title, startedAt, startedBy } = props.recipe;
  const [isStarting, setStarting] = useState(false);
  // A recipe that the program was started with ends with the program.
  if (startedBy === 'OPTION') return null;
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
        <button class="primary" aria-label={recipeTexts.startOf(title)} onClick={() => setStarting(true)}>
          <Play size={15} /> {recipeTexts.start}
        </button>
      ) : (
        <button aria-label={recipeTexts.stopOf(title)} onClick={() => void stop()}>
          <CircleStop size={15} /> {recipeTexts.stop}
        </button>
      )}
      {isStarting && (
        <StartDialog recipe={props.recipe} onDone={props.onDone} onClose={() => setStarting(false)} />
      )}
    </>
  );
}
