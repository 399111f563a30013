/** The result of the last query in a form other than the graph, with its actions. */
import { useState } from 'preact/hooks';
import { Download, Rows3 } from 'lucide-preact';
import { shown } from '../../api/exact-json.js';
import { elementsOf } from '../../graph/elements.js';
import { planIn } from '../../graph/plan.js';
import { csvOf, jsonOfRows } from '../../graph/exports.js';
import { visible } from '../../graph/visible-text.js';
import { Empty } from '../../parts/empty.js';
import { saveFile } from '../../parts/save-file.js';
import { Dialog } from '../../shell/dialogs.js';
import { text } from '../../texts/en.js';
import { PlanDiagram } from './plan-diagram.js';
import { submitPlan } from '../query/query-bar.js';
import { ResultTable } from './result-table.js';
import { canvas, resultView, run } from '../../session/session.js';

const JSON_ROWS = 500;

export function Results() {
  const [row, setRow] = useState<readonly unknown[]>();
  const count = run.rowCount.value;
  const columns = run.columns.value;
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
        <ResultTable columns={columns} rows={run.rows} rowCount={count} onRow={setRow} />
      ) : (
        <JsonView count={count} />
      )}
      {row !== undefined && (
        <Dialog title={text.results.row} isWide onClose={() => setRow(undefined)}>
          <dl class="properties">
            {columns.map((column, i) => (
              <div key={i}>
                <dt>{visible(column)}</dt>
                <dd>
                  <pre class="code" tabIndex={0}>
                    {visible(typeof row[i] === 'string' ? row[i] : (JSON.stringify(row[i], null, 2) ?? ''))}
                  </pre>
                </dd>
              </div>
            ))}
          </dl>
          <div class="actions">
            {elementsOf([row]).nodes.size > 0 && (
              <button
                class="primary"
                onClick={() => {
                  canvas.draw(elementsOf([row]));
                  resultView.value = 'graph';
                  setRow(undefined);
                }}
              >
                {text.live.show}
              </button>
            )}
            <button onClick={() => void navigator.clipboard.writeText(shown(row))}>{text.copy}</button>
          </div>
        </Dialog>
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
