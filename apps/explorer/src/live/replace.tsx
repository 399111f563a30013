/** Replaces the pattern of a standing query: previews added and removed results, then applies the change. */
import { useEffect, useState } from 'preact/hooks';
import { request, getJson } from '../api/http.js';
import type { Backpressure, StandingQuery } from '../api/types.js';
import { checking } from '../editor/checking.js';
import { completing } from '../editor/completion.js';
import { Editor } from '../editor/editor.js';
import { NamedRow } from './named-values.js';
import { live, socket } from '../session/session.js';
import { comparedQueries, type ComparedQueries } from '../graph/compared-runs.js';
import { Dialog } from '../shell/dialogs.js';
import { note, showError } from '../shell/toasts.js';
import { text } from '../texts/en.js';

const SHOWN = 8;

const check = checking();

export function ReplaceDialog({
  query,
  onClose,
}: {
  readonly query: StandingQuery;
  readonly onClose: () => void;
}) {
  const before = query.pattern?.query ?? '';
  const [pattern, setPattern] = useState(before);
  const [compared, setCompared] = useState<ComparedQueries>();
  const [isBusy, setBusy] = useState(false);
  // A comparison scans all nodes, so it is canceled with the dialog.
  const [opened] = useState(() => new AbortController());
  useEffect(() => () => opened.abort(), [opened]);
  const busily = async (work: () => Promise<void>): Promise<void> => {
    // The buttons stay enabled, because a disabled one loses the focus.
    if (isBusy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      showError(error);
    } finally {
      setBusy(false);
    }
  };
  const compare = (): Promise<void> =>
    busily(async () => {
      // The service's clock: its present may be in the future of this machine's clock.
      const [host] = await getJson<Backpressure[]>('api/v2/system/backpressure');
      const moment = Date.parse(host?.timestamp ?? '');
      const { signal } = opened;
      const found = await comparedQueries(socket, moment, before, pattern, signal);
      if (!signal.aborted) setCompared(found);
    });
  const replace = (): Promise<void> =>
    busily(async () => {
      const path = `api/v2/graph/quine/standingQueries/${encodeURIComponent(query.name)}`;
      await request('PUT', path, { pattern: { ...query.pattern, query: pattern } });
      await live.readList();
      note(text.live.replaced);
      onClose();
    });
  return (
    <Dialog title={text.live.replaceTitle(query.name)} isWide onClose={onClose}>
      <div class="framed">
        <Editor
          text={pattern}
          label={text.live.pattern}
          hint=""
          complete={completing}
          check={check}
          onChange={changed => {
            setPattern(changed);
            setCompared(undefined);
          }}
        />
      </div>
      <p class="soft small">{text.live.compareHint}</p>
      {compared !== undefined && <Difference compared={compared} />}
      <div class="actions">
        <button disabled={pattern === before} aria-disabled={isBusy} onClick={() => void compare()}>
          {text.live.compare}
        </button>
        <button
          class="primary"
          disabled={pattern === before}
          aria-disabled={isBusy}
          onClick={() => void replace()}
        >
          {isBusy ? text.loading : text.live.takeOver}
        </button>
      </div>
    </Dialog>
  );
}

function Difference({ compared }: { readonly compared: ComparedQueries }) {
  const { kept, gained, lost, at } = compared;
  const more = [gained, lost].reduce((sum, rows) => sum + Math.max(0, rows.length - SHOWN), 0);
  return (
    <div class="compared">
      <p class="soft small">{at === undefined ? text.live.notOfOneMoment : text.live.asOf(new Date(at))}</p>
      <p>
        <span class="pill">{text.live.kept(kept)}</span>{' '}
        <span class="pill good">{text.live.gained(gained.length)}</span>{' '}
        <span class="pill bad">{text.live.lostRows(lost.length)}</span>
      </p>
      <ul class="mono small">
        {gained.slice(0, SHOWN).map((row, i) => (
          <li key={`g${i}`} class="gained break">
            + <NamedRow row={row} />
          </li>
        ))}
        {lost.slice(0, SHOWN).map((row, i) => (
          <li key={`l${i}`} class="lost break">
            − <NamedRow row={row} />
          </li>
        ))}
      </ul>
      {more > 0 && <p class="soft small">{text.live.moreRows(more)}</p>}
    </div>
  );
}
