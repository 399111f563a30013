/** Asks for the values of a recipe's variables before it is started. */
import { useState } from 'preact/hooks';
import type { BundledRecipe } from '../api/types.js';
import { FormError, failureOf, type Failure } from '../parts/form-error.js';
import { Dialog } from '../shell/dialogs.js';
import { text } from '../texts/en.js';
import { recipeTexts } from '../texts/recipes.js';
import { startRecipe } from './start-recipe.js';

export function StartDialog(props: {
  readonly recipe: BundledRecipe;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const { title, variables, ingestStreams, standingQueries } = props.recipe;
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<Failure>();
  const [isStarting, setStarting] = useState(false);
  const start = async (): Promise<void> => {
    setStarting(true);
    try {
      await startRecipe(props.recipe, values);
      props.onDone();
      props.onClose();
    } catch (error) {
      setFailure(failureOf(error));
      setStarting(false);
    }
  };
  return (
    <Dialog title={recipeTexts.startOf(title)} onClose={props.onClose}>
      <form
        onSubmit={event => {
          event.preventDefault();
          void start();
        }}
      >
        {variables.map(variable => (
          <label key={variable.name} class="field">
            <span>
              {variable.name} <span class="soft">· {recipeTexts.variable[variable.kind]}</span>
            </span>
            <input
              required
              type={variable.kind === 'secret' ? 'password' : 'text'}
              autocomplete="off"
              placeholder={recipeTexts.example[variable.kind]}
              value={values[variable.name] ?? ''}
              onInput={event => setValues({ ...values, [variable.name]: event.currentTarget.value })}
            />
          </label>
        ))}
        <p class="soft">{recipeTexts.makes([...ingestStreams, ...standingQueries].map(each => each.name))}</p>
        <FormError of={failure} />
        <div class="actions">
          <button type="button" onClick={props.onClose}>
            {text.cancel}
          </button>
          <button class="primary" disabled={isStarting}>
            {recipeTexts.start}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
