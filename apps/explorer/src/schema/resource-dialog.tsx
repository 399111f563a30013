/** Defines a resource, with a form generated from the OpenAPI document. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { getJson, messageOfError } from '../api/http.js';
import { FormError, failureOf, type Failure } from '../parts/form-error.js';
import { Dialog } from '../shell/dialogs.js';
import { text } from '../texts/en.js';
import { formTexts } from '../texts/forms.js';
import { fieldOf, initialOf, missingIn, type FormField, type Schema, type Schemas } from './form-field.js';
import { fieldOfError } from './field-of-error.js';
import { missingFields, stillInvalid, type InvalidFields } from './invalid-fields.js';
import { SchemaFields } from './schema-form.js';

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

let opened: Promise<OpenApi> | undefined;

export interface ResourceDialogProps {
  readonly title: string;
  /** Path, in the document, of the POST operation whose request body is the form. */
  readonly path: string;
  /** The definition to start with. */
  readonly initial?: object;
  /** Properties of a new definition that differ from the defaults of the API. */
  readonly preset?: object;
  /** Properties that cannot be changed. */
  readonly fixed?: readonly string[];
  /** Consequences, shown above the form. */
  readonly notice?: ComponentChildren;
  readonly action?: string;
  /** Shown below the fields. @param change replaces some properties of the definition. */
  readonly extra?: (
    value: Readonly<Record<string, unknown>>,
    change: (properties: object) => void,
  ) => ComponentChildren;
  readonly submit: (value: object) => Promise<void>;
  readonly onClose: () => void;
}

export function ResourceDialog(props: ResourceDialogProps) {
  const [field, setField] = useState<FormField>();
  const [value, setValue] = useState<object>({});
  const [invalid, setInvalid] = useState<InvalidFields>(new Map());
  const [failure, setFailure] = useState<Failure & { readonly hasField: boolean }>();
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    opened ??= getJson<OpenApi>('openapi.json');
    opened.then(
      document => {
        const found = formOf(document, props.path);
        setField(without(found, props.fixed ?? []));
        if (found !== undefined)
          setValue(props.initial ?? { ...(initialOf(found) as object), ...props.preset });
      },
      (error: unknown) => {
        opened = undefined;
        setFailure({ ...failureOf(error), hasField: false });
      },
    );
  }, [props.path]);
  useEffect(() => form.current?.querySelector('input')?.focus(), [field]);
  const change = (changed: unknown): void => {
    if (field !== undefined) setInvalid(stillInvalid(invalid, field, value, changed, formTexts.missing));
    // An error that names no field may belong to any.
    if (failure?.hasField === false) setFailure(undefined);
    setValue(changed as object);
  };
  const fail = (message: string, wrong: InvalidFields): void => {
    setFailure({ message, hasField: wrong.size > 0 });
    setInvalid(wrong);
  };
  const submit = async (): Promise<void> => {
    if (field === undefined || isBusy) return;
    const missing = missingIn(field, value);
    if (missing.length > 0) {
      const labels = missing.map(({ label }) => label);
      return fail(formTexts.missingFields(labels), missingFields(field, value, formTexts.missing));
    }
    setBusy(true);
    try {
      await props.submit(value);
      props.onClose();
    } catch (error) {
      const message = messageOfError(error);
      fail(message, new Map(fieldOfError(message, value)));
      setBusy(false);
    }
  };
  // A form may be longer than the window.
  useEffect(() => focusInvalid(form.current), [failure]);
  return (
    <Dialog title={props.title} isWide onClose={props.onClose}>
      {field === undefined ? (
        failure === undefined ? (
          <p class="soft">{text.loading}</p>
        ) : (
          <FormError of={failure} />
        )
      ) : (
        <form
          ref={form}
          noValidate
          onSubmit={event => {
            event.preventDefault();
            void submit();
          }}
        >
          {props.notice}
          <SchemaFields field={field} value={value} onChange={change} path="" invalid={invalid} />
          {props.extra?.(value as Readonly<Record<string, unknown>>, properties =>
            change({ ...value, ...properties }),
          )}
          <details>
            <summary>{formTexts.request}</summary>
            <pre class="code">{JSON.stringify(value, null, 2)}</pre>
          </details>
          <div class="actions stays">
            {/* Once all of its fields were changed, an error no longer applies. */}
            {failure !== undefined && !(failure.hasField && invalid.size === 0) && (
              <FormError of={failure} keepsFocus={failure.hasField} />
            )}
            <button type="button" onClick={props.onClose}>
              {text.cancel}
            </button>
            <button class="primary" disabled={isBusy}>
              {props.action ?? formTexts.create}
            </button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function formOf({ paths, components }: OpenApi, path: string): FormField | undefined {
  const content = paths[path]?.['post']?.requestBody?.content ?? {};
  const schema = (content['application/json'] ?? Object.values(content)[0])?.schema;
  return schema === undefined ? undefined : fieldOf(schema, components.schemas);
}

function without(field: FormField | undefined, names: readonly string[]): FormField | undefined {
  if (field?.kind !== 'object') return field;
  return { ...field, properties: field.properties.filter(({ name }) => !names.includes(name)) };
}

/** Brings the first invalid field into view and focuses it. */
function focusInvalid(form: HTMLFormElement | null): void {
  const field = form?.querySelector('.field.wrong');
  if (field === null || field === undefined) return;
  field.scrollIntoView({ block: 'center' });
  const editor = field.querySelector('.editor')?.shadowRoot?.querySelector<HTMLElement>('.cm-content');
  (editor ?? field.querySelector<HTMLElement>('input, select, textarea, button'))?.focus({
    preventScroll: true,
  });
}
