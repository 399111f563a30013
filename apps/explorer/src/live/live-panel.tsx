/** Standing queries and their live matches. */
import { useState } from 'preact/hooks';
import { Eye, EyeOff, Radio, Scale, Replace } from 'lucide-preact';
import { NamedRow } from './named-values.js';
import { canvas, live } from '../session/session.js';
import { Empty } from '../parts/empty.js';
import { go } from '../shell/router.js';
import { showError } from '../shell/toasts.js';
import { text } from '../texts/en.js';
import { AuditDialog } from './audit.js';
import { FeedList } from './feed-list.js';
import type { LiveMatch } from './live-matches.js';
import { MatchDetails } from './match-details.js';
import { ReplaceDialog } from './replace.js';

const SHOWN = 60;

export function LivePanel() {
  const [opened, setOpened] = useState<LiveMatch>();
  // The list is held still while it has the pointer or the focus.
  const [held, setHeld] = useState<readonly LiveMatch[]>();
  const queries = live.standingQueries.value;
  const latest = live.matches.value;
  const unwatched = live.unwatched.value;
  const matches = (held ?? latest).filter(({ standingQuery }) => !unwatched.has(standingQuery));
  const missed = held === undefined ? 0 : live.received.value - (held[0]?.number ?? 0);
  const hold = (): void => setHeld(before => before ?? live.matches.peek());
  const resume = (): void => setHeld(undefined);
  if (queries.length === 0)
    return (
      <Empty icon={Radio}>
        {text.live.none}
        <br />
        <button class="primary" onClick={() => go('streams')}>
          {text.live.create}
        </button>
      </Empty>
    );
  return (
    <div class="panel">
      <p class="soft small">{text.live.hint}</p>
      <ul class="watched">
        {queries.map(({ name }) => (
          <Watched key={name} name={name} />
        ))}
      </ul>
      <FeedList />
      {matches.length === 0 ? (
        <p class="soft waiting">
          <i class="dot live" /> {text.live.waiting}
        </p>
      ) : (
        <div role="log" aria-label={text.live.title}>
          <p class="soft small held" aria-live="off">
            {missed > 0 ? text.live.missed(missed) : text.live.newest}
          </p>
          <ol
            class="matches"
            onPointerEnter={hold}
            onPointerLeave={resume}
            onFocusCapture={hold}
            onBlurCapture={resume}
          >
            {matches.slice(0, SHOWN).map(match => (
              <MatchRow key={match.number} match={match} onOpen={() => setOpened(match)} />
            ))}
          </ol>
        </div>
      )}
      {opened !== undefined && <MatchDetails match={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

function Watched({ name }: { readonly name: string }) {
  const [dialog, setDialog] = useState<'audit' | 'replace'>();
  const isWatched = !live.unwatched.value.has(name);
  const query = live.standingQueries.value.find(each => each.name === name);
  const total = query?.stats.local?.rates.count ?? 0;
  return (
    <li>
      <i class={live.connected.value.has(name) ? 'dot live' : 'dot'} />
      <span class="grow clip" title={live.patternOf(name)}>
        <strong>{name}</strong>
      </span>
      <span class="soft small count">{text.live.total(total)}</span>
      <button
        class="icon-button"
        title={text.live.audit}
        aria-label={`${text.live.audit}: ${name}`}
        onClick={() => setDialog('audit')}
      >
        <Scale size={15} />
      </button>
      <button
        class="icon-button"
        title={text.live.replace}
        aria-label={`${text.live.replace}: ${name}`}
        onClick={() => setDialog('replace')}
      >
        <Replace size={15} />
      </button>
      <button
        class="icon-button"
        aria-pressed={isWatched}
        title={text.live.watch(name)}
        aria-label={text.live.watch(name)}
        onClick={() => live.setWatched(name, !isWatched)}
      >
        {isWatched ? <Eye size={15} /> : <EyeOff size={15} />}
      </button>
      {dialog === 'audit' && <AuditDialog name={name} onClose={() => setDialog(undefined)} />}
      {dialog === 'replace' && query !== undefined && (
        <ReplaceDialog query={query} onClose={() => setDialog(undefined)} />
      )}
    </li>
  );
}

function MatchRow({ match, onOpen }: { readonly match: LiveMatch; readonly onOpen: () => void }) {
  const show = (): void =>
    void live.draw(match).then(ids => {
      if (ids.length === 0) return;
      canvas.select(new Set(ids));
      canvas.view?.centerOn(...ids);
    }, showError);
  return (
    <li class={match.isMatch ? 'match' : 'match ended'}>
      <button class="match-main" onClick={onOpen} title={text.live.openMatch}>
        <span class="match-head">
          <span class={match.isMatch ? 'pill good' : 'pill bad'}>
            {match.isMatch ? text.live.match : text.live.ended}
          </span>
          <span class="clip grow">{match.standingQuery}</span>
          <time class="soft small">{new Date(match.at).toLocaleTimeString('en-GB')}</time>
        </span>
        <span class="match-data mono small">
          <NamedRow row={match.data} />
        </span>
      </button>
      <button class="icon-button" aria-label={text.live.show} title={text.live.show} onClick={show}>
        <Eye size={15} />
      </button>
    </li>
  );
}
