/** The shared lists: appearances of nodes and quick queries, in order. */
import { useState } from 'preact/hooks';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-preact';
import type { QuickQuery } from '../api/types.js';
import { appearances, quickQueries } from '../session/session.js';
import { colorOfType } from '../graph/appearance.js';
import { moved, without } from '../graph/appearance-rules.js';
import { Dialog } from '../shell/dialogs.js';
import { text } from '../texts/en.js';
import { StyleForm } from './style-form.js';
import { areSettingsOpen, editedStyle } from './opened-styles.js';
import { wordsOf } from './predicate-fields.js';
import { QuickQueryForm } from './quick-query-form.js';
import { changeList } from './ui-lists.js';

const ANY_NODE = { propertyKeys: [], knownValues: {} };
const NEW_QUERY: QuickQuery = {
  predicate: ANY_NODE,
  quickQuery: { name: '', querySuffix: 'RETURN n', sort: 'NODE' },
};

export function Settings() {
  const edited = editedStyle.value;
  return (
    <>
      {areSettingsOpen.value && <SettingsDialog onClose={() => (areSettingsOpen.value = false)} />}
      {edited !== undefined && <StyleForm {...edited} onClose={() => (editedStyle.value = undefined)} />}
    </>
  );
}

function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const [edited, setEdited] = useState<{ of: QuickQuery; replaces: QuickQuery | undefined }>();
  const styles = appearances.value;
  const queries = quickQueries.value;
  return (
    <Dialog title={text.styles.settings} isWide onClose={onClose}>
      <p class="soft small">{text.styles.forEveryone}</p>
      <section>
        <div class="panel-row">
          <h3 class="grow">{text.styles.title}</h3>
          <button
            class="quiet"
            onClick={() => (editedStyle.value = { rule: { predicate: ANY_NODE }, replaces: undefined })}
          >
            <Plus size={15} /> {text.styles.add}
          </button>
        </div>
        <p class="soft small">{text.styles.order}</p>
        <ol class="setting-list">
          {styles.map(rule => (
            <Item
              key={JSON.stringify(rule)}
              name={wordsOf(rule.predicate)}
              swatch={rule.color ?? colorOfType(rule.predicate.dbLabel ?? '')}
              onEdit={() => (editedStyle.value = { rule, replaces: rule })}
              onMove={by => void changeList('nodeAppearances', all => moved(all, rule, by))}
              onRemove={() => void changeList('nodeAppearances', all => without(all, rule))}
            />
          ))}
        </ol>
      </section>
      <section>
        <div class="panel-row">
          <h3 class="grow">{text.inspector.quick}</h3>
          <button class="quiet" onClick={() => setEdited({ of: NEW_QUERY, replaces: undefined })}>
            <Plus size={15} /> {text.styles.addQuick}
          </button>
        </div>
        <ol class="setting-list">
          {queries.map(each => (
            <Item
              key={JSON.stringify(each)}
              name={each.quickQuery.name}
              detail={`${wordsOf(each.predicate)} · ${each.quickQuery.querySuffix}`}
              onEdit={() => setEdited({ of: each, replaces: each })}
              onMove={by => void changeList('quickQueries', all => moved(all, each, by))}
              onRemove={() => void changeList('quickQueries', all => without(all, each))}
            />
          ))}
        </ol>
      </section>
      {edited !== undefined && <QuickQueryForm {...edited} onClose={() => setEdited(undefined)} />}
    </Dialog>
  );
}

function Item(props: {
  readonly name: string;
  readonly detail?: string;
  readonly swatch?: string;
  readonly onEdit: () => void;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
}) {
  const { name } = props;
  const action = (label: string, Icon: typeof Pencil, act: () => void) => (
    <button class="icon-button" aria-label={`${label}: ${name}`} title={label} onClick={act}>
      <Icon size={15} />
    </button>
  );
  return (
    <li>
      {props.swatch !== undefined && <i class="swatch" style={{ background: props.swatch }} />}
      <span class="grow clip">
        <strong>{name}</strong>
        {props.detail !== undefined && <span class="detail clip soft small mono">{props.detail}</span>}
      </span>
      {action(text.styles.earlier, ArrowUp, () => props.onMove(-1))}
      {action(text.styles.later, ArrowDown, () => props.onMove(1))}
      {action(text.inspector.edit, Pencil, props.onEdit)}
      {action(text.delete, Trash2, props.onRemove)}
    </li>
  );
}
