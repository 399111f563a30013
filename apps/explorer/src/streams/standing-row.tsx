/** A standing query: its pattern, figures, outputs and actions. */
import { Trash2 } from 'lucide-preact';
import { request } from '../api/http.js';
import { addressOf, STANDING } from '../api/resources.js';
import type { StandingQuery } from '../api/types.js';
import { live } from '../session/session.js';
import { RateLines } from '../parts/rate-lines.js';
import { confirmed } from '../shell/dialogs.js';
import { showError } from '../shell/toasts.js';
import { format, text } from '../texts/en.js';
import { streamTexts } from '../texts/streams.js';
import { series, shownRate } from './figures.js';
import { Outputs } from './outputs.js';
import { RowMenu } from './row-menu.js';
import { Definition } from './shown-definition.js';

export function StandingRow({
  query,
  onDone,
  onCopy,
  onEdit,
}: {
  readonly query: StandingQuery;
  readonly onDone: () => void;
  readonly onCopy: (definition: { readonly name: string }) => void;
  readonly onEdit: () => void;
}) {
  const { name, pattern, outputs, includeCancellations, inputBufferSize, stats } = query;
  const definition = { name, pattern, outputs, includeCancellations, inputBufferSize };
  const remove = async (): Promise<void> => {
    if (!(await confirmed(streamTexts.confirmStanding(name), streamTexts.confirmStandingDetail, text.delete)))
      return;
    try {
      await request('DELETE', addressOf(STANDING, name));
    } catch (error) {
      showError(error);
    }
    onDone();
    await live.readList();
  };
  return (
    <li>
      <div class="stream-row">
        <div>
          <strong class="break">{name}</strong>
        </div>
        <span class="pill">{streamTexts.modes[pattern?.mode ?? 'DISTINCT_ID']}</span>
        <span class="stream-figure">
          <strong>{format.number(stats.local?.rates.count ?? 0)}</strong>
          <span class="small soft">
            {streamTexts.results(stats.local?.rates.count ?? 0)} ·{' '}
            {shownRate(stats.local?.rates.oneMinute ?? 0)}
          </span>
        </span>
        <RateLines
          label={`${name}: ${streamTexts.perSecond}`}
          height={44}
          lines={[{ name, points: series.value.get(`standing ${name}`)?.points ?? [] }]}
        />
        <span class="row-actions">
          <button
            class="icon-button"
            aria-label={`${text.delete} ${name}`}
            title={text.delete}
            onClick={() => void remove()}
          >
            <Trash2 size={17} />
          </button>
          <RowMenu
            name={name}
            actions={[
              [streamTexts.editPattern, onEdit],
              [streamTexts.duplicate, () => onCopy(definition)],
            ]}
          />
        </span>
      </div>
      {pattern !== undefined && <pre class="code">{pattern.query}</pre>}
      <Outputs query={name} definitions={outputs} onDone={onDone} />
      <Definition of={query} />
    </li>
  );
}
