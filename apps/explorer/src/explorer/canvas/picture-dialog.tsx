/** Asks for the title and the format of a picture with a legend. */
import { useState } from 'preact/hooks';
import { Dialog } from '../../shell/dialogs.js';
import { showError } from '../../shell/toasts.js';
import { text } from '../../texts/en.js';
import { styleTexts } from '../../texts/styles.js';
import { saveFramed } from './file-actions.js';

export function PictureDialog({ onClose }: { readonly onClose: () => void }) {
  const [title, setTitle] = useState('');
  const [format, setFormat] = useState<'png' | 'svg'>('png');
  return (
    <Dialog title={text.canvas.framed} onClose={onClose}>
      <form
        onSubmit={event => {
          event.preventDefault();
          onClose();
          saveFramed(title.trim() || styleTexts.untitled, format).catch(showError);
        }}
      >
        <label class="field">
          <span>{styleTexts.pictureTitle}</span>
          <input
            value={title}
            placeholder={styleTexts.untitled}
            onInput={event => setTitle(event.currentTarget.value)}
          />
        </label>
        <label class="field">
          <span>{styleTexts.format}</span>
          <select value={format} onChange={event => setFormat(event.currentTarget.value as 'png' | 'svg')}>
            <option value="png">{styleTexts.png}</option>
            <option value="svg">{styleTexts.svg}</option>
          </select>
        </label>
        <p class="soft small">{styleTexts.pictureHint}</p>
        <div class="actions">
          <button class="primary">{text.save}</button>
        </div>
      </form>
    </Dialog>
  );
}
