/** Feeds with their results; each can be turned on and off. */
import { useState } from 'preact/hooks';
import { Pause, Pencil, Play, Plus, Trash2 } from 'lucide-preact';
import type { TapQuery } from '../api/types.js';
import { feeds, live } from '../session/session.js';
import { visible } from '../graph/visible-text.js';
import { changeList } from '../node-styles/ui-lists.js';
import { LIMITS } from '../session/live/feeds.js';
import { confirmed } from '../shell/dialogs.js';
import { text } from '../texts/en.js';
import { FeedForm } from './feed-form.js';

export function FeedList() {
  const [edited, setEdited] = useState<{ of: TapQuery; replaces: TapQuery | undefined }>();
  const [first] = live.standingQueries.value;
  const fresh = (): TapQuery => ({
    name: '',
    standingQueryName: first?.name ?? '',
    query: 'MATCH (n) WHERE strId(n) = $data.id RETURN n',
    preEnrichment: false,
    syntheticEdges: [],
  });
  return (
    <section class="feeds" aria-label={text.feeds.title}>
      <div class="panel-row">
        <h3 class="grow">{text.feeds.title}</h3>
        <button
          class="quiet small"
          disabled={first === undefined}
          onClick={() => setEdited({ of: fresh(), replaces: undefined })}
        >
          <Plus size={14} /> {text.feeds.create}
        </button>
      </div>
      {feeds.definitions.value.length === 0 && <p class="soft small">{text.feeds.none}</p>}
      <ul>
        {feeds.definitions.value.map(feed => (
          <FeedItem key={feed.name} feed={feed} onEdit={() => setEdited({ of: feed, replaces: feed })} />
        ))}
      </ul>
      {edited !== undefined && <FeedForm {...edited} onClose={() => setEdited(undefined)} />}
    </section>
  );
}

function FeedItem({ feed, onEdit }: { readonly feed: TapQuery; readonly onEdit: () => void }) {
  const { name, description } = feed;
  const state = feeds.states.value.get(name);
  const remove = async (): Promise<void> => {
    if (await confirmed(text.feeds.confirm(name), text.feeds.confirmDetail, text.delete))
      await changeList('tapQueries', all => all.filter(each => each.name !== name));
  };
  const isFull = state !== undefined && state.nodes.size >= state.limit;
  return (
    <li>
      <div class="panel-row">
        <label class="switch grow clip" title={description ?? feed.query}>
          <input
            type="checkbox"
            checked={state !== undefined}
            onChange={event => (event.currentTarget.checked ? feeds.turnOn(name) : feeds.turnOff(name))}
          />
          {state !== undefined && <i class="swatch" style={{ background: state.color }} />}
          <span class="clip">{name}</span>
        </label>
        {state !== undefined && (
          <button
            class="icon-button"
            aria-label={text.feeds.pause(name, state.isPaused)}
            title={text.feeds.pause(name, state.isPaused)}
            onClick={() => feeds.pause(name, !state.isPaused)}
          >
            {state.isPaused ? <Play size={14} /> : <Pause size={14} />}
          </button>
        )}
        <button class="icon-button" aria-label={`${text.inspector.edit}: ${name}`} onClick={onEdit}>
          <Pencil size={14} />
        </button>
        <button class="icon-button" aria-label={`${text.delete}: ${name}`} onClick={() => void remove()}>
          <Trash2 size={14} />
        </button>
      </div>
      {state !== undefined && (
        <div class="panel-row small soft">
          <i class={state.isConnected && !state.isPaused ? 'dot live' : 'dot'} />
          <span class="grow">
            {text.feeds.figures(state.received, state.nodes.size)}
            {isFull && <strong> · {text.feeds.full}</strong>}
          </span>
          <label>
            {text.feeds.limit}{' '}
            <select
              aria-label={text.feeds.limitOf(name)}
              value={state.limit}
              onChange={event => feeds.setLimit(name, Number(event.currentTarget.value))}
            >
              {LIMITS.map(limit => (
                <option key={limit} value={limit}>
                  {limit}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      {state !== undefined && state.error !== '' && <pre class="failure">{visible(state.error)}</pre>}
    </li>
  );
}
