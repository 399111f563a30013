/** Editor, controls and status of queries. */
import type { ComponentType } from 'preact';
import { Suspense } from 'preact/compat';
import { useState } from 'preact/hooks';
import { Braces, Clock3, Link, ListTree, Play, Square } from 'lucide-preact';
import { linkTo } from '../../graph/share-link.js';
import { visible } from '../../graph/visible-text.js';
import { Menu } from '../../parts/menu.js';
import { Dialog } from '../../shell/dialogs.js';
import { note, showError } from '../../shell/toasts.js';
import { text } from '../../texts/en.js';
import { checking } from '../../editor/checking.js';
import { completing } from '../../editor/completion.js';
import { Editor } from '../../editor/editor.js';
import { DrawChoice, ResultList } from './result-list.js';
import { SavedQueries } from './saved-queries-menu.js';
import {
  editQuery,
  focusMissed,
  focusQuery,
  queryMode,
  setQueryMode,
  shownQuery,
} from '../../session/query-mode.js';
import { canvas, queryHistory, queryParameters, queryText, run } from '../../session/session.js';
import { areParametersValid, submit, submitPlan } from '../../session/submit-query.js';

const check = checking();

/** @param props.AskBox makes queries without Cypher; it is loaded later. */
export function QueryBar({ AskBox }: { readonly AskBox: ComponentType }) {
  const [asksParameters, setAsksParameters] = useState(false);
  const isRunning = run.isRunning.value;
  const hasParameters = queryParameters.value.trim() !== '{}' && queryParameters.value.trim() !== '';
  return (
    <section class={`query-bar ${run.status.value === 'failed' ? 'failed' : ''}`} aria-label={text.query.bar}>
      <div class="query-line">
        <ModeSwitch />
        {queryMode.value === 'ask' ? (
          <Suspense fallback={<div class="ask">{text.loading}</div>}>
            <AskBox />
          </Suspense>
        ) : (
          <Editor
            text={queryText.value}
            label={text.query.label}
            hint={text.query.hint}
            complete={completing}
            check={check}
            onChange={changed => (queryText.value = changed)}
            onRun={() => submit()}
            onOlder={() => queryHistory.older(queryText.value)}
            onNewer={() => queryHistory.newer()}
            onReady={focusMissed}
          />
        )}
        <div class="query-tools">
          <SavedQueries onRun={submit} />
          <History />
          <button
            class={`icon-button ${hasParameters ? 'on' : ''}`}
            title={text.query.parameters}
            aria-label={text.query.parameters}
            onClick={() => setAsksParameters(true)}
          >
            <Braces size={17} />
          </button>
          <button
            class="icon-button"
            title={text.query.explain}
            aria-label={text.query.explain}
            onClick={() => submitPlan('EXPLAIN')}
          >
            <ListTree size={17} />
          </button>
          <button class="icon-button" title={text.query.share} aria-label={text.query.share} onClick={share}>
            <Link size={17} />
          </button>
          <DrawChoice />
          {isRunning ? (
            <button class="run stop" onClick={() => run.cancel()}>
              <Square size={14} /> {text.query.cancel}
            </button>
          ) : (
            <button class="run primary" onClick={() => submit()}>
              <Play size={14} /> {text.query.run}
            </button>
          )}
        </div>
      </div>
      <div class="query-foot">
        <StatusLine />
        <ResultList />
      </div>
      {asksParameters && (
        <Dialog title={text.query.parameters} onClose={() => setAsksParameters(false)}>
          <p class="soft">{text.query.parametersHint}</p>
          <textarea
            class="mono"
            rows={8}
            aria-label={text.query.parameters}
            aria-invalid={!areParametersValid()}
            aria-describedby={areParametersValid() ? undefined : 'parameters-error'}
            value={queryParameters.value}
            onInput={event => (queryParameters.value = event.currentTarget.value)}
          />
          {!areParametersValid() && (
            <p class="small field-error" id="parameters-error" role="alert">
              {text.query.badParameters}
            </p>
          )}
          <div class="actions">
            <button class="primary" onClick={() => setAsksParameters(false)}>
              {text.done}
            </button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

function ModeSwitch() {
  return (
    <div class="segments query-mode" role="group" aria-label={text.query.mode}>
      {(['ask', 'cypher'] as const).map(mode => (
        <button
          key={mode}
          aria-pressed={queryMode.value === mode}
          class={queryMode.value === mode ? 'on' : ''}
          title={text.query.modeHints[mode]}
          onClick={() => {
            setQueryMode(mode);
            requestAnimationFrame(focusQuery);
          }}
        >
          {text.query.modes[mode]}
        </button>
      ))}
    </div>
  );
}

/** Status of the query. */
function StatusLine() {
  const status = run.status.value;
  if (status === 'idle') return null;
  const rows = text.query.rows(run.rowCount.value);
  const took = text.query.took(run.elapsed.value);
  if (status === 'failed')
    return (
      <pre class="query-error" role="alert">
        {visible(run.error.value)}
      </pre>
    );
  const words = [rows, took];
  if (status === 'cancelled') words.push(text.query.cancelled);
  if (status === 'stopped at the limit') words.push(text.query.limited(run.rowCount.value));
  if (run.mayScan.value) words.push(text.query.mayScan);
  return (
    <div class={`query-status ${status === 'running' ? 'running' : ''}`} role="status">
      {words.join(' · ')}
    </div>
  );
}

function History() {
  const entries = queryHistory.entries.value;
  return (
    <Menu label={text.query.history} face={<Clock3 size={17} />} isRight>
      {close =>
        entries.length === 0 ? (
          <p class="soft pad">{text.query.noHistory}</p>
        ) : (
          <ul class="menu-list">
            {entries.slice(0, 50).map(query => (
              <li key={query}>
                <button
                  class="menu-item mono small clip"
                  title={query}
                  onClick={() => {
                    editQuery(query);
                    close();
                  }}
                >
                  {query}
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </Menu>
  );
}

function share(): void {
  const view = {
    query: shownQuery.value,
    parameters: queryParameters.value,
    atTime: canvas.atTime.value,
    layout: canvas.layout.value,
    clusters: canvas.scene.clusters,
  };
  const link = linkTo(view, location.href);
  history.replaceState(null, '', link);
  navigator.clipboard.writeText(link).then(() => note(text.query.linkCopied), showError);
}
