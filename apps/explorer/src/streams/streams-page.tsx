/** Ingest streams, standing queries and their outputs. */
import { useState } from 'preact/hooks';
import { ArrowDownToLine, Pause, Play, Plus, Radar, Trash2, TriangleAlert } from 'lucide-preact';
import { request } from '../api/http.js';
import type { IngestStream, StandingQuery } from '../api/types.js';
import { live } from '../session/session.js';
import { visible } from '../graph/visible-text.js';
import { Empty } from '../parts/empty.js';
import { usePolled } from '../parts/polled.js';
import { RateLines } from '../parts/rate-lines.js';
import { ResourceDialog } from '../schema/resource-dialog.js';
import { confirmed } from '../shell/dialogs.js';
import { showError } from '../shell/toasts.js';
import { format, text } from '../texts/en.js';
import { streamTexts } from '../texts/streams.js';
import { backpressure, isLost, series, shownRate } from './figures.js';
import { Outputs } from './outputs.js';
import { StreamProgress } from './stream-progress.js';
import { stateOfStream } from './stream-state.js';

const GRAPH = 'api/v2/graph/quine';
const MILLIS = 2000;

export function StreamsPage() {
  const ingests = usePolled<{ items: IngestStream[] }>(`${GRAPH}/ingests`, MILLIS);
  const queries = usePolled<{ items: StandingQuery[] }>(`${GRAPH}/standingQueries`, MILLIS);
  const [creates, setCreates] = useState<'ingests' | 'standingQueries'>();
  return (
    <div class="page">
      <header class="page-head">
        <h1>{streamTexts.title}</h1>
      </header>
      {backpressure.value?.globalValve.isOpen === false && (
        <div class="notice" role="alert">
          <TriangleAlert size={18} />
          <div>
            <strong>{streamTexts.valveClosed}</strong> {streamTexts.valveDetail}
          </div>
        </div>
      )}
      <section class="card">
        <div class="card-head">
          <h2>{streamTexts.ingests}</h2>
          <button class="primary" onClick={() => setCreates('ingests')}>
            <Plus size={15} /> {streamTexts.createIngest}
          </button>
        </div>
        {ingests.value?.items.length === 0 && <Empty icon={ArrowDownToLine}>{streamTexts.noIngests}</Empty>}
        <ul class="list">
          {ingests.value?.items.map(stream => (
            <Ingest key={stream.name} stream={stream} onDone={ingests.refresh} />
          ))}
        </ul>
      </section>
      <section class="card">
        <div class="card-head">
          <h2>{streamTexts.standing}</h2>
          <button class="primary" onClick={() => setCreates('standingQueries')}>
            <Plus size={15} /> {streamTexts.createStanding}
          </button>
        </div>
        {queries.value?.items.length === 0 && <Empty icon={Radar}>{streamTexts.noStanding}</Empty>}
        <ul class="list">
          {queries.value?.items.map(query => (
            <Standing key={query.name} query={query} onDone={queries.refresh} />
          ))}
        </ul>
      </section>
      {creates !== undefined && (
        <ResourceDialog
          title={creates === 'ingests' ? streamTexts.createIngest : streamTexts.createStanding}
          path={`/api/v2/graph/{graph}/${creates}`}
          submit={async value => {
            await request('POST', `${GRAPH}/${creates}`, value);
            ingests.refresh();
            queries.refresh();
            void live.readList().catch(showError);
          }}
          onClose={() => setCreates(undefined)}
        />
      )}
    </div>
  );
}

function Ingest({ stream, onDone }: { readonly stream: IngestStream; readonly onDone: () => void }) {
  const { name, status, stats, settings } = stream;
  const address = `${GRAPH}/ingests/${encodeURIComponent(name)}`;
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
  const isPaused = /^(?:PAUSED|RESTORED)$/.test(status);
  const isRunning = status === 'RUNNING';
  const state = stateOfStream(stream);
  return (
    <li>
      <div class="stream-row">
        <div>
          <strong class="break">{name}</strong>
          <div class="small soft">{settings.source?.type}</div>
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
      </div>
    </div>
  );
}

function Standing({ query, onDone }: { readonly query: StandingQuery; readonly onDone: () => void }) {
  const { name, pattern, stats } = query;
  const remove = async (): Promise<void> => {
    if (!(await confirmed(streamTexts.confirmStanding(name), streamTexts.confirmStandingDetail, text.delete)))
      return;
    try {
      await request('DELETE', `${GRAPH}/standingQueries/${encodeURIComponent(name)}`);
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
        <span class="pill">{pattern?.mode === 'MULTIPLE_VALUES' ? 'MultipleValues' : 'DistinctId'}</span>
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
        </span>
      </div>
      {pattern !== undefined && <pre class="code">{pattern.query}</pre>}
      <Outputs query={name} />
      <Definition of={query} />
    </li>
  );
}

function Definition({ of }: { readonly of: object }) {
  return (
    <details>
      <summary class="small soft">{streamTexts.definition}</summary>
      <pre class="code">{JSON.stringify(of, null, 2)}</pre>
    </details>
  );
}
