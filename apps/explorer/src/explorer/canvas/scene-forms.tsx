/** Forms that save and rename a scene. */
import { useState } from 'preact/hooks';
import { Dialog } from '../../shell/dialogs.js';
import { text } from '../../texts/en.js';
import { sceneTexts } from '../../texts/scenes.js';

export function SaveForm(props: {
  readonly isEmpty: boolean;
  readonly onSave: (name: string, place: 'browser' | 'server') => Promise<void>;
}) {
  const [name, setName] = useState('');
  const [place, setPlace] = useState<'browser' | 'server'>('browser');
  return (
    <form
      onSubmit={event => {
        event.preventDefault();
        void props.onSave(name.trim(), place);
        setName('');
      }}
    >
      <div class="inline-form">
        <input
          required
          pattern=".*\S.*"
          maxLength={200}
          value={name}
          aria-label={sceneTexts.name}
          placeholder={sceneTexts.name}
          onInput={event => setName(event.currentTarget.value)}
        />
        <button class="primary" disabled={props.isEmpty}>
          {sceneTexts.save}
        </button>
      </div>
      <div class="scene-places small" role="radiogroup" aria-label={sceneTexts.where}>
        {(['browser', 'server'] as const).map(each => (
          <label key={each} class="choice">
            <input type="radio" name="place" checked={place === each} onChange={() => setPlace(each)} />
            <span>{sceneTexts[each]}</span>
          </label>
        ))}
      </div>
    </form>
  );
}

export function RenameDialog(props: {
  readonly name: string;
  readonly taken: ReadonlySet<string>;
  readonly onRename: (to: string) => void;
  readonly onClose: () => void;
}) {
  const [name, setName] = useState(props.name);
  const to = name.trim();
  const isTaken = to !== props.name && props.taken.has(to);
  return (
    <Dialog title={sceneTexts.rename(props.name)} onClose={props.onClose}>
      <form
        onSubmit={event => {
          event.preventDefault();
          if (to === '' || isTaken) return;
          props.onRename(to);
          props.onClose();
        }}
      >
        <label class="field">
          <span>{sceneTexts.name}</span>
          <input required value={name} onInput={event => setName(event.currentTarget.value)} />
        </label>
        {isTaken && (
          <p class="notice warn" role="alert">
            {sceneTexts.taken(to)}
          </p>
        )}
        <div class="actions">
          <button class="primary" disabled={isTaken}>
            {text.save}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
