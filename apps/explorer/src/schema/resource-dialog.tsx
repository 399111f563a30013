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

interface FormFailure extends Failure {
  readonly about: 'missing' | 'field' | 'form';
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
  const [failure, setFailure] = useState<FormFailure>();
  const [isBusy, setBusy] = useState(false);
  /** Number of times that the form was sent and refused. */
  const [attempts, setAttempts] = useState(0);
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
        setFailure({ ...failureOf(error), about: 'form' });
      },
    );
  }, [props.path]);
  useEffect(() => form.current?.querySelector('input')?.focus(), [field]);
  const change = (changed: unknown): void => {
    if (field !== undefined) setInvalid(stillInvalid(invalid, field, value, changed, formTexts.missing));
    // An error that names no field may belong to any.
    if (failure?.about === 'form') setFailure(undefined);
    if (failure?.about === 'missing' && field !== undefined) setFailure(failureOfMissing(field, changed));
    setValue(changed as object);
  };
  const submit = async (): Promise<void> => {
    if (field === undefined || isBusy) return;
    const missing = failureOfMissing(field, value);
    if (missing !== undefined) {
      setFailure(missing);
      setAttempts(attempts + 1);
      setInvalid(missingFields(field, value, formTexts.missing));
      return;
    }
    setBusy(true);
    try {
      await props.submit(value);
      props.onClose();
    } catch (error) {
      const message = messageOfError(error);
      const wrong = new Map(fieldOfError(message, value));
      setFailure({ message, about: wrong.size > 0 ? 'field' : 'form' });
      setInvalid(wrong);
      setAttempts(attempts + 1);
      setBusy(false);
    }
  };
  // A form may be longer than the window.
  useEffect(() => focusInvalid(form.current), [attempts]);
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
            {/* Once its field was changed, an error no longer applies. */}
            {failure !== undefined && !(failure.about === 'field' && invalid.size === 0) && (
              <FormError of={failure} keepsFocus={failure.about !== 'form'} />
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

/** Names the fields that are still missing; `undefined` if none is. */
function failureOfMissing(field: FormField, value: unknown): FormFailure | undefined {
  const missing = missingIn(field, value);
  if (missing.length === 0) return undefined;
  return { message: formTexts.missingFields(missing.map(({ label }) => label)), about: 'missing' };
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
