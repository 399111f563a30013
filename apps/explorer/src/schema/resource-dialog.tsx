/** Creates a resource by an API operation, with a form generated from the OpenAPI document. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { request, getJson, messageOfError } from '../api/http.js';
import { Dialog } from '../shell/dialogs.js';
import { note, showError } from '../shell/toasts.js';
import { text } from '../texts/en.js';
import { formTexts } from '../texts/forms.js';
import { fieldOf, initialOf, missingIn, type FormField, type Schema, type Schemas } from './form-field.js';
import { fieldOfError } from './field-of-error.js';
import { SchemaFields } from './schema-form.js';

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Schemas };
}

interface Operation {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

let opened: Promise<OpenApi> | undefined;

/** @param path as in the document. @param target the path of the request. */
export function CreateDialog(props: {
  readonly title: string;
  readonly path: string;
  readonly target: string;
  readonly onDone: () => void;
  readonly onClose: () => void;
}) {
  const [field, setField] = useState<FormField>();
  const [value, setValue] = useState<unknown>({});
  const [wrong, setWrong] = useState<ReadonlyMap<string, string>>(new Map());
  const [error, setError] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    opened ??= getJson<OpenApi>('openapi.json');
    opened.then(
      ({ paths, components }) => {
        const content = paths[props.path]?.['post']?.requestBody?.content ?? {};
        const schema = (content['application/json'] ?? Object.values(content)[0])?.schema;
        const found = schema === undefined ? undefined : fieldOf(schema, components.schemas);
        setField(found);
        if (found !== undefined) setValue(initialOf(found));
      },
      (failure: unknown) => {
        opened = undefined;
        showError(failure);
      },
    );
  }, [props.path]);
  useEffect(() => form.current?.querySelector('input')?.focus(), [field]);
  const create = async (): Promise<void> => {
    if (field === undefined) return;
    const lacking = missingIn(field, value);
    setWrong(new Map(lacking.map(path => [path, formTexts.missing])));
    if (lacking.length > 0) return setError(`${formTexts.missing} ${lacking.join(', ')}`);
    try {
      await request('POST', props.target, value);
      note(formTexts.created(String((value as { name?: string }).name ?? '')));
      props.onDone();
      props.onClose();
    } catch (failure) {
      const message = messageOfError(failure);
      setError(message);
      setWrong(new Map(fieldOfError(message, value)));
    }
  };
  // Scrolls to the first invalid field, because a form may be longer than the window.
  useEffect(() => {
    if (wrong.size > 0) form.current?.querySelector('.wrong')?.scrollIntoView({ block: 'center' });
  }, [wrong]);
  return (
    <Dialog title={props.title} isWide onClose={props.onClose}>
      {field === undefined ? (
        <p class="soft">{text.loading}</p>
      ) : (
        <form
          ref={form}
          noValidate
          onSubmit={event => {
            event.preventDefault();
            void create();
          }}
        >
          <SchemaFields field={field} value={value} onChange={setValue} path="" wrong={wrong} />
          <details>
            <summary>{formTexts.request}</summary>
            <pre class="code">{JSON.stringify(value, null, 2)}</pre>
          </details>
          {error !== '' && (
            <pre class="query-error" role="alert">
              {error}
            </pre>
          )}
          <div class="actions stays">
            <button type="button" onClick={props.onClose}>
              {text.cancel}
            </button>
            <button class="primary">{formTexts.create}</button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
