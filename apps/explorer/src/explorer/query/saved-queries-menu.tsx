/** The menu of saved queries, in folders, and the form that saves one. */
import { useState } from 'preact/hooks';
import { Star, Trash2 } from 'lucide-preact';
import type { SampleQuery } from '../../api/types.js';
import { changeList } from '../../node-styles/ui-lists.js';
import { Menu } from '../../parts/menu.js';
import { confirmed, Dialog } from '../../shell/dialogs.js';
import { text } from '../../texts/en.js';
import { editQuery, shownQuery } from '../../session/query-mode.js';
import { changeOwn, foldersOf, ownQueries, withQuery } from '../../session/saved-queries.js';
import { samples } from '../../session/session.js';

export function SavedQueries({ onRun }: { readonly onRun: (query: string) => void }) {
  const [isSaving, setSaving] = useState(false);
  return (
    <>
      <Menu label={text.query.samples} face={<Star size={17} />} isRight>
        {close => {
          const run = (query: string): void => {
            editQuery(query);
            close();
            onRun(query);
          };
          return (
            <>
              <Folders
                title={text.query.everyone}
                queries={samples.value}
                onRun={run}
                onRemove={name => void removeShared(name)}
              />
              <Folders title={text.query.own} queries={ownQueries.value} onRun={run} onRemove={removeOwn} />
              <button
                class="menu-item foot"
                onClick={() => {
                  close();
                  setSaving(true);
                }}
              >
                {text.query.saveSample}
              </button>
            </>
          );
        }}
      </Menu>
      {isSaving && <SaveForm onClose={() => setSaving(false)} />}
    </>
  );
}

function Folders(props: {
  readonly title: string;
  readonly queries: readonly SampleQuery[];
  readonly onRun: (query: string) => void;
  readonly onRemove: (name: string) => void;
}) {
  if (props.queries.length === 0) return null;
  return (
    <section class="saved-queries" aria-label={props.title}>
      <h3>{props.title}</h3>
      {foldersOf(props.queries).map(({ name: folder, queries }) => (
        <div key={folder}>
          {folder !== '' && <h4>{folder}</h4>}
          <ul class={folder === '' ? 'menu-list' : 'menu-list nested'}>
            {queries.map(({ title, saved: { name, query } }) => (
              <li key={name} class="panel-row">
                <button class="menu-item grow" title={query} onClick={() => props.onRun(query)}>
                  {title}
                </button>
                <button
                  class="icon-button"
                  aria-label={`${text.delete}: ${name}`}
                  title={text.delete}
                  onClick={() => props.onRemove(name)}
                >
                  <Trash2 size={14} />
                </button>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

async function removeShared(name: string): Promise<void> {
  if (await confirmed(text.query.removeSaved(name), text.query.removeSavedDetail, text.delete))
    await changeList('sampleQueries', all => all.filter(each => each.name !== name));
}

function removeOwn(name: string): void {
  changeOwn(ownQueries.value.filter(each => each.name !== name));
}

function SaveForm({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const save = async (): Promise<void> => {
    const saved = { name: name.trim(), query: shownQuery.value };
    if (!isShared) changeOwn(withQuery(ownQueries.value, saved));
    else if (!(await changeList('sampleQueries', all => withQuery(all, saved)))) return;
    onClose();
  };
  return (
    <Dialog title={text.query.saveSample} onClose={onClose}>
      <form
        onSubmit={event => {
          event.preventDefault();
          void save();
        }}
      >
        <label class="field">
          <span>{text.query.sampleName}</span>
          <input
            required
            value={name}
            placeholder={text.query.sampleNameHint}
            onInput={event => setName(event.currentTarget.value)}
          />
        </label>
        <label class="switch">
          <input
            type="checkbox"
            checked={isShared}
            onChange={event => setShared(event.currentTarget.checked)}
          />
          <span>{text.query.forEveryone}</span>
        </label>
        <pre class="code">{shownQuery.value}</pre>
        <div class="actions">
          <button class="primary">{text.save}</button>
        </div>
      </form>
    </Dialog>
  );
}
