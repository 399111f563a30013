/** A form for a schema: required fields first, the others behind "more options". */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Plus, Trash2 } from 'lucide-preact';
import { formTexts } from '../texts/forms.js';
import { initialOf, TAG, type FormField, type Property, type Variant } from './form-field.js';
import { JsonField, PlainField, type FieldProps } from './plain-fields.js';

type Values = Readonly<Record<string, unknown>>;

/** @param props.hasTag leaves the tag out: it was chosen before. */
export function SchemaFields(props: FieldProps & { readonly hasTag?: boolean }) {
  const { field } = props;
  if (field.kind !== 'object') return <Field {...props} label={props.path} />;
  const shown = field.properties.filter(
    property => !isFixed(property) && !(props.hasTag && property.name === TAG),
  );
  const [common, others] = [
    shown.filter(({ isCommon }) => isCommon),
    shown.filter(({ isCommon }) => !isCommon),
  ];
  return (
    <>
      {common.map(property => (
        <PropertyField key={property.name} property={property} {...props} />
      ))}
      {others.length > 0 && (
        <details open={isInvalidBelow(others, props) || undefined}>
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

/** A required property with a single possible value. */
function isFixed({ isRequired, field }: Property): boolean {
  return isRequired && field.kind === 'choice' && field.choices.length === 1;
}

/** Fields with errors are visible. */
function isInvalidBelow(properties: readonly Property[], { path, invalid }: FieldProps): boolean {
  const paths = properties.map(({ name }) => pathOf(path, name));
  return [...invalid.keys()].some(each => paths.some(at => each === at || each.startsWith(`${at}.`)));
}

function pathOf(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function PropertyField(props: FieldProps & { readonly property: Property }) {
  const { name, label, field } = props.property;
  // The fixed values of an object that was absent belong to it.
  const values = (props.value ?? initialOf(props.field)) as Values;
  return (
    <Field
      label={label}
      field={field}
      value={values[name]}
      path={pathOf(props.path, name)}
      invalid={props.invalid}
      onChange={changed => {
        const { [name]: _before, ...others } = values;
        props.onChange(changed === undefined ? others : { ...values, [name]: changed });
      }}
    />
  );
}

function Field(props: FieldProps & { readonly label: string }) {
  const { field, label } = props;
  switch (field.kind) {
    case 'object':
      if (field.properties.every(isFixed) && field.properties.length > 0) return <Presence {...props} />;
      return (
        <fieldset>
          <legend>{label}</legend>
          {field.description !== undefined && <p class="hint soft small">{field.description}</p>}
          <SchemaFields {...props} />
        </fieldset>
      );
    case 'variants':
      return <Variants {...props} field={field} />;
    case 'list':
      return <List {...props} field={field} />;
    case 'simplified':
      return <Simplified {...props} field={field} />;
    default:
      return <PlainField {...props} />;
  }
}

/** An object without choices, which is present or absent. */
function Presence(props: FieldProps & { readonly label: string }) {
  return (
    <PlainField
      {...props}
      field={{ ...props.field, kind: 'switch' }}
      value={props.value !== undefined}
      onChange={isPresent => props.onChange(isPresent === true ? initialOf(props.field) : undefined)}
    />
  );
}

function Simplified(
  props: FieldProps & { readonly label: string; readonly field: FormField & { readonly kind: 'simplified' } },
) {
  const { field, value } = props;
  const isSimple = value === undefined || Array.isArray(value) === (field.simple.kind === 'list');
  const [isJson, setJson] = useState(
    !isSimple || (typeof value === 'object' && field.simple.kind === 'switch'),
  );
  if (isJson) return <JsonField {...props} />;
  return (
    <div class="simplified">
      <Field {...props} field={field.simple} />
      <button type="button" class="quiet small" onClick={() => setJson(true)}>
        {formTexts.asJson(props.label)}
      </button>
    </div>
  );
}

function Variants(
  props: FieldProps & { readonly label: string; readonly field: FormField & { readonly kind: 'variants' } },
) {
  const { field, value, onChange, path, invalid, label } = props;
  const tag = ((value ?? field.initial) as Values | undefined)?.[TAG];
  const chosen = field.variants.find(({ name }) => name === tag);
  return (
    <fieldset>
      <legend>{label}</legend>
      {field.description !== undefined && <p class="hint soft small">{field.description}</p>}
      <Kinds
        label={label}
        variants={field.variants}
        chosen={chosen}
        onChoose={variant => onChange(initialOf(variant.field))}
      />
      {chosen !== undefined && (
        <div class="variant-fields">
          {chosen.field.description !== undefined && <p class="soft small">{chosen.field.description}</p>}
          <SchemaFields
            key={chosen.name}
            hasTag
            field={chosen.field}
            value={value ?? field.initial}
            onChange={onChange}
            path={path}
            invalid={invalid}
          />
        </div>
      )}
    </fieldset>
  );
}

/** The common alternatives, and the others after "more". */
function Kinds(props: {
  readonly label: string;
  readonly variants: readonly Variant[];
  readonly chosen: Variant | undefined;
  readonly onChoose: (variant: Variant) => void;
}) {
  const { variants, chosen } = props;
  const [isOpen, setOpen] = useState(false);
  const others = variants.filter(({ isCommon }) => !isCommon);
  const hasOthers = others.length > 0 && others.length < variants.length;
  const areAllShown = !hasOthers || isOpen || chosen?.isCommon === false;
  return (
    <div class="kinds" role="group" aria-label={props.label}>
      {(areAllShown ? variants : variants.filter(({ isCommon }) => isCommon)).map(variant => (
        <button
          key={variant.name}
          type="button"
          title={variant.field.description}
          aria-pressed={variant === chosen}
          onClick={() => props.onChoose(variant)}
        >
          {variant.label}
        </button>
      ))}
      {!areAllShown && (
        <button type="button" class="quiet" aria-expanded={false} onClick={() => setOpen(true)}>
          {formTexts.moreKinds(others.length)}
        </button>
      )}
    </div>
  );
}

function List(
  props: FieldProps & { readonly label: string; readonly field: FormField & { readonly kind: 'list' } },
) {
  const { field, value, onChange, path, invalid, label } = props;
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  const wrong = invalid.get(path);
  const list = useRef<HTMLFieldSetElement>(null);
  const [added, setAdded] = useState<{ readonly index: number }>();
  useLayoutEffect(() => {
    if (added === undefined) return;
    const [item] = [...list.current!.querySelectorAll(':scope > .schema-item')].slice(added.index);
    item?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
  }, [added]);
  const labelOf = (index: number): string => `${field.itemLabel ?? label} ${index + 1}`;
  return (
    <fieldset ref={list} class={wrong === undefined ? 'field' : 'field wrong'}>
      <legend>{label}</legend>
      {field.description !== undefined && <p class="hint soft small">{field.description}</p>}
      {items.map((item, i) => (
        <div key={i} class="schema-item">
          <div class="grow">
            <Field
              label={labelOf(i)}
              field={field.item}
              value={item}
              path={`${path}.${i}`}
              invalid={invalid}
              onChange={changed =>
                onChange(items.map((each, itemIndex) => (itemIndex === i ? changed : each)))
              }
            />
          </div>
          <button
            type="button"
            class="icon-button"
            aria-label={`${formTexts.removeItem} ${labelOf(i)}`}
            onClick={() => onChange(items.filter((_each, itemIndex) => itemIndex !== i))}
          >
            <Trash2 size={15} />
          </button>
        </div>
      ))}
      <button
        type="button"
        class="quiet"
        onClick={() => {
          onChange([...items, initialOf(field.item)]);
          setAdded({ index: items.length });
        }}
      >
        <Plus size={15} /> {formTexts.addItem(field.itemLabel)}
      </button>
      {wrong !== undefined && (
        <p class="hint small" role="alert">
          {wrong}
        </p>
      )}
    </fieldset>
  );
}
