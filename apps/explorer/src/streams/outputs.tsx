/** The outputs of a standing query: their progress, their dead letters, and their actions. */
import { useState } from 'preact/hooks';
import { Plus, RotateCcw, Trash2 } from 'lucide-preact';
import { request } from '../api/http.js';
import type { OutputStatus, Redelivery } from '../api/types.js';
import { visible } from '../graph/visible-text.js';
import { usePolled } from '../parts/polled.js';
import { ResourceDialog } from '../schema/resource-dialog.js';
import { confirmed } from '../shell/dialogs.js';
import { note, showError } from '../shell/toasts.js';
import { format, text } from '../texts/en.js';
import { streamTexts } from '../texts/streams.js';

const MILLIS = 3000;
const GRAPH = 'api/v2/graph/quine';

export function Outputs({ query }: { readonly query: string }) {
  const base = `${GRAPH}/standingQueries/${encodeURIComponent(query)}/outputs`;
  const { value, refresh } = usePolled<{ items: OutputStatus[] }>(base, MILLIS);
  const [creates, setCreates] = useState(false);
  return (
    <div>
      <ul class="output-list">
        {value?.items.map(output => (
          <Output
            key={output.name}
            output={output}
            address={`${base}/${encodeURIComponent(output.name)}`}
            onDone={refresh}
          />
        ))}
        {value?.items.length === 0 && <li class="soft small">{streamTexts.noOutputs}</li>}
        <li>
          <button class="quiet small" onClick={() => setCreates(true)}>
            <Plus size={14} /> {streamTexts.createOutput}
          </button>
        </li>
      </ul>
      {creates && (
        <ResourceDialog
          title={`${streamTexts.createOutput} · ${query}`}
          path="/api/v2/graph/{graph}/standingQueries/{standingQueryName}/outputs"
          submit={async value => {
            await request('POST', base, value);
            refresh();
          }}
          onClose={() => setCreates(false)}
        />
      )}
    </div>
  );
}

function Output(props: {
  readonly output: OutputStatus;
  readonly address: string;
  readonly onDone: () => void;
}) {
  const { name, delivered, failed, queued } = props.output;
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
