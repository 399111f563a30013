/** One line about a match: the nodes along its pattern, and the data that their names do not contain. */
import { Fragment } from 'preact';
import { NamedRow, NodeName } from './named-values.js';
import { idsIn } from '../graph/matches/match-query.js';
import type { LiveMatch } from '../session/live/live-matches.js';
import { canvas, currentStyle, live, spoken } from '../session/session.js';

const MOST_NODES = 8;

/** The name of a node, if the node is known. */
export function knownName(id: string): string | undefined {
  const node = canvas.scene.nodes.get(id) ?? spoken.nodes.value.get(id);
  return node === undefined ? undefined : currentStyle(node).label;
}

export function StoryLine({ match }: { readonly match: LiveMatch }) {
  const story = live.stories.value.get(match.resultId) ?? [];
  if (story.length < 2) return <NamedRow row={match.data} />;
  const names = new Set(story.map(knownName));
  const others = Object.entries(match.data).filter(
    ([, value]) => idsIn(value).length === 0 && !names.has(String(value)),
  );
  return (
    <>
      <span class="story-nodes">
        {story.slice(0, MOST_NODES).map((id, i) => (
          <Fragment key={id}>
            {i > 0 && <span class="soft"> › </span>}
            <NodeName id={id} />
          </Fragment>
        ))}
        {story.length > MOST_NODES && <span class="soft"> +{story.length - MOST_NODES}</span>}
      </span>{' '}
      <NamedRow row={Object.fromEntries(others)} />
    </>
  );
}
