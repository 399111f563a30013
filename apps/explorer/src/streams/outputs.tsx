/** The outputs of a standing query: their progress, their dead letters, and their actions. */
import { useState } from 'preact/hooks';
import { Plus, RotateCcw, Trash2 } from 'lucide-preact';
import { request } from '../api/http.js';
import { addressOf, replaceResource, STANDING } from '../api/resources.js';
import type { OutputStatus, Redelivery, StandingQuery } from '../api/types.js';
import { visible } from '../graph/visible-text.js';
import { usePolled } from '../parts/polled.js';
import { confirmed } from '../shell/dialogs.js';
import { note, showError } from '../shell/toasts.js';
import { format, text } from '../texts/en.js';
import { streamTexts } from '../texts/streams.js';
import { DefinitionDialog, type Start } from './definition-dialog.js';
import { RowMenu } from './row-menu.js';

const MILLIS = 3000;

export function Outputs({
  query,
  definitions,
  onDone,
}: {
  readonly query: string;
  readonly definitions: StandingQuery['outputs'];
  readonly onDone: () => void;
}) {
  const base = `${addressOf(STANDING, query)}/outputs`;
  const { value, refresh } = usePolled<{ items: OutputStatus[] }>(base, MILLIS);
  const [defined, setDefined] = useState<Start>();
  const done = (): void => {
    refresh();
    onDone();
  };
  return (
    <div>
      <ul class="output-list">
        {value?.items.map(output => (
          <Output
            key={output.name}
            output={output}
            address={`${base}/${encodeURIComponent(output.name)}`}
            definition={definitions.find(({ name }) => name === output.name)}
            onDefine={setDefined}
            onDone={refresh}
          />
        ))}
        {value?.items.length === 0 && <li class="soft small">{streamTexts.noOutputs}</li>}
        <li>
          <button class="quiet small" onClick={() => setDefined({ kind: 'new' })}>
            <Plus size={14} /> {streamTexts.createOutput}
          </button>
        </li>
      </ul>
      {defined !== undefined && (
        <DefinitionDialog
          start={defined}
          title={`${streamTexts.createOutput} · ${query}`}
          path="/api/v2/graph/{graph}/standingQueries/{standingQueryName}/outputs"
          collection={base}
          names={definitions.map(({ name }) => name)}
          replacing={streamTexts.replacingOutput}
          replace={(name, definition) => replaceResource(base, name, definition)}
          onDone={done}
          onClose={() => setDefined(undefined)}
        />
      )}
    </div>
  );
}

function Output(props: {
  readonly output: OutputStatus;
  readonly address: string;
  /** `undefined`: this version of the API cannot express it. */
  readonly definition: StandingQuery['outputs'][number] | undefined;
  readonly onDefine: (start: Start) => void;
  readonly onDone: () => void;
}) {
  const { name, delivered, failed, queued } = props.output;
  const { definition } = props;
  const remove = async (): Promise<void> => {
    if (!(await confirmed(streamTexts.confirmOutput(name), streamTexts.confirmOutputDetail, text.delete)))
      return;
    await request('DELETE', props.address).catch(showError);
    props.onDone();
  };
  const redeliver = async (): Promise<void> => {
    try {
      const done = await request<Redelivery>('POST', `${props.address}:redeliver`);
      note(streamTexts.redelivered(done.delivered, done.failed));
    } catch (error) {
      showError(error);
    }
    props.onDone();
  };
  return (
    <li>
      <strong>{name}</strong>
      <span class="small soft">
        {format.number(delivered)} {streamTexts.delivered}
      </span>
      {queued > 0 && (
        <span class="pill warn">
          {format.number(queued)} {streamTexts.queued}
        </span>
      )}
      {failed > 0 && (
        <span class="pill bad">
          {format.number(failed)} {streamTexts.failed}
        </span>
      )}
      <span class="grow" />
      <button
        class="icon-button"
        aria-label={`${text.delete} ${name}`}
        title={text.delete}
        onClick={() => void remove()}
      >
        <Trash2 size={15} />
      </button>
      {definition !== undefined && (
        <RowMenu
          name={name}
          actions={[
            [streamTexts.edit, () => props.onDefine({ kind: 'edit', of: definition })],
            [streamTexts.duplicate, () => props.onDefine({ kind: 'copy', of: definition })],
          ]}
        />
      )}
      {props.output.failure !== undefined && (
        <p class="notice warn" role="status">
          {streamTexts.outputFailure} {visible(props.output.failure)}
        </p>
      )}
      <DeadLetters of={props.output} onRedeliver={() => void redeliver()} />
    </li>
  );
}

/** Results that were given up, with their location and advice. They may date from before the last start. */
function DeadLetters(props: { readonly of: OutputStatus; readonly onRedeliver: () => void }) {
  const { failed, deadLetters, deadLettersError } = props.of;
  if (deadLettersError !== undefined) return <pre class="failure">{visible(deadLettersError)}</pre>;
  if (deadLetters === undefined) return failed > 0 ? <p class="notice warn">{streamTexts.notKept}</p> : null;
  const { file, bytes, limitBytes } = deadLetters;
  if (bytes === 0) return null;
  return (
    <div class="notice warn dead-letters">
      <div class="grow">
        <strong>{streamTexts.deadLetters(bytes, limitBytes)}</strong> {streamTexts.deadLettersAdvice}
        <div class="mono small break">{file}</div>
      </div>
      <button onClick={props.onRedeliver}>
        <RotateCcw size={14} /> {streamTexts.redeliver}
      </button>
    </div>
  );
}
