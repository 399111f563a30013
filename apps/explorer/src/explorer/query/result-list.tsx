/** Results whose nodes are on the canvas, and the choice between adding the next one and replacing the canvas. */
import type { DrawnResult } from '../../session/canvas/drawn-results.js';
import { canvas, drawnResults, resultView } from '../../session/session.js';
import { text } from '../../texts/en.js';

export function ResultList() {
  const shown = drawnResults.shown.value;
  if (shown.length === 0) return null;
  const isRinged = canvas.ringed.value.size > 0;
  return (
    <ul class="result-list" aria-label={text.query.drawn}>
      {shown.map((result, i) => (
        <li key={result.number}>
          <button
            class="chip-button"
            title={text.query.selectDrawn(result.query)}
            onClick={() => select(result)}
          >
            {isRinged && i === shown.length - 1 && <i class="ring-result" />}
            {text.query.drawnResult(result.number, result.ids.size)}
          </button>
        </li>
      ))}
    </ul>
  );
}

export function DrawChoice() {
  // The whole words do not fit beside the buttons on a phone.
  const isNarrow = window.innerWidth <= 700;
  return (
    <select
      class="draw-choice"
      aria-label={text.query.drawing}
      title={text.query.drawing}
      value={drawnResults.replaces.value ? 'replace' : 'add'}
      onChange={event => (drawnResults.replaces.value = event.currentTarget.value === 'replace')}
    >
      <option value="add">{isNarrow ? text.query.add : text.query.addToCanvas}</option>
      <option value="replace">{isNarrow ? text.query.replace : text.query.replaceCanvas}</option>
    </select>
  );
}

function select({ ids }: DrawnResult): void {
  resultView.value = 'graph';
  canvas.select(ids);
  canvas.view?.centerOn(...ids);
}
