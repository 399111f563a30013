/** Fields of a form that contain no other fields. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { Editor } from '../editor/editor.js';
import { formTexts } from '../texts/forms.js';
import type { FormField } from './form-field.js';
import type { InvalidFields } from './invalid-fields.js';

export interface FieldProps {
  readonly field: FormField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly path: string;
  readonly invalid: InvalidFields;
}

/** Fails for fields that contain others. */
export function PlainField(props: FieldProps & { readonly label: string }) {
  const { field, value, onChange, path, invalid, label } = props;
  const about = { label, description: field.description, wrong: invalid.get(path) };
  switch (field.kind) {
    case 'switch':
      return (
        <Labeled {...about} isInline>
          {attributes => (
            <input
              {...attributes}
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
          {attributes => <Choices {...props} field={field} attributes={attributes} />}
        </Labeled>
      );
    case 'code':
      return (
        <Labeled {...about}>
          {({ id }) => (
            <div class="framed" id={id}>
              <Editor
                text={(value ?? '') as string}
                label={label}
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
          {attributes => (
            <input
              {...attributes}
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
          {attributes => (
            <input
              {...attributes}
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
    default:
      throw new Error(`A field of the kind ${field.kind} contains others`);
  }
}

interface Attributes {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

/** The label is the name only; the description and the error follow the control. */
function Labeled(props: {
  readonly label: string;
  readonly description: string | undefined;
  readonly wrong: string | undefined;
  readonly isInline?: boolean;
  readonly children: (attributes: Attributes) => ComponentChildren;
}) {
  const id = useId();
  const control = props.children({
    id,
    'aria-describedby': `${id}-about`,
    'aria-invalid': props.wrong !== undefined,
  });
  return (
    <div class={props.wrong === undefined ? 'field' : 'field wrong'}>
      <div class={props.isInline ? 'switch' : ''}>
        {props.isInline && control}
        <label class="field-name" for={id}>
          {props.label}
        </label>
      </div>
      {!props.isInline && control}
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

function Choices(
  props: FieldProps & {
    readonly field: FormField & { readonly kind: 'choice' };
    readonly attributes: Attributes;
  },
) {
  const { field, value, onChange } = props;
  const chosen = value ?? field.initial;
  const position = field.choices.findIndex(choice => choice.value === chosen);
  return (
    <select
      {...props.attributes}
      value={position}
      onChange={event => onChange(field.choices[Number(event.currentTarget.value)]?.value)}
    >
      {position === -1 && <option value={-1} />}
      {field.choices.map(({ label }, i) => (
        <option key={i} value={i}>
          {label}
        </option>
      ))}
    </select>
  );
}

export function JsonField({
  field,
  value,
  onChange,
  path,
  invalid,
  label,
}: FieldProps & { readonly label: string }) {
  const [written, setWritten] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  const [isBad, setBad] = useState(false);
  const said = isBad ? formTexts.badJson : invalid.get(path);
  return (
    <label class={said === undefined ? 'field' : 'field wrong'}>
      <span class="field-name">{label} (JSON)</span>
      <textarea
        class="mono"
        rows={3}
        value={written}
        aria-invalid={said !== undefined}
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
      {said !== undefined && (
        <p class="hint small" role="alert">
          {said}
        </p>
      )}
    </label>
  );
}
