/** The latest matches: searched, filtered by standing query, and grouped where they read the same. */
import { useState } from 'preact/hooks';
import { Eye } from 'lucide-preact';
import { contains, groupMatches, type MatchGroup } from '../graph/matches/match-groups.js';
import { idsIn } from '../graph/matches/match-query.js';
import type { LiveMatch } from '../session/live/live-matches.js';
import { live } from '../session/session.js';
import { text } from '../texts/en.js';
import { MatchTime } from './match-time.js';
import { showMatch } from './show-match.js';
import { knownName, StoryLine } from './story-line.js';

const SHOWN = 60;

export function MatchList({ onOpen }: { readonly onOpen: (match: LiveMatch) => void }) {
  const [search, setSearch] = useState('');
  const [query, setQuery] = useState('');
  const [isGrouped, setGrouped] = useState(false);
  // The list is held still while it has the pointer or the focus.
  const [held, setHeld] = useState<readonly LiveMatch[]>();
  const unwatched = live.unwatched.value;
  const all = (held ?? live.matches.value).filter(({ standingQuery }) => !unwatched.has(standingQuery));
  const missed = held === undefined ? 0 : live.received.value - (held[0]?.number ?? 0);
  const hold = (): void => setHeld(before => before ?? live.matches.peek());
  const resume = (): void => setHeld(undefined);
  const found = all.filter(
    match =>
      (query === '' || match.standingQuery === query) &&
      (search.trim() === '' || contains(textOf(match), search.trim())),
  );
  const groups: readonly MatchGroup<LiveMatch>[] = isGrouped
    ? groupMatches(found, textOf)
    : found.map(match => ({ matches: [match] }));
  const names = [...new Set(all.map(({ standingQuery }) => standingQuery))];
  return (
    <>
      <div class="match-filters">
        <input
          type="search"
          placeholder={text.matches.search}
          aria-label={text.matches.search}
          value={search}
          onInput={event => setSearch(event.currentTarget.value)}
        />
        {names.length > 1 && (
          <select
            aria-label={text.live.query}
            value={query}
            onChange={event => setQuery(event.currentTarget.value)}
          >
            <option value="">{text.matches.everyQuery}</option>
            {names.map(name => (
              <option key={name} value={name}>
                {live.nameOf(name)}
              </option>
            ))}
          </select>
        )}
        <label class="switch small" title={text.matches.groupHint}>
          <input
            type="checkbox"
            checked={isGrouped}
            onChange={event => setGrouped(event.currentTarget.checked)}
          />
          <span>{text.matches.group}</span>
        </label>
      </div>
      {all.length === 0 ? (
        <p class="soft waiting">
          <i class="dot live" /> {text.live.waiting}
        </p>
      ) : (
        <div role="log" aria-label={text.live.title}>
          <p class="soft small held" aria-live="off">
            {missed > 0
              ? text.live.missed(missed)
              : found.length === 0
                ? text.matches.none
                : text.live.newest}
          </p>
          <ol
            class="matches"
            onPointerEnter={hold}
            onPointerLeave={resume}
            onFocusCapture={hold}
            onBlurCapture={resume}
          >
            {groups.slice(0, SHOWN).map(({ matches }) => (
              <MatchRow
                key={matches.at(-1)!.number}
                match={matches[0]}
                count={matches.length}
                onOpen={() => onOpen(matches[0])}
              />
            ))}
          </ol>
        </div>
      )}
    </>
  );
}

/** Names instead of ids, as far as they are known, so that matches of different nodes with the same names read alike. */
function textOf(match: LiveMatch): string {
  const ids = live.stories.value.get(match.resultId) ?? idsIn(match.data);
  const names = ids.map(id => knownName(id) ?? id);
  const values = Object.values(match.data).filter(value => idsIn(value).length === 0);
  return [match.standingQuery, live.nameOf(match.standingQuery), ...names, JSON.stringify(values)].join(' ');
}

function MatchRow(props: { readonly match: LiveMatch; readonly count: number; readonly onOpen: () => void }) {
  const { match, count, onOpen } = props;
  return (
    <li class={match.isMatch ? 'match' : 'match ended'}>
      <button class="match-main" onClick={onOpen} title={text.live.openMatch}>
        <span class="match-head">
          <span class={match.isMatch ? 'pill good' : 'pill ended'}>
            {match.isMatch ? text.live.match : text.live.ended}
          </span>
          <span class="clip grow">{live.nameOf(match.standingQuery)}</span>
          {count > 1 && <span class="count">×{count}</span>}
          <MatchTime at={match.at} />
        </span>
        <span class="match-data small">
          <StoryLine match={match} />
        </span>
      </button>
      <button
        class="icon-button"
        aria-label={text.live.show}
        title={text.live.show}
        onClick={() => void showMatch(match)}
      >
        <Eye size={15} />
      </button>
    </li>
  );
}
