/** First steps in an empty graph: start a recipe, load a file, or take the tutorial. */
import { useState } from 'preact/hooks';
import { BookOpen, FileUp, GraduationCap } from 'lucide-preact';
import type { BundledRecipe } from '../api/types.js';
import { PageLink } from '../parts/page-link.js';
import { usePolled } from '../parts/polled.js';
import { startRecipe } from '../recipes/start-recipe.js';
import { showError } from '../shell/toasts.js';
import { startTexts } from '../texts/start.js';
import { FileDialog } from './file-dialog.js';
import { tutorialStep } from './tutorial-step.js';

const MILLIS = 10_000;

export function FirstSteps(props: { readonly onWrite: () => void }) {
  const { value } = usePolled<{ items: BundledRecipe[] }>('api/v2/recipes', MILLIS);
  // A recipe with a sample needs no values.
  const recipe = value?.items.find(
    ({ variables, startedAt }) => variables.length === 0 && startedAt === undefined,
  );
  const [isStarting, setStarting] = useState(false);
  const [file, setFile] = useState<File>();
  const [isOver, setOver] = useState(false);
  const start = (): void => {
    if (recipe === undefined) return;
    setStarting(true);
    startRecipe(recipe, {})
      .catch(showError)
      .finally(() => setStarting(false));
  };
  return (
    <section class="first-steps" aria-label={startTexts.title}>
      <h2>{startTexts.title}</h2>
      <p class="soft">{startTexts.hint}</p>
      <ul>
        <li>
          <BookOpen size={20} />
          <div class="grow">
            <strong>{startTexts.recipe}</strong>
            <p class="soft small">{recipe === undefined ? startTexts.recipeHint : recipe.summary}</p>
            <PageLink page="recipes">{startTexts.allRecipes}</PageLink>
          </div>
          {recipe !== undefined && (
            <button class="primary" disabled={isStarting} onClick={start}>
              {startTexts.start(recipe.title)}
            </button>
          )}
        </li>
        <li
          class={isOver ? 'over' : ''}
          onDragOver={event => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={event => {
            event.preventDefault();
            setOver(false);
            setFile(event.dataTransfer?.files[0]);
          }}
        >
          <FileUp size={20} />
          <div class="grow">
            <strong>{startTexts.file}</strong>
            <p class="soft small">{startTexts.fileHint}</p>
            <PageLink page="streams">{startTexts.otherSources}</PageLink>
          </div>
          <label class="button">
            {startTexts.choose}
            <input
              class="visually-hidden"
              type="file"
              onChange={event => setFile(event.currentTarget.files?.[0])}
            />
          </label>
        </li>
        <li>
          <GraduationCap size={20} />
          <div class="grow">
            <strong>{startTexts.tutorial}</strong>
            <p class="soft small">{startTexts.tutorialHint}</p>
            <button class="quiet small" onClick={props.onWrite}>
              {startTexts.writeQuery}
            </button>
          </div>
          <button onClick={() => (tutorialStep.value = 0)}>{startTexts.openTutorial}</button>
        </li>
      </ul>
      {file !== undefined && <FileDialog file={file} onClose={() => setFile(undefined)} />}
    </section>
  );
}
