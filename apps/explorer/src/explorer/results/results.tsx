/** The result of the last query in a form other than the graph, with its actions. */
import { useEffect, useState } from 'preact/hooks';
import { Download, Rows3 } from 'lucide-preact';
import { planIn } from '../../graph/plan.js';
import { csvOf, jsonOfRows } from '../../graph/exports.js';
import { visible } from '../../graph/visible-text.js';
import { Empty } from '../../parts/empty.js';
import { saveFile } from '../../parts/save-file.js';
import { text } from '../../texts/en.js';
import { PlanDiagram } from './plan-diagram.js';
import { ResultTable } from './result-table.js';
import { RowDrawer } from './row-drawer.js';
import { resultView, run } from '../../session/session.js';
import { submitPlan } from '../../session/submit-query.js';

const JSON_ROWS = 500;

export function Results() {
  const [row, setRow] = useState<readonly unknown[]>();
  const count = run.rowCount.value;
  const columns = run.columns.value;
  // The row belongs to an earlier result.
  useEffect(() => setRow(undefined), [run.rows]);
  const plan = planIn(columns, run.rows);
  if (count === 0)
    return <Empty icon={Rows3}>{text.results.noRows[run.status.value] ?? text.results.none}</Empty>;
  return (
    <div class="results">
      <div class="results-tools" hidden={plan !== undefined}>
        <button class="quiet" onClick={() => saveFile('weir-rows.csv', csvOf(columns, run.rows), 'text/csv')}>
          <Download size={15} /> {text.results.csv}
        </button>
        <button class="quiet" onClick={() => saveFile('weir-rows.json', jsonOfRows(columns, run.rows))}>
          <Download size={15} /> {text.results.jsonFile}
        </button>
      </div>
      {resultView.value === 'table' && plan !== undefined ? (
        <PlanDiagram plan={plan} onProfile={() => submitPlan('PROFILE')} />
      ) : resultView.value === 'table' ? (
        <div class="table-and-row">
          <ResultTable columns={columns} rows={run.rows} rowCount={count} opened={row} onRow={setRow} />
          {row !== undefined && <RowDrawer columns={columns} row={row} onClose={() => setRow(undefined)} />}
        </div>
      ) : (
        <JsonView count={count} />
      )}
    </div>
  );
}

function JsonView({ count }: { readonly count: number }) {
  return (
    <div class="json-view" tabIndex={0} role="region" aria-label={text.results.json}>
      {count > JSON_ROWS && <p class="soft">{text.results.firstOf(JSON_ROWS, count)}</p>}
      <pre class="code">{visible(jsonOfRows(run.columns.value, run.rows.slice(0, JSON_ROWS)))}</pre>
    </div>
  );
}
