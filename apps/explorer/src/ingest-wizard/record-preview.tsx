/** The first records of a source as a table, with the errors of those that cannot be read. */
import { shown } from '../api/exact-json.js';
import { visible, visiblyShown } from '../graph/visible-text.js';
import { wizardTexts } from '../texts/ingest-wizard.js';
import type { Trial } from './dry-run.js';
import { type RecordColumn, valueAt } from './record-table.js';

const MOST_CHARACTERS = 80;

export function RecordPreview({
  trial,
  columns,
}: {
  readonly trial: Trial;
  readonly columns: readonly RecordColumn[];
}) {
  const { records } = trial;
  return (
    <>
      {records.length === 0 ? (
        <p class="soft">{wizardTexts.noRecords}</p>
      ) : (
        <div class="record-scroll" tabIndex={0} role="region" aria-label={wizardTexts.title}>
          <table class="record-table">
            <thead>
              <tr>
                <th scope="col">#</th>
                {columns.map(({ path, types, isUnique }) => (
                  <th key={path.join('\0')} scope="col">
                    {path.length === 0 ? wizardTexts.record : visible(path.join('.'))}
                    <span class="small soft" title={isUnique ? wizardTexts.unique : undefined}>
                      {types}
                      {isUnique ? ' ●' : ''}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {records.map((record, i) => (
                <tr key={i}>
                  <td class="soft">{i + 1}</td>
                  {columns.map(({ path }) => (
                    <Value key={path.join('\0')} value={valueAt(record, path)} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <TrialErrors trial={trial} stage="FORMAT" />
    </>
  );
}

function Value({ value }: { readonly value: unknown }) {
  if (value === undefined || value === null) return <td class="soft">{value === null ? 'null' : ''}</td>;
  return (
    <td class={typeof value === 'number' ? 'number' : ''} title={shown(value).slice(0, 500)}>
      {visiblyShown(value).slice(0, MOST_CHARACTERS)}
    </td>
  );
}

/** @param props.stage only the errors of this step; all without it. */
export function TrialErrors({ trial, stage }: { readonly trial: Trial; readonly stage?: string }) {
  const errors = trial.errors.filter(error => stage === undefined || error.stage === stage);
  const ended = wizardTexts.ended[trial.ended];
  if (errors.length === 0 && ended === undefined) return null;
  return (
    <ul class="trial-errors" role="alert">
      {ended !== undefined && (
        <li>
          {ended} {visible(trial.message ?? '')}
        </li>
      )}
      {errors.map(({ record, reason }, i) => (
        <li key={i}>{visible(wizardTexts.wrong(record, reason))}</li>
      ))}
    </ul>
  );
}
