/** An ingest stream: its state, figures, problems and actions. */
import { Pause, Play, Trash2, TriangleAlert } from 'lucide-preact';
import { request } from '../api/http.js';
import { addressOf, INGESTS, replaceResource } from '../api/resources.js';
import type { IngestStream } from '../api/types.js';
import { visible } from '../graph/visible-text.js';
import { RateLines } from '../parts/rate-lines.js';
import { wordsOf } from '../schema/words.js';
import { confirmed } from '../shell/dialogs.js';
import { note, showError } from '../shell/toasts.js';
import { format, text } from '../texts/en.js';
import { streamTexts } from '../texts/streams.js';
import { copiedDefinition } from './copied-definition.js';
import type { Start } from './definition-dialog.js';
import { isLost, series, shownRate } from './figures.js';
import { RowMenu } from './row-menu.js';
import { Definition } from './shown-definition.js';
import { StreamProgress } from './stream-progress.js';
import { stateOfStream } from './stream-state.js';

export function IngestRow({
  stream,
  onDone,
  onDefine,
}: {
  readonly stream: IngestStream;
  readonly onDone: () => void;
  readonly onDefine: (start: Start) => void;
}) {
  const { name, status, stats, settings } = stream;
  const address = addressOf(INGESTS, name);
  const definition = { ...settings, name };
  const act = async (method: string, path: string): Promise<void> => {
    try {
      await request(method, path);
    } catch (error) {
      showError(error);
    }
    onDone();
  };
  const remove = async (): Promise<void> => {
    if (await confirmed(streamTexts.confirmIngest(name), streamTexts.confirmIngestDetail, text.delete))
      await act('DELETE', address);
  };
  const restart = async (): Promise<void> => {
    // Without its secrets, it cannot be created again.
    if (copiedDefinition(definition).secrets.length > 0) return onDefine({ kind: 'edit', of: definition });
    const isWanted = await confirmed(
      streamTexts.confirmRestart(name),
      streamTexts.replacingIngest,
      streamTexts.restart,
    );
    if (!isWanted) return;
    try {
      await replaceResource(INGESTS, name, definition);
      note(streamTexts.restarted(name));
    } catch (error) {
      showError(error);
    }
    onDone();
  };
  const isPaused = /^(?:PAUSED|RESTORED)$/.test(status);
  const isRunning = status === 'RUNNING';
  const state = stateOfStream(stream);
  return (
    <li>
      <div class="stream-row">
        <div>
          <strong class="break">{name}</strong>
          <div class="small soft">{wordsOf(settings.source?.type ?? '')}</div>
        </div>
        <span>
          <span class={`pill ${isLost.value ? '' : state.style}`}>
            {isLost.value ? streamTexts.lastKnown(state.word) : state.word}
          </span>
        </span>
        <span class="stream-figure">
          <strong>{format.number(stats.ingestedCount - stats.rejectedCount)}</strong>
          <span class="small soft">
            {streamTexts.records(stats.ingestedCount - stats.rejectedCount)}
            {stats.rejectedCount > 0 && ` · ${streamTexts.rejectedCount(stats.rejectedCount)}`}
            {isRunning && ` · ${shownRate(stats.rates.oneMinute)}`}
          </span>
        </span>
        {isRunning ? (
          <RateLines
            label={`${name}: ${streamTexts.perSecond}`}
            height={44}
            lines={[{ name, points: series.value.get(`ingest ${name}`)?.points ?? [] }]}
          />
        ) : (
          <span />
        )}
        <span class="row-actions">
          {isPaused && (
            <button
              class="icon-button"
              aria-label={`${streamTexts.resume} ${name}`}
              title={streamTexts.resume}
              onClick={() => void act('POST', `${address}:resume`)}
            >
              <Play size={17} />
            </button>
          )}
          {isRunning && (
            <button
              class="icon-button"
              aria-label={`${streamTexts.pause} ${name}`}
              title={streamTexts.pause}
              onClick={() => void act('POST', `${address}:pause`)}
            >
              <Pause size={17} />
            </button>
          )}
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
              [streamTexts.edit, () => onDefine({ kind: 'edit', of: definition })],
              [streamTexts.duplicate, () => onDefine({ kind: 'copy', of: definition })],
              [streamTexts.restart, () => void restart()],
            ]}
          />
        </span>
      </div>
      <StreamProgress stream={stream} />
      {(stream.message ?? '') !== '' && (
        <pre class={state.trouble === undefined ? 'failure' : 'failure passing'}>
          {visible(stream.message ?? '')}
        </pre>
      )}
      {stream.warnings?.map(warning => (
        <p key={warning} class="small soft">
          {warning}
        </p>
      ))}
      {stats.rejectedCount > 0 && status !== 'FAILED' && <Rejected stream={stream} />}
      <Definition of={stream} />
    </li>
  );
}

function Rejected({ stream }: { readonly stream: IngestStream }) {
  const queues = stream.settings.onRecordError?.deadLetterQueueSettings?.destinations ?? [];
  return (
    <div class="notice warn">
      <TriangleAlert size={18} />
      <div>
        <strong>{streamTexts.rejected(stream.stats.rejectedCount)}</strong>{' '}
        {streamTexts.rejectedReason(stream.stats.rejectedCount, queues.length > 0)}
        {queues.map((queue, i) => (
          <div key={i} class="mono small break">
            {Object.values(queue)
              .filter(value => typeof value === 'string')
              .join(' ')}
          </div>
        ))}
        {stream.rejection !== undefined && (
          <div class="small break">
            {streamTexts.lastRejection} {visible(stream.rejection)}
          </div>
        )}
      </div>
    </div>
  );
}
