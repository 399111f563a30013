/** Styles of nodes and edges, of everyone and of this browser, and quick queries, in order. */
import { useState } from 'preact/hooks';
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-preact';
import type { QuickQuery } from '../api/types.js';
import { quickQueries } from '../session/session.js';
import { colorOfType } from '../graph/styling/colors.js';
import { moved, without } from '../graph/appearance-rules.js';
import { Dialog } from '../shell/dialogs.js';
import { text } from '../texts/en.js';
import { styleTexts } from '../texts/styles.js';
import { changeStyles, listOf, removeStyle, type Keeper, type StyleKind } from './change-styles.js';
import { EdgeStyleForm } from './edge-style-form.js';
import { areSettingsOpen, editedEdgeStyle, editedStyle } from './opened-styles.js';
import { StyleForm } from './style-form.js';
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
  const editedEdge = editedEdgeStyle.value;
  return (
    <>
      {areSettingsOpen.value && <SettingsDialog onClose={() => (areSettingsOpen.value = false)} />}
      {edited !== undefined && <StyleForm {...edited} onClose={() => (editedStyle.value = undefined)} />}
      {editedEdge !== undefined && (
        <EdgeStyleForm {...editedEdge} onClose={() => (editedEdgeStyle.value = undefined)} />
      )}
    </>
  );
}

function SettingsDialog({ onClose }: { readonly onClose: () => void }) {
  const [edited, setEdited] = useState<{ of: QuickQuery; replaces: QuickQuery | undefined }>();
  const queries = quickQueries.value;
  return (
    <Dialog title={text.styles.settings} isWide onClose={onClose}>
      <p class="soft small">{styleTexts.lists}</p>
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
        <StyleItems
          kind="nodeAppearances"
          nameOf={rule => wordsOf(rule.predicate)}
          swatchOf={rule => rule.color ?? colorOfType(rule.predicate.dbLabel ?? '')}
          onEdit={rule => (editedStyle.value = { rule, replaces: rule })}
        />
      </section>
      <section>
        <div class="panel-row">
          <h3 class="grow">{styleTexts.edgeTitle}</h3>
          <button
            class="quiet"
            onClick={() => (editedEdgeStyle.value = { rule: { edgeType: '' }, replaces: undefined })}
          >
            <Plus size={15} /> {styleTexts.addEdge}
          </button>
        </div>
        <StyleItems
          kind="edgeAppearances"
          nameOf={rule => rule.edgeType}
          swatchOf={rule => rule.color ?? 'var(--edge)'}
          onEdit={rule => (editedEdgeStyle.value = { rule, replaces: rule })}
        />
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

type StyleOf<K extends StyleKind> = ReturnType<typeof listOf<K>>['shared']['value'][number];

/** The styles of this browser, which apply first, then those of everyone. */
function StyleItems<K extends StyleKind>(props: {
  readonly kind: K;
  readonly nameOf: (rule: StyleOf<K>) => string;
  readonly swatchOf: (rule: StyleOf<K>) => string;
  readonly onEdit: (rule: StyleOf<K>) => void;
}) {
  const { kind, nameOf, swatchOf, onEdit } = props;
  const list = listOf(kind);
  const own = list.own.value;
  const item = (rule: StyleOf<K>, keeper: Keeper) => (
    <Item
      key={`${keeper} ${JSON.stringify(rule)}`}
      name={nameOf(rule)}
      swatch={swatchOf(rule)}
      {...(keeper === 'browser' ? { badge: styleTexts.own } : {})}
      onEdit={() => onEdit(rule)}
      onMove={by => void changeStyles(kind, keeper, all => moved(all, rule, by))}
      onRemove={() => void removeStyle(kind, rule)}
    />
  );
  return (
    <>
      {own.length > 0 && (
        <label class="choice small">
          <input
            type="checkbox"
            checked={list.isOwnUsed.value}
            onChange={event => list.useOwn(event.currentTarget.checked)}
          />
          <span>{styleTexts.useOwn(own.length)}</span>
        </label>
      )}
      <ol class="setting-list">
        {own.map(rule => item(rule, 'browser'))}
        {list.shared.value.map(rule => item(rule, 'server'))}
      </ol>
    </>
  );
}

function Item(props: {
  readonly name: string;
  readonly detail?: string;
  readonly swatch?: string;
  readonly badge?: string;
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
        {props.badge !== undefined && <span class="soft small"> · {props.badge}</span>}
        {props.detail !== undefined && <span class="detail clip soft small mono">{props.detail}</span>}
      </span>
      {action(text.styles.earlier, ArrowUp, () => props.onMove(-1))}
      {action(text.styles.later, ArrowDown, () => props.onMove(1))}
      {action(text.inspector.edit, Pencil, props.onEdit)}
      {action(text.delete, Trash2, props.onRemove)}
    </li>
  );
}
