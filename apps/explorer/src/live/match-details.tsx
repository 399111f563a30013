/** One match: its data, the records that caused it, and the journals of its nodes. */
import { useEffect, useState } from 'preact/hooks';
import { CircleHelp, Eye } from 'lucide-preact';
import { journalOf } from '../api/journals.js';
import { NamedValue, NodeName } from './named-values.js';
import { canvas, live } from '../session/session.js';
import { writingsOf, type Writing } from '../graph/journal.js';
import { idsIn } from '../graph/match-query.js';
import { visible } from '../graph/visible-text.js';
import { Dialog } from '../shell/dialogs.js';
import { showError } from '../shell/toasts.js';
import { format, text } from '../texts/en.js';
import type { LiveMatch, RecordPosition } from './live-matches.js';
import { nodeOfMatch, Why } from './why.js';

const MOST_NODES = 8;

interface WritingOfNode extends Writing {
  readonly node: string;
}

export function MatchDetails({
  match,
  onClose,
}: {
  readonly match: LiveMatch;
  readonly onClose: () => void;
}) {
  const [ids, setIds] = useState<readonly string[]>([]);
  const [writings, setWritings] = useState<readonly WritingOfNode[]>([]);
  const [why, setWhy] = useState<string>();
  useEffect(() => {
    void (async () => {
      const drawn = await live.draw(match);
      setIds(drawn);
      const journals = await Promise.all(
        drawn
          .slice(0, MOST_NODES)
          .map(async node => writingsOf(await journalOf(node)).map(writing => ({ ...writing, node }))),
      );
      setWritings(journals.flat().sort((a, b) => a.time - b.time));
    })().catch(showError);
  }, [match.number]);
  const explain = async (): Promise<void> => {
    const all = [...new Set([...idsIn(match.data), ...ids])];
    setWhy(await nodeOfMatch(match.standingQuery, all.slice(0, MOST_NODES)));
  };
  const show = (): void => {
    canvas.select(new Set(ids));
    canvas.view?.centerOn(...ids);
    onClose();
  };
  return (
    <Dialog
      title={`${match.standingQuery} · ${match.isMatch ? text.live.match : text.live.ended}`}
      isWide
      onClose={onClose}
    >
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
      <div class="actions start">
        <button class="primary" disabled={ids.length === 0} onClick={show}>
          <Eye size={15} /> {text.live.show}
        </button>
        {ids.length > 0 && (
          <button onClick={() => void explain().catch(showError)}>
            <CircleHelp size={15} /> {text.why.onNode}
          </button>
        )}
      </div>
      <h3>{text.live.records}</h3>
      <Records match={match} />
      {writings.length > 0 && (
        <>
          <h3>{text.live.written}</h3>
          <ol class="writings">
            {writings.map((writing, i) => (
              <li key={i}>
                <time class="small soft mono">{format.clock(new Date(writing.time))}</time>
                <strong>
                  <NodeName id={writing.node} />
                </strong>
                <span class="mono small break">{visible(writing.words.join(', '))}</span>
              </li>
            ))}
          </ol>
        </>
      )}
      {why !== undefined && <Why name={match.standingQuery} id={why} onClose={() => setWhy(undefined)} />}
    </Dialog>
  );
}

function Records({ match }: { readonly match: LiveMatch }) {
  const { provenance, isMatch, isTruncated } = match;
  if (provenance === undefined) return <p class="soft small">{text.live.noProvenance}</p>;
  if (provenance.length === 0) return <p class="soft small">{text.live.noRecord}</p>;
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
