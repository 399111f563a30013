/** The Cypher of the question, its limit, and the way into the editor. */
import { Pencil } from 'lucide-preact';
import { visible } from '../graph/visible-text.js';
import { editQuery, focusQuery } from '../session/query-mode.js';
import { askText } from '../texts/ask.js';
import { text } from '../texts/en.js';
import { ask } from './ask-model.js';
import { mayReadAll } from './pattern-query.js';
import { MOST_RESULTS } from './pattern.js';

export function AskQuery() {
  const query = ask.query.value;
  const pattern = ask.pattern.value;
  const isPattern = ask.question.value === undefined && query !== '';
  return (
    <div class="ask-query small" id="ask-query">
      {query === '' ? (
        <span class="soft grow">{askText.empty}</span>
      ) : (
        <code class="grow" aria-label={askText.cypher}>
          {visible(query.replaceAll('\n', ' '))}
        </code>
      )}
      {isPattern && mayReadAll(pattern) && <span class="ask-scan">{text.query.mayScan}</span>}
      {isPattern && (
        <label class="ask-limit">
          {askText.limit}{' '}
          <input
            type="number"
            min={1}
            max={MOST_RESULTS}
            value={pattern.limit}
            aria-label={`${askText.limit} ${askText.results}`}
            onChange={event => {
              const limit = Math.round(Number(event.currentTarget.value));
              ask.pattern.value = { ...pattern, limit: Math.min(MOST_RESULTS, Math.max(1, limit || 1)) };
            }}
          />
        </label>
      )}
      {query !== '' && (
        <button
          class="quiet small"
          onClick={() => {
            editQuery(query);
            requestAnimationFrame(focusQuery);
          }}
        >
          <Pencil size={13} /> {askText.edit}
        </button>
      )}
    </div>
  );
}
