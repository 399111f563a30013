/** Standing queries and their live matches. */
import { useState } from 'preact/hooks';
import { Eye, EyeOff, Radio, Scale, Replace } from 'lucide-preact';
import { live } from '../session/session.js';
import { Empty } from '../parts/empty.js';
import type { LiveMatch } from '../session/live/live-matches.js';
import { go } from '../shell/router.js';
import { text } from '../texts/en.js';
import { AuditDialog } from './audit.js';
import { FeedList } from './feed-list.js';
import { MatchList } from './match-list.js';
import { MatchStory } from './match-story.js';
import { ReplaceDialog } from './replace.js';

export function LivePanel() {
  const [opened, setOpened] = useState<LiveMatch>();
  const queries = live.standingQueries.value;
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
  if (opened !== undefined) return <MatchStory match={opened} onClose={() => setOpened(undefined)} />;
  return (
    <div class="panel">
      <p class="soft small">{text.live.hint}</p>
      <ul class="watched">
        {queries.map(({ name }) => (
          <Watched key={name} name={name} />
        ))}
      </ul>
      <FeedList />
      <MatchList onOpen={setOpened} />
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
        <strong>{live.nameOf(name)}</strong>
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
