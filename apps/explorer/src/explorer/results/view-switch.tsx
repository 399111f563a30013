/** Selects the form in which the last result is shown. */
import { text } from '../../texts/en.js';
import { resultView, type ResultView } from '../../session/session.js';

const VIEWS: readonly ResultView[] = ['graph', 'table', 'json'];

export function ViewSwitch() {
  return (
    <div class="segments" role="group">
      {VIEWS.map(view => (
        <button
          key={view}
          aria-pressed={resultView.value === view}
          class={resultView.value === view ? 'on' : ''}
          onClick={() => (resultView.value = view)}
        >
          {text.results[view]}
        </button>
      ))}
    </div>
  );
}
