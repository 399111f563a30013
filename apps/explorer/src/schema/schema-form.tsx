/** A form for what a schema asks: needed fields first, the others behind "more options". */
import { useState } from 'preact/hooks';
import { Plus, Trash2 } from 'lucide-preact';
import { Editor } from '../explorer/editor.js';
import { text } from '../texts/en.js';
import { initialOf, TAG, type FormField, type Property } from './form-field.js';

export interface FieldProps {
  readonly field: FormField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly path: string;
  readonly missing: ReadonlySet<string>;
}

type Values = Readonly<Record<string, unknown>>;

export function SchemaFields(props: FieldProps & { readonly hasTag?: boolean }) {
  const { field } = props;
  if (field.kind !== 'object') return <Field {...props} name={props.path} />;
  const shown = field.properties.filter(({ name }) => !(props.hasTag && name === TAG));
  const [needed, others] = [
    shown.filter(({ isRequired }) => isRequired),
    shown.filter(({ isRequired }) => !isRequired),
  ];
  return (
    <>
      {needed.map(property => (
        <PropertyField key={property.name} property={property} {...props} />
      ))}
      {others.length > 0 && (
        <details>
          <summary>{text.streams.moreOptions}</summary>
          <div class="schema-group">
            {others.map(property => (
              <PropertyField key={property.name} property={property} {...props} />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

function PropertyField({
  property,
  value,
  onChange,
  path,
  missing,
}: FieldProps & { readonly property: Property }) {
  const values = (value ?? {}) as Values;
  const { name, field } = property;
  return (
    <Field
      name={name}
      field={field}
      value={values[name]}
      path={path === '' ? name : `${path}.${name}`}
      missing={missing}
      onChange={changed => {
        const { [name]: _before, ...others } = values;
        onChange(changed === undefined ? others : { ...values, [name]: changed });
      }}
    />
  );
}

function Field(props: FieldProps & { readonly name: string }) {
  const { field, value, onChange, path, missing, name } = props;
  const isMissing = missing.has(path);
  const note = (
    <>
      {field.description !== undefined && <p class="hint soft small">{field.description}</p>}
      {isMissing && (
        <p class="hint small" role="alert">
          {text.streams.missing}
        </p>
      )}
    </>
  );
  const className = isMissing ? 'field wrong' : 'field';
  switch (field.kind) {
    case 'switch':
      return (
        <label class="field switch">
          <input
            type="checkbox"
            checked={(value ?? field.initial) === true}
            onChange={event => onChange(event.currentTarget.checked)}
          />
          <span>{name}</span>
          {note}
        </label>
      );
    case 'choice':
      return (
        <label class={className}>
          <span>{name}</span>
          <select
            value={(value ?? field.initial ?? '') as string}
            onChange={event => onChange(event.currentTarget.value || undefined)}
          >
            <option value="" />
            {field.choices.map(choice => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
          {note}
        </label>
      );
    case 'code':
      return (
        <div class={className}>
          <span>{name}</span>
          <div class="framed">
            <Editor
              text={(value ?? '') as string}
              label={name}
              hint=""
              onChange={written => onChange(written || undefined)}
            />
          </div>
          {note}
        </div>
      );
    case 'text':
      return (
        <label class={className}>
          <span>{name}</span>
          <input
            value={(value ?? '') as string}
            placeholder={String(field.initial ?? field.hint ?? '')}
            pattern={field.pattern}
            onInput={event => onChange(event.currentTarget.value || undefined)}
          />
          {note}
        </label>
      );
    case 'number':
      return (
        <label class={className}>
          <span>{name}</span>
          <input
            type="number"
            step="any"
            value={(value ?? '') as number}
            placeholder={String(field.initial ?? '')}
            onInput={event =>
              onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.valueAsNumber)
            }
          />
          {note}
        </label>
      );
    case 'json':
      return <JsonField {...props} />;
    case 'object':
      return (
        <fieldset class={className}>
          <legend class="small">{name}</legend>
          {note}
          <SchemaFields field={field} value={value} onChange={onChange} path={path} missing={missing} />
        </fieldset>
      );
    case 'variants':
      return <Variants {...props} />;
    case 'list':
      return <List {...props} />;
  }
}

function Variants({ field, value, onChange, path, missing, name }: FieldProps & { readonly name: string }) {
  if (field.kind !== 'variants') return null;
  const tag = (value as Values | undefined)?.[TAG];
  const chosen = field.variants.find(variant => variant.name === tag);
  return (
    <fieldset class="field">
      <legend class="small">{name}</legend>
      <div class="kinds" role="group" aria-label={name}>
        {field.variants.map(variant => (
          <button
            key={variant.name}
            type="button"
            aria-pressed={variant.name === tag}
            onClick={() => onChange(initialOf(variant.field))}
          >
            {variant.name}
          </button>
        ))}
      </div>
      {chosen !== undefined && (
        <div class="schema-group">
          {chosen.field.description !== undefined && <p class="soft small">{chosen.field.description}</p>}
          <SchemaFields
            hasTag
            field={chosen.field}
            value={value}
            onChange={onChange}
            path={path}
            missing={missing}
          />
        </div>
      )}
    </fieldset>
  );
}

function List({ field, value, onChange, path, missing, name }: FieldProps & { readonly name: string }) {
  if (field.kind !== 'list') return null;
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  return (
    <fieldset class="field">
      <legend class="small">{name}</legend>
      {field.description !== undefined && <p class="hint soft small">{field.description}</p>}
      {items.map((item, i) => (
        <div key={i} class="schema-item">
          <div class="grow">
            <Field
              name={`${name} ${i + 1}`}
              field={field.item}
              value={item}
              path={`${path}.${i}`}
              missing={missing}
              onChange={changed => onChange(items.map((each, place) => (place === i ? changed : each)))}
            />
          </div>
          <button
            type="button"
            class="icon-button"
            aria-label={`${text.streams.removeItem} ${name} ${i + 1}`}
            onClick={() => onChange(items.filter((_each, place) => place !== i))}
          >
            <Trash2 size={15} />
          </button>
        </div>
      ))}
      <button type="button" class="quiet" onClick={() => onChange([...items, initialOf(field.item)])}>
        <Plus size={15} /> {text.streams.addItem}
      </button>
    </fieldset>
  );
}

function JsonField({ field, value, onChange, name }: FieldProps & { readonly name: string }) {
  const [written, setWritten] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  const [isBad, setBad] = useState(false);
  return (
    <label class={isBad ? 'field wrong' : 'field'}>
      <span>{name} (JSON)</span>
      <textarea
        class="mono"
        rows={3}
        value={written}
        placeholder={field.initial === undefined ? '' : JSON.stringify(field.initial)}
        onInput={event => {
          const typed = event.currentTarget.value;
          setWritten(typed);
          try {
            onChange(typed.trim() === '' ? undefined : JSON.parse(typed));
            setBad(false);
          } catch {
            setBad(true);
          }
        }}
      />
      {field.description !== undefined && <p class="hint soft small">{field.description}</p>}
      {isBad && <p class="hint small">{text.streams.badJson}</p>}
    </label>
  );
}
