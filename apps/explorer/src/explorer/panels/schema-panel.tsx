/** Labels, edge types and properties of the graph; each name runs a query. */
import { RefreshCw, Workflow } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import { SchemaDrawing } from '../../ask/schema-drawing.js';
import { quoted } from '../../graph/canvas-queries.js';
import { visible } from '../../graph/visible-text.js';
import { showError } from '../../shell/toasts.js';
import { format, text } from '../../texts/en.js';
import { editQuery } from '../../session/query-mode.js';
import { runQuery, vocabulary } from '../../session/session.js';

const MOST = 40;

export function SchemaPanel() {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => void vocabulary.read().catch(showError), []);
  const { labels, edgeTypes, keys, isExact } = vocabulary.schema.value;
  const parts = [
    [text.schema.labels, labels, (name: string) => `MATCH (n:${quoted(name)}) RETURN n LIMIT 50`],
    [
      text.schema.edgeTypes,
      edgeTypes,
      (name: string) => `MATCH p = ()-[:${quoted(name)}]->() RETURN p LIMIT 50`,
    ],
    [
      text.schema.keys,
      keys,
      (name: string) => `MATCH (n) WHERE n.${quoted(name)} IS NOT NULL RETURN n LIMIT 50`,
    ],
  ] as const;
  return (
    <div class="panel">
      <div class="panel-row">
        <p class="soft small grow">{isExact ? text.schema.exact : text.schema.estimated}</p>
        <button
          class="icon-button"
          aria-label={text.schema.refresh}
          title={text.schema.refresh}
          onClick={() => void vocabulary.read().catch(showError)}
        >
          <RefreshCw size={15} />
        </button>
      </div>
      <button onClick={() => setDrawn(true)}>
        <Workflow size={15} /> {text.schema.draw}
      </button>
      {isDrawn && <SchemaDrawing onClose={() => setDrawn(false)} />}
      {parts.map(([title, names, queryFor]) => (
        <section key={title}>
          <h3>{title}</h3>
          {names.length === 0 && <p class="soft small">{text.schema.none}</p>}
          <div class="chips">
            {names.slice(0, MOST).map(([name, count]) => (
              <button
                key={name}
                class="chip-button"
                title={`${queryFor(name)} — ${text.schema.scan}`}
                onClick={() => {
                  editQuery(queryFor(name));
                  runQuery(queryFor(name));
                }}
              >
                {visible(name)} <span class="count">{format.number(count)}</span>
              </button>
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
