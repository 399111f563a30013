/**
 * Form of a feed: the source of results, the query for each, and the edges to draw. The service stores it for everyone.
 */
import { useState } from 'preact/hooks';
import { Plus, Trash2 } from 'lucide-preact';
import type { StandingQuery, TapQuery } from '../api/types.js';
import { checking } from '../editor/checking.js';
import { Editor } from '../editor/editor.js';
import { feeds, live } from '../session/session.js';
import { changeList } from '../node-styles/ui-lists.js';
import { FormError, type Failure } from '../parts/form-error.js';
import { Dialog } from '../shell/dialogs.js';
import { text } from '../texts/en.js';

type SyntheticEdge = NonNullable<TapQuery['syntheticEdges']>[number];

const check = checking('');
const NEW_EDGE: SyntheticEdge = {
  fromNode: 'data.id',
  toNode: '',
  label: '',
  direction: 'OUT',
  nodeIdsFrom: 'WIRETAP_MESSAGE',
};

export interface FeedFormProps {
  readonly of: TapQuery;
  readonly replaces: TapQuery | undefined;
  readonly onClose: () => void;
}

export function FeedForm({ of, replaces, onClose }: FeedFormProps) {
  const [feed, setFeed] = useState(of);
  const [failure, setFailure] = useState<Failure>();
  const change = (changed: Partial<TapQuery>): void => setFeed({ ...feed, ...changed });
  const edges = feed.syntheticEdges ?? [];
  const save = async (): Promise<void> => {
    const others = feeds.definitions.value.filter(({ name }) => name !== replaces?.name);
    if (others.some(({ name }) => name === feed.name))
      return setFailure({ message: text.feeds.taken(feed.name) });
    const isSaved = await changeList('tapQueries', all => {
      const index = all.findIndex(({ name }) => name === replaces?.name);
      return index === -1 ? [...all, feed] : all.with(index, feed);
    });
    if (isSaved) onClose();
  };
  return (
    <Dialog title={text.feeds.formTitle} onClose={onClose}>
      <form
        onSubmit={event => {
          event.preventDefault();
          void save();
        }}
      >
        <label class="field">
          <span>{text.styles.name}</span>
          <input required value={feed.name} onInput={event => change({ name: event.currentTarget.value })} />
        </label>
        <Source feed={feed} onChange={change} />
        <div class="field">
          <span class="field-name">{text.feeds.query}</span>
          <div class="framed">
            <Editor
              text={feed.query}
              label={text.feeds.query}
              hint="MATCH (n) WHERE strId(n) = $data.id RETURN n"
              check={check}
              onChange={query => change({ query })}
            />
          </div>
          <p class="soft small">{text.feeds.queryHint}</p>
        </div>
        <fieldset>
          <legend>{text.feeds.edges}</legend>
          <p class="soft small">{text.feeds.edgesHint}</p>
          {edges.map((edge, i) => (
            <EdgeFields
              key={i}
              edge={edge}
              number={i + 1}
              onChange={changed => change({ syntheticEdges: edges.with(i, changed) })}
              onRemove={() => change({ syntheticEdges: edges.toSpliced(i, 1) })}
            />
          ))}
          <button
            type="button"
            class="quiet small"
            onClick={() => change({ syntheticEdges: [...edges, NEW_EDGE] })}
          >
            <Plus size={14} /> {text.feeds.addEdge}
          </button>
        </fieldset>
        <FormError of={failure} />
        <p class="soft small">{text.styles.forEveryone}</p>
        <div class="actions stays">
          <button class="primary">{text.save}</button>
        </div>
      </form>
    </Dialog>
  );
}

function Source({ feed, onChange }: { feed: TapQuery; onChange: (changed: Partial<TapQuery>) => void }) {
  const queries: readonly StandingQuery[] = live.standingQueries.value;
  const outputs = queries.find(({ name }) => name === feed.standingQueryName)?.outputs ?? [];
  const output = feed.outputName ?? undefined;
  return (
    <>
      <label class="field">
        <span>{text.live.query}</span>
        <select
          value={feed.standingQueryName}
          onChange={event => onChange({ standingQueryName: event.currentTarget.value, outputName: null })}
        >
          {queries.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label class="field">
        <span>{text.feeds.place}</span>
        <select
          value={output === undefined ? '' : `${feed.preEnrichment ? 'before' : 'after'} ${output}`}
          onChange={event => {
            const [where, ...name] = event.currentTarget.value.split(' ');
            if (name.length === 0) onChange({ outputName: null, preEnrichment: false });
            else onChange({ outputName: name.join(' '), preEnrichment: where === 'before' });
          }}
        >
          <option value="">{text.feeds.raw}</option>
          {outputs.flatMap(({ name }) => [
            <option key={`b${name}`} value={`before ${name}`}>
              {text.feeds.before(name)}
            </option>,
            <option key={`a${name}`} value={`after ${name}`}>
              {text.feeds.after(name)}
            </option>,
          ])}
        </select>
      </label>
    </>
  );
}

function EdgeFields(props: {
  readonly edge: SyntheticEdge;
  readonly number: number;
  readonly onChange: (edge: SyntheticEdge) => void;
  readonly onRemove: () => void;
}) {
  const { edge, number, onChange } = props;
  const field = (key: 'fromNode' | 'label' | 'toNode', hint: string) => (
    <label class="grow">
      <span class="visually-hidden">{text.feeds.edgeField(text.feeds[key], number)}</span>
      <input
        required
        value={edge[key]}
        placeholder={hint}
        onInput={event => onChange({ ...edge, [key]: event.currentTarget.value })}
      />
    </label>
  );
  return (
    <div class="panel-row">
      {field('fromNode', 'data.id')}
      {field('label', text.feeds.label)}
      {field('toNode', 'data.other')}
      <button
        type="button"
        class="icon-button"
        aria-label={text.feeds.removeEdge(number)}
        title={text.feeds.removeEdge(number)}
        onClick={props.onRemove}
      >
        <Trash2 size={14} />
      </button>
    </div>
  );
}
