/** Fields for the nodes that a rule or a quick query applies to. */
import { useState } from 'preact/hooks';
import type { NodePredicate } from '../api/types.js';
import { vocabulary } from '../session/session.js';
import { text } from '../texts/en.js';

export interface PredicateFieldsProps {
  readonly predicate: NodePredicate;
  readonly onChange: (predicate: NodePredicate) => void;
}

export function PredicateFields({ predicate, onChange }: PredicateFieldsProps) {
  const { propertyKeys, knownValues, dbLabel } = predicate;
  const [keys, setKeys] = useState(propertyKeys.join(', '));
  const [values, setValues] = useState(
    Object.keys(knownValues).length === 0 ? '' : JSON.stringify(knownValues),
  );
  return (
    <fieldset class="fields">
      <legend>{text.styles.which}</legend>
      <label class="field">
        <span>{text.styles.label}</span>
        <input
          value={dbLabel ?? ''}
          list="known-labels"
          placeholder={text.styles.anyLabel}
          onInput={event => onChange({ ...predicate, dbLabel: event.currentTarget.value.trim() || null })}
        />
        <datalist id="known-labels">
          {vocabulary.schema.value.labels.map(([name]) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </label>
      <label class="field">
        <span>{text.styles.keys}</span>
        <input
          value={keys}
          placeholder={text.styles.keysHint}
          onInput={event => {
            setKeys(event.currentTarget.value);
            onChange({ ...predicate, propertyKeys: namesIn(event.currentTarget.value) });
          }}
        />
      </label>
      <label class="field">
        <span>{text.styles.values}</span>
        <input
          class="mono"
          value={values}
          placeholder='{"state": "open"}'
          onInput={event => {
            const { currentTarget: field } = event;
            setValues(field.value);
            const read = valuesIn(field.value);
            field.setCustomValidity(read === undefined ? text.styles.badValues : '');
            if (read !== undefined) onChange({ ...predicate, knownValues: read });
          }}
        />
      </label>
    </fieldset>
  );
}

/** Describes the predicate in one line. */
export function wordsOf({ propertyKeys, knownValues, dbLabel }: NodePredicate): string {
  const words = [
    ...(dbLabel ? [`:${dbLabel}`] : []),
    ...propertyKeys,
    ...Object.entries(knownValues).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
  ];
  return words.length === 0 ? text.styles.anyNode : words.join(', ');
}

function namesIn(written: string): string[] {
  return written.split(',').flatMap(name => name.trim() || []);
}

function valuesIn(written: string): Record<string, unknown> | undefined {
  if (written.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(written);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
