/** Form for a quick query on nodes of a type, for everyone. */
import { useState } from 'preact/hooks';
import type { QuickQuery } from '../api/types.js';
import { checking } from '../editor/checking.js';
import { Editor } from '../editor/editor.js';
import { indexIn } from '../graph/appearance-rules.js';
import { Dialog } from '../shell/dialogs.js';
import { text } from '../texts/en.js';
import { PredicateFields } from './predicate-fields.js';
import { changeList } from './ui-lists.js';

const check = checking('MATCH (n) WHERE strId(n) = $id ');

export interface QuickQueryFormProps {
  readonly of: QuickQuery;
  readonly replaces: QuickQuery | undefined;
  readonly onClose: () => void;
}

export function QuickQueryForm({ of, replaces, onClose }: QuickQueryFormProps) {
  const [query, setQuery] = useState(of);
  const { name, querySuffix, sort, edgeLabel } = query.quickQuery;
  const change = (changed: Partial<QuickQuery['quickQuery']>): void =>
    setQuery({ ...query, quickQuery: { ...query.quickQuery, ...changed } });
  const save = async (): Promise<void> => {
    const isSaved = await changeList('quickQueries', all => {
      const index = replaces === undefined ? -1 : indexIn(all, replaces);
      return index === -1 ? [...all, query] : all.with(index, query);
    });
    if (isSaved) onClose();
  };
  return (
    <Dialog title={text.styles.quickTitle} onClose={onClose}>
      <form
        onSubmit={event => {
          event.preventDefault();
          void save();
        }}
      >
        <label class="field">
          <span>{text.styles.name}</span>
          <input required value={name} onInput={event => change({ name: event.currentTarget.value })} />
        </label>
        <PredicateFields
          predicate={query.predicate}
          onChange={predicate => setQuery({ ...query, predicate })}
        />
        <div class="field">
          <span class="field-name">{text.styles.suffix}</span>
          <div class="framed">
            <Editor
              text={querySuffix}
              label={text.styles.suffix}
              hint="MATCH (n)--(m) RETURN DISTINCT m"
              check={check}
              onChange={changed => change({ querySuffix: changed })}
            />
          </div>
        </div>
        <label class="field">
          <span>{text.styles.result}</span>
          <select
            value={sort ?? 'NODE'}
            onChange={event => change({ sort: event.currentTarget.value as 'NODE' | 'TEXT' })}
          >
            <option value="NODE">{text.styles.nodes}</option>
            <option value="TEXT">{text.styles.rows}</option>
          </select>
        </label>
        {sort !== 'TEXT' && (
          <label class="field">
            <span>{text.styles.edgeLabel}</span>
            <input
              value={edgeLabel ?? ''}
              placeholder={text.styles.edgeLabelHint}
              onInput={event => change({ edgeLabel: event.currentTarget.value.trim() || null })}
            />
          </label>
        )}
        <div class="actions stays">
          <button class="primary">{text.save}</button>
        </div>
      </form>
    </Dialog>
  );
}
