/** Ingest streams, standing queries and their outputs. */
import { useEffect, useState } from 'preact/hooks';
import { ArrowDownToLine, Plus, Radar, TriangleAlert } from 'lucide-preact';
import { INGESTS, replaceIngest, replaceResource, STANDING } from '../api/resources.js';
import type { IngestStream, StandingQuery } from '../api/types.js';
import { live } from '../session/session.js';
import { Empty } from '../parts/empty.js';
import { usePolled } from '../parts/polled.js';
import { wizardOf } from '../ingest-wizard/opened-wizard.js';
import { ReplaceDialog } from '../live/replace.js';
import { showError } from '../shell/toasts.js';
import { text } from '../texts/en.js';
import { streamTexts } from '../texts/streams.js';
import { DefinitionDialog, type Start } from './definition-dialog.js';
import { backpressure } from './figures.js';
import { IngestRow } from './ingest-row.js';
import { StandingRow } from './standing-row.js';
import { wantedForm } from './wanted-form.js';

const MILLIS = 2000;
/** The mode that takes any RETURN, unlike the default of the API. */
const STANDING_PRESET = { pattern: { type: 'Cypher', query: '', mode: 'MULTIPLE_VALUES' } };

export function StreamsPage() {
  const ingests = usePolled<{ items: IngestStream[] }>(INGESTS, MILLIS);
  const queries = usePolled<{ items: StandingQuery[] }>(STANDING, MILLIS);
  const [ingest, setIngest] = useState<Start>();
  const [standing, setStanding] = useState<Start>();
  const [replaced, setReplaced] = useState<StandingQuery>();
  const wanted = wantedForm.value;
  useEffect(() => {
    if (wanted === undefined) return;
    wantedForm.value = undefined;
    (wanted === 'ingest' ? setIngest : setStanding)({ kind: 'new' });
  }, [wanted]);
  const done = (): void => {
    ingests.refresh();
    queries.refresh();
    void live.readList().catch(showError);
  };
  return (
    <div class="page">
      <header class="page-head">
        <h1>{streamTexts.title}</h1>
      </header>
      {backpressure.value?.globalValve.isOpen === false && (
        <div class="notice" role="alert">
          <TriangleAlert size={18} />
          <div>
            <strong>{streamTexts.valveClosed}</strong> {streamTexts.valveDetail}
          </div>
        </div>
      )}
      <section class="card">
        <div class="card-head">
          <h2>{streamTexts.ingests}</h2>
          <button class="primary" onClick={() => setIngest({ kind: 'new' })}>
            <Plus size={15} /> {text.palette.createIngest}
          </button>
        </div>
        {ingests.value?.items.length === 0 && <Empty icon={ArrowDownToLine}>{streamTexts.noIngests}</Empty>}
        <ul class="list">
          {ingests.value?.items.map(stream => (
            <IngestRow key={stream.name} stream={stream} onDone={ingests.refresh} onDefine={setIngest} />
          ))}
        </ul>
      </section>
      <section class="card">
        <div class="card-head">
          <h2>{streamTexts.standing}</h2>
          <button class="primary" onClick={() => setStanding({ kind: 'new' })}>
            <Plus size={15} /> {text.palette.createStanding}
          </button>
        </div>
        {queries.value?.items.length === 0 && <Empty icon={Radar}>{streamTexts.noStanding}</Empty>}
        <ul class="list">
          {queries.value?.items.map(query => (
            <StandingRow
              key={query.name}
              query={query}
              onDone={queries.refresh}
              onCopy={of => setStanding({ kind: 'copy', of })}
              onEdit={() => setReplaced(query)}
            />
          ))}
        </ul>
      </section>
      {ingest !== undefined && (
        <DefinitionDialog
          start={ingest}
          title={text.palette.createIngest}
          path="/api/v2/graph/{graph}/ingests"
          collection={INGESTS}
          names={(ingests.value?.items ?? []).map(({ name }) => name)}
          replacing={streamTexts.replacingIngest}
          extra={wizardOf}
          replace={replaceIngest}
          onDone={done}
          onClose={() => setIngest(undefined)}
        />
      )}
      {standing !== undefined && (
        <DefinitionDialog
          start={standing}
          title={text.palette.createStanding}
          path="/api/v2/graph/{graph}/standingQueries"
          collection={STANDING}
          names={(queries.value?.items ?? []).map(({ name }) => name)}
          replacing=""
          preset={STANDING_PRESET}
          replace={(name, definition) => replaceResource(STANDING, name, definition)}
          onDone={done}
          onClose={() => setStanding(undefined)}
        />
      )}
      {replaced !== undefined && (
        <ReplaceDialog
          query={replaced}
          onClose={() => {
            setReplaced(undefined);
            queries.refresh();
          }}
        />
      )}
    </div>
  );
}
