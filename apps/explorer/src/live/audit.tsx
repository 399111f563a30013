/** Audits results: the service runs the query from scratch on a sample, and compares. */
import { useEffect, useState } from 'preact/hooks';
import { request } from '../api/http.js';
import type { Audit } from '../api/types.js';
import { NodeName } from './named-values.js';
import { canvas } from '../session/session.js';
import { visible, visiblyShown } from '../graph/visible-text.js';
import { Dialog } from '../shell/dialogs.js';
import { showError } from '../shell/toasts.js';
import { text } from '../texts/en.js';
import { whyTexts } from '../texts/story.js';

const SAMPLE = 100;
const SHOWN = 50;

export function AuditDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const [audit, setAudit] = useState<Audit>();
  useEffect(() => {
    const path = `api/v2/graph/quine/standingQueries/${encodeURIComponent(name)}:audit`;
    request<Audit>('POST', path, { sample: SAMPLE }).then(setAudit, (error: unknown) => {
      showError(error);
      onClose();
    });
  }, [name]);
  return (
    <Dialog title={`${text.live.audit} · ${name}`} onClose={onClose}>
      <p class="soft">{text.live.auditHint}</p>
      {audit === undefined ? <p class="soft">{text.loading}</p> : <Findings audit={audit} />}
    </Dialog>
  );
}

function Findings({ audit }: { readonly audit: Audit }) {
  const { rows, nodes, differenceCount, differences, unsettled, failure } = audit;
  return (
    <>
      <p class={differenceCount === 0 ? 'verdict good' : 'verdict'}>
        {differenceCount === 0 ? text.live.auditRight(rows, nodes) : text.live.auditWrong(differenceCount)}
      </p>
      {unsettled > 0 && <p class="soft">{text.live.auditUnsettled(unsettled)}</p>}
      {failure !== undefined && <pre class="query-error">{visible(failure)}</pre>}
      <ul class="node-list">
        {differences.slice(0, SHOWN).map(({ node, row, expected, reported }, i) => (
          <li key={i}>
            <span class="mono small grow break">
              {node !== undefined && <NodeName id={node} />} {visiblyShown(row)} {reported} ≠ {expected}
            </span>
            {node !== undefined && (
              <button class="quiet small" onClick={() => void canvas.fetch([node]).catch(showError)}>
                {whyTexts.draw}
              </button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
