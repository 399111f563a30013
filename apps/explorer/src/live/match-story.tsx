/** One match: its pattern, drawn and checked; its data; the records that caused it; and what happened to its nodes. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { ArrowLeft, Eye, History } from 'lucide-preact';
import { journalOf } from '../api/journals.js';
import { NamedValue, NodeName } from './named-values.js';
import { canvas, live, travel } from '../session/session.js';
import { writingsOf, type Writing } from '../graph/journal.js';
import { idsIn } from '../graph/matches/match-query.js';
import { visible } from '../graph/visible-text.js';
import type { LiveMatch, RecordPosition } from '../session/live/live-matches.js';
import { showError } from '../shell/toasts.js';
import { format, text } from '../texts/en.js';
import { storyTexts } from '../texts/story.js';
import { MatchTime } from './match-time.js';
import { PatternDrawing } from './pattern-drawing.js';
import { showMatch } from './show-match.js';
import { StoryLine } from './story-line.js';

const MOST_NODES = 12;
/** Writes that are shown at first: a hub has many. */
const FEW_WRITINGS = 15;

interface WritingOfNode extends Writing {
  readonly node: string;
}

/** @param props.onClose absent where something else closes it, such as a dialog. */
export function MatchStory({ match, onClose }: { readonly match: LiveMatch; readonly onClose?: () => void }) {
  const [ids, setIds] = useState<readonly string[]>(() => idsOf(match));
  const [writings, setWritings] = useState<readonly WritingOfNode[]>([]);
  const [areAllShown, setAllShown] = useState(false);
  const back = useRef<HTMLButtonElement>(null);
  // Replaces the list, which had the focus.
  useEffect(() => back.current?.focus(), []);
  const isEnded = !match.isMatch || live.hasEnded(match);
  useEffect(() => {
    let isOpen = true;
    void (async () => {
      const drawn = await live.draw(match);
      if (!isOpen) return;
      if (drawn.length > 0) canvas.view?.centerOn(...drawn);
      setIds([...new Set([...idsOf(match), ...drawn])].slice(0, MOST_NODES));
      const journals = await Promise.all(
        drawn
          .slice(0, MOST_NODES)
          .map(async node => writingsOf(await journalOf(node)).map(writing => ({ ...writing, node }))),
      );
      if (isOpen) setWritings(journals.flat().sort((a, b) => b.time - a.time));
    })().catch(showError);
    return () => {
      isOpen = false;
    };
  }, [match.number]);
  return (
    <article class="story" aria-label={storyTexts.title}>
      <header class="story-head">
        {onClose !== undefined && (
          <button
            ref={back}
            class="icon-button"
            onClick={onClose}
            aria-label={storyTexts.back}
            title={storyTexts.back}
          >
            <ArrowLeft size={17} />
          </button>
        )}
        <span class={isEnded ? 'pill ended' : 'pill good'}>
          {isEnded ? text.live.ended : text.live.match}
        </span>
        <h3 class="clip grow">{live.nameOf(match.standingQuery)}</h3>
        <button
          class="icon-button"
          aria-label={text.live.show}
          title={text.live.show}
          onClick={() => void showMatch(match)}
        >
          <Eye size={16} />
        </button>
        {match.at === undefined ? (
          <MatchTime at={undefined} />
        ) : (
          <button
            class="quiet small"
            title={storyTexts.travel}
            onClick={() => void travel.open(match.at).catch(showError)}
          >
            <MatchTime at={match.at} /> <History size={14} />
          </button>
        )}
      </header>
      <p class="story-line">
        <StoryLine match={match} />
      </p>
      <PatternDrawing name={match.standingQuery} ids={ids} isEnded={isEnded} />
      <h4>{storyTexts.data}</h4>
      <dl class="properties">
        {Object.entries(match.data).map(([key, value]) => (
          <div key={key}>
            <dt>{visible(key)}</dt>
            <dd class="mono">
              <NamedValue value={value} />
            </dd>
          </div>
        ))}
      </dl>
      <h4>{text.live.records}</h4>
      <Records match={match} />
      {writings.length > 0 && (
        <>
          <h4>{storyTexts.timeline}</h4>
          <ol class="writings">
            {(areAllShown ? writings : writings.slice(0, FEW_WRITINGS)).map((writing, i) => (
              <li key={i}>
                <button
                  class="link small mono"
                  title={storyTexts.travel}
                  onClick={() => void travel.open(writing.time).catch(showError)}
                >
                  <time>{format.clock(new Date(writing.time))}</time>
                </button>
                <strong>
                  <NodeName id={writing.node} />
                </strong>
                <span class="mono small break">{visible(writing.words.join(', '))}</span>
              </li>
            ))}
          </ol>
          {!areAllShown && writings.length > FEW_WRITINGS && (
            <button class="quiet small" onClick={() => setAllShown(true)}>
              {storyTexts.all(writings.length)}
            </button>
          )}
        </>
      )}
    </article>
  );
}

function idsOf(match: LiveMatch): string[] {
  return [...new Set([...idsIn(match.data), ...(live.stories.peek().get(match.resultId) ?? [])])];
}

function Records({ match }: { readonly match: LiveMatch }) {
  const { provenance, isMatch, isTruncated } = match;
  if (provenance === undefined) return <p class="soft small">{storyTexts.noProvenance}</p>;
  if (provenance.length === 0) return <p class="soft small">{storyTexts.noRecord}</p>;
  const role = (recordIndex: number): string => {
    if (!isMatch) return text.live.endedBy;
    return recordIndex === 0 ? text.live.completed : text.live.took;
  };
  return (
    <>
      <ol class="records">
        {provenance.map((record: RecordPosition, i) => (
          <li key={i} class={i === 0 ? 'first' : ''}>
            <strong>{record.stream}</strong>
            <span class="mono">{text.live.position(record.position)}</span>
            <span class="soft small">{role(i)}</span>
          </li>
        ))}
      </ol>
      {isTruncated && <p class="soft small">{text.live.truncated}</p>}
    </>
  );
}
