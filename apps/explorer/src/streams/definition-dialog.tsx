/** Forms that create a resource, from nothing or from another one, or replace it. */
import { request } from '../api/http.js';
import { wordsOf } from '../schema/words.js';
import { ResourceDialog, type ResourceDialogProps } from '../schema/resource-dialog.js';
import { note } from '../shell/toasts.js';
import { formTexts } from '../texts/forms.js';
import { streamTexts } from '../texts/streams.js';
import { copiedDefinition, freeName } from './copied-definition.js';

/** The initial contents of a form. */
export type Start =
  | { readonly kind: 'new' }
  | { readonly kind: 'copy' | 'edit'; readonly of: { readonly name: string } & object };

export interface DefinitionDialogProps {
  readonly start: Start;
  /** Title of a new resource. */
  readonly title: string;
  /** Path of the collection in the OpenAPI document. */
  readonly path: string;
  readonly collection: string;
  readonly names: readonly string[];
  /** Consequences of replacing it, shown before it is done. */
  readonly replacing: string;
  readonly extra?: ResourceDialogProps['extra'];
  readonly preset?: object;
  readonly replace: (name: string, definition: object) => Promise<void>;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

export function DefinitionDialog(props: DefinitionDialogProps) {
  const { start, path, collection, onDone, onClose } = props;
  const extra = props.extra === undefined ? {} : { extra: props.extra };
  if (start.kind === 'new')
    return (
      <ResourceDialog
        title={props.title}
        path={path}
        {...extra}
        {...(props.preset === undefined ? {} : { preset: props.preset })}
        submit={async value => {
          await request('POST', collection, value);
          note(formTexts.created((value as { name: string }).name));
          onDone();
        }}
        onClose={onClose}
      />
    );
  const { name } = start.of;
  const { definition, secrets } = copiedDefinition(start.of);
  const again = secrets.length > 0 && (
    <p class="notice warn">{streamTexts.enterSecrets(secrets.map(wordsOf))}</p>
  );
  if (start.kind === 'copy')
    return (
      <ResourceDialog
        title={streamTexts.copyTitle(name)}
        path={path}
        {...extra}
        initial={{ ...definition, name: freeName(name, props.names) }}
        notice={again}
        submit={async value => {
          await request('POST', collection, value);
          note(formTexts.created((value as { name: string }).name));
          onDone();
        }}
        onClose={onClose}
      />
    );
  return (
    <ResourceDialog
      title={streamTexts.editTitle(name)}
      path={path}
      {...extra}
      initial={definition}
      fixed={['name']}
      notice={
        <>
          <p class="notice warn">{props.replacing}</p>
          {again}
        </>
      }
      action={streamTexts.replace}
      submit={async value => {
        await props.replace(name, { ...value, name });
        note(streamTexts.replaced(name));
        onDone();
      }}
      onClose={onClose}
    />
  );
}
