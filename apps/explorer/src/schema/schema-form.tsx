/** A form for a schema: required fields first, the others behind "more options". */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Plus, Trash2 } from 'lucide-preact';
import { Editor } from '../editor/editor.js';
import { formTexts } from '../texts/forms.js';
import { initialOf, TAG, type FormField, type Property } from './form-field.js';

export interface FieldProps {
  readonly field: FormField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly path: string;
  /** Errors of fields, keyed by path. */
  readonly wrong: ReadonlyMap<string, string>;
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
        <details open={isWrongBelow(others, props) || undefined}>
          <summary>{formTexts.moreOptions}</summary>
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

/** Fields with errors are visible. */
function isWrongBelow(properties: readonly Property[], { path, wrong }: FieldProps): boolean {
  const paths = properties.map(({ name }) => pathOf(path, name));
  return [...wrong.keys()].some(each => paths.some(at => each === at || each.startsWith(`${at}.`)));
}

function pathOf(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function PropertyField({
  property,
  value,
  onChange,
  path,
  wrong,
}: FieldProps & { readonly property: Property }) {
  const values = (value ?? {}) as Values;
  const { name, field } = property;
  return (
    <Field
      name={name}
      field={field}
      value={values[name]}
      path={pathOf(path, name)}
      wrong={wrong}
      onChange={changed => {
        const { [name]: _before, ...others } = values;
        onChange(changed === undefined ? others : { ...values, [name]: changed });
      }}
    />
  );
}

function Field(props: FieldProps & { readonly name: string }) {
  const { field, value, onChange, path, wrong, name } = props;
  const about = { name, description: field.description, wrong: wrong.get(path) };
  switch (field.kind) {
    case 'switch':
      return (
        <Labeled {...about} isInline>
          {id => (
            <input
              id={id}
              aria-describedby={`${id}-about`}
              type="checkbox"
              checked={(value ?? field.initial) === true}
              onChange={event => onChange(event.currentTarget.checked)}
            />
          )}
        </Labeled>
      );
    case 'choice':
      return (
        <Labeled {...about}>
          {id => (
            <select
              id={id}
              aria-describedby={`${id}-about`}
              value={(value ?? field.initial ?? '') as string}
              onChange={event => onChange(event.currentTarget.value || undefined)}
            >
              <option value="" />
              {field.choices.map(choice => (
                <option key={choice}>{choice}</option>
              ))}
            </select>
          )}
        </Labeled>
      );
    case 'code':
      return (
        <Labeled {...about}>
          {id => (
            <div class="framed" id={id}>
              <Editor
                text={(value ?? '') as string}
                label={name}
                hint={formTexts.queryHints[path] ?? ''}
                onChange={written => onChange(written || undefined)}
              />
            </div>
          )}
        </Labeled>
      );
    case 'text':
      return (
        <Labeled {...about}>
          {id => (
            <input
              id={id}
              aria-describedby={`${id}-about`}
              aria-invalid={wrong.has(path)}
              value={(value ?? '') as string}
              placeholder={String(field.initial ?? field.hint ?? '')}
              pattern={field.pattern}
              onInput={event => onChange(event.currentTarget.value || undefined)}
            />
          )}
        </Labeled>
      );
    case 'number':
      return (
        <Labeled {...about}>
          {id => (
            <input
              id={id}
              aria-describedby={`${id}-about`}
              type="number"
              step="any"
              value={(value ?? '') as number}
              placeholder={String(field.initial ?? '')}
              onInput={event =>
                onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.valueAsNumber)
              }
            />
          )}
        </Labeled>
      );
    case 'json':
      return <JsonField {...props} />;
    case 'object':
      return (
        <fieldset>
          <legend class="small">{name}</legend>
          {field.description !== undefined && <p class="hint soft small">{field.description}</p>}
          <SchemaFields field={field} value={value} onChange={onChange} path={path} wrong={wrong} />
        </fieldset>
      );
    case 'variants':
      return <Variants {...props} />;
    case 'list':
      return <List {...props} />;
  }
}

/** The label is the name only; other texts are the field's description. */
function Labeled(props: {
  readonly name: string;
  readonly description: string | undefined;
  readonly wrong: string | undefined;
  readonly isInline?: boolean;
  readonly children: (id: string) => ComponentChildren;
}) {
  const id = useId();
  return (
    <div class={props.wrong === undefined ? 'field' : 'field wrong'}>
      <div class={props.isInline ? 'switch' : ''}>
        {props.isInline && props.children(id)}
        <label class="field-name" for={id}>
          {props.name}
        </label>
      </div>
      {!props.isInline && props.children(id)}
      <div id={`${id}-about`}>
        {props.description !== undefined && <p class="hint soft small">{props.description}</p>}
        {props.wrong !== undefined && (
          <p class="hint small" role="alert">
            {props.wrong}
          </p>
        )}
      </div>
    </div>
  );
}

function Variants({ field, value, onChange, path, wrong, name }: FieldProps & { readonly name: string }) {
  if (field.kind !== 'variants') return null;
  const tag = (value as Values | undefined)?.[TAG];
  const chosen = field.variants.find(variant => variant.name === tag);
  return (
    <fieldset>
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
            wrong={wrong}
          />
        </div>
      )}
    </fieldset>
  );
}

function List({ field, value, onChange, path, wrong, name }: FieldProps & { readonly name: string }) {
  if (field.kind !== 'list') return null;
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  return (
    <fieldset class={wrong.has(path) ? 'wrong' : ''}>
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
              wrong={wrong}
              onChange={changed =>
                onChange(items.map((each, itemIndex) => (itemIndex === i ? changed : each)))
              }
            />
          </div>
          <button
            type="button"
            class="icon-button"
            aria-label={`${formTexts.removeItem} ${name} ${i + 1}`}
            onClick={() => onChange(items.filter((_each, itemIndex) => itemIndex !== i))}
          >
            <Trash2 size={15} />
          </button>
        </div>
      ))}
      <button type="button" class="quiet" onClick={() => onChange([...items, initialOf(field.item)])}>
        <Plus size={15} /> {formTexts.addItem}
      </button>
    </fieldset>
  );
}

function JsonField({ field, value, onChange, path, wrong, name }: FieldProps & { readonly name: string }) {
  const hint = field.kind === 'json' ? (field.hint ?? '') : '';
  const [written, setWritten] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  const [isBad, setBad] = useState(false);
  const said = isBad ? formTexts.badJson : wrong.get(path);
  return (
    <label class={said === undefined ? 'field' : 'field wrong'}>
      <span>{name} (JSON)</span>
      <textarea
        class="mono"
        rows={3}
        value={written}
        aria-invalid={said !== undefined}
        placeholder={field.initial === undefined ? hint : JSON.stringify(field.initial)}
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
      {said !== undefined && (
        <p class="hint small" role="alert">
          {said}
        </p>
      )}
    </label>
  );
}
