/** Part of the form of a new ingest stream: its first records, and the query built from their fields and tried. */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ListChecks, TableProperties } from 'lucide-preact';
import { FormError, failureOf, type Failure } from '../parts/form-error.js';
import { visible, visiblyShown } from '../graph/visible-text.js';
import { wizardTexts } from '../texts/ingest-wizard.js';
import { tried, type Trial } from './dry-run.js';
import { FieldPicker } from './field-picker.js';
import { guessedPicks, queryOf, type Picks } from './picked-query.js';
import { RecordPreview, TrialErrors } from './record-preview.js';
import { columnsOf } from './record-table.js';

export interface WizardProps {
  /** The definition as far as it is filled in. */
  readonly definition: Readonly<Record<string, unknown>>;
  readonly onQuery: (query: string) => void;
  /** Records of a file that is not uploaded yet. */
  readonly sample?: string | undefined;
  /** A query that the fields may replace, because the user did not write it. */
  readonly replaceable?: string | undefined;
}

const SHOWN_NODES = 12;

export function IngestWizard({ definition, onQuery, sample, replaceable }: WizardProps) {
  const [preview, setPreview] = useState<Trial>();
  const [trial, setTrial] = useState<Trial>();
  const [picks, setPicks] = useState<Picks>();
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState<'reading' | 'trying'>();
  const source = JSON.stringify(definition['source']);
  // It was about another source.
  useEffect(() => setFailure(undefined), [source]);
  const columns = useMemo(() => columnsOf(preview?.records ?? []), [preview]);
  const written = (definition['query'] as string | undefined) ?? '';
  const made = picks === undefined ? '' : queryOf(picks);
  const isEdited = written.trim() !== '' && written !== made && written !== replaceable;

  const attempt = async (
    kind: 'reading' | 'trying',
    query: string | undefined,
  ): Promise<Trial | undefined> => {
    // The button stays enabled, because a disabled one loses the focus.
    if (busy !== undefined) return undefined;
    setBusy(kind);
    setFailure(undefined);
    try {
      return await tried(definition, query, sample);
    } catch (error) {
      setFailure(failureOf(error));
      return undefined;
    } finally {
      setBusy(undefined);
    }
  };
  const pick = (changed: Picks): void => {
    setPicks(changed);
    setTrial(undefined);
    onQuery(queryOf(changed));
  };
  const read = async (): Promise<void> => {
    const found = await attempt('reading', undefined);
    if (found === undefined) return;
    setPreview(found);
    setTrial(undefined);
    const guessed = guessedPicks(labelOf(definition), columnsOf(found.records));
    if (found.records.every(record => record === null)) return;
    // A query that the user wrote stays.
    if (isEdited) setPicks(guessed);
    else pick(guessed);
  };
  // A file is at hand already.
  useEffect(() => {
    if (sample !== undefined) void read();
  }, [sample]);
  return (
    <section class="ingest-wizard" aria-label={wizardTexts.title}>
      <h3>{wizardTexts.title}</h3>
      <p class="soft small">{wizardTexts.hint}</p>
      <button type="button" aria-disabled={busy !== undefined} onClick={() => void read()}>
        <TableProperties size={15} />
        {busy === 'reading' ? wizardTexts.reading : preview ? wizardTexts.readAgain : wizardTexts.read}
      </button>
      {failure !== undefined && <FormError of={failure} />}
      {preview !== undefined && <RecordPreview trial={preview} columns={columns} />}
      {picks !== undefined && (
        <>
          <h3>{wizardTexts.build}</h3>
          {isEdited ? (
            <p class="soft small">
              {wizardTexts.edited}{' '}
              <button type="button" class="quiet" onClick={() => pick(picks)}>
                {wizardTexts.useFields}
              </button>
            </p>
          ) : (
            <FieldPicker columns={columns} picks={picks} onChange={pick} />
          )}
          <button
            type="button"
            disabled={written.trim() === ''}
            aria-disabled={busy !== undefined}
            onClick={() => void attempt('trying', written).then(found => found && setTrial(found))}
          >
            <ListChecks size={15} /> {busy === 'trying' ? wizardTexts.trying : wizardTexts.try}
          </button>
        </>
      )}
      {trial !== undefined && <Outcome trial={trial} />}
    </section>
  );
}

function Outcome({ trial }: { readonly trial: Trial }) {
  const { doneCount, readCount, nodes, edges, nodeCount, edgeCount } = trial;
  const names = new Map(nodes.map(node => [node.id, nameOf(node)]));
  return (
    <div class="trial-outcome">
      <p role="status">{wizardTexts.tried(doneCount, readCount, nodeCount, edgeCount)}</p>
      <TrialErrors trial={trial} />
      <ul>
        {nodes.slice(0, SHOWN_NODES).map(node => (
          <li key={node.id}>
            <span class="chip">{visible(node.label)}</span>{' '}
            <span class="mono small">{visiblyShown(node.properties).slice(0, 200)}</span>
          </li>
        ))}
        {edges.slice(0, SHOWN_NODES).map(({ from, to, edgeType }, i) => (
          <li key={i} class="small">
            {visible(names.get(from) ?? from)} <span class="chip edge">{visible(edgeType)}</span>{' '}
            {visible(names.get(to) ?? to)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function nameOf({ label, properties }: Trial['nodes'][number]): string {
  const [value] = Object.values(properties);
  return value === undefined ? label : visiblyShown(value);
}

/** A label from the name of the stream: `access-log` becomes `AccessLog`. */
function labelOf({ name }: Readonly<Record<string, unknown>>): string {
  const words = (typeof name === 'string' ? name : '').split(/[^\p{L}\d]+/u).filter(word => word !== '');
  return words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join('') || 'Record';
}
