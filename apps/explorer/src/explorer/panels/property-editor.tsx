/** Edits a node's properties: shows each change, the query that will run, and a confirmation. */
import { useState } from 'preact/hooks';
import { Plus, Trash2, Undo2 } from 'lucide-preact';
import { allRows } from '../../api/queries.js';
import type { GraphNode } from '../../graph/elements.js';
import { changesOf, writeQuery, writtenOf, type PropertyEdit } from '../../graph/property-changes.js';
import { confirmed } from '../../shell/dialogs.js';
import { note, showError } from '../../shell/toasts.js';
import { text } from '../../texts/en.js';
import { canvas, socket } from '../../session/session.js';

export function PropertyEditor({ node, onDone }: { readonly node: GraphNode; readonly onDone: () => void }) {
  const initial = Object.entries(node.properties).map(([key, value]) => ({ key, text: writtenOf(value) }));
  const [edits, setEdits] = useState<readonly PropertyEdit[]>(initial);
  const [newKey, setNewKey] = useState('');
  const changes = changesOf(node.properties, edits);
  const change = (key: string, written: string | undefined): void =>
    setEdits(edits.map(edit => (edit.key === key ? { key, text: written } : edit)));
  const apply = async (): Promise<void> => {
    const write = writeQuery(node, changes);
    const detail = `${write.query}\n\n${JSON.stringify(write.parameters, null, 2)}`;
    if (!(await confirmed(text.inspector.apply, detail, text.inspector.apply, false))) return;
    try {
      await allRows(socket, write);
      await canvas.fetch([node.id]);
      note(text.inspector.applied);
      onDone();
    } catch (error) {
      showError(error);
    }
  };
  return (
    <form
      class="property-editor"
      onSubmit={event => {
        event.preventDefault();
        void apply();
      }}
    >
      {edits.map(({ key, text: written }) => {
        const isChanged = changes.some(each => each.key === key);
        return (
          <div key={key} class={isChanged ? 'edit-row changed' : 'edit-row'}>
            <label>
              <span class="small soft">{key}</span>
              <input
                class="mono"
                value={written ?? ''}
                disabled={written === undefined}
                onInput={event => change(key, event.currentTarget.value)}
              />
            </label>
            {isChanged ? (
              <button
                type="button"
                class="icon-button"
                aria-label={`${text.inspector.undoChange}: ${key}`}
                title={text.inspector.undoChange}
                onClick={() => {
                  if (key in node.properties) change(key, writtenOf(node.properties[key]));
                  else setEdits(edits.filter(edit => edit.key !== key));
                }}
              >
                <Undo2 size={15} />
              </button>
            ) : (
              <button
                type="button"
                class="icon-button"
                aria-label={`${text.inspector.removeProperty}: ${key}`}
                title={text.inspector.removeProperty}
                onClick={() => change(key, undefined)}
              >
                <Trash2 size={15} />
              </button>
            )}
          </div>
        );
      })}
      <div class="edit-row">
        <input
          placeholder={text.inspector.add}
          aria-label={text.inspector.add}
          value={newKey}
          onInput={event => setNewKey(event.currentTarget.value)}
        />
        <button
          type="button"
          class="icon-button"
          aria-label={text.inspector.add}
          disabled={newKey === '' || edits.some(({ key }) => key === newKey)}
          onClick={() => {
            setEdits([...edits, { key: newKey, text: '' }]);
            setNewKey('');
          }}
        >
          <Plus size={15} />
        </button>
      </div>
      <div class="actions start">
        <button class="primary" disabled={changes.length === 0}>
          {text.inspector.apply} · {text.inspector.changes(changes.length)}
        </button>
        <button type="button" onClick={onDone}>
          {text.cancel}
        </button>
      </div>
    </form>
  );
}
