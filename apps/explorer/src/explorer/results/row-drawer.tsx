/** All values of one row, beside the table. */
import { useEffect, useRef } from 'preact/hooks';
import { X } from 'lucide-preact';
import { shown } from '../../api/exact-json.js';
import { elementsOf } from '../../graph/elements.js';
import { visible } from '../../graph/visible-text.js';
import { canvas, resultView } from '../../session/session.js';
import { text } from '../../texts/en.js';

export function RowDrawer(props: {
  readonly columns: readonly string[];
  readonly row: readonly unknown[];
  readonly onClose: () => void;
}) {
  const { columns, row, onClose } = props;
  const close = useRef<HTMLButtonElement>(null);
  const opener = useRef(document.activeElement);
  useEffect(() => {
    close.current?.focus();
    return () => (opener.current as HTMLElement | null)?.focus();
  }, []);
  const elements = elementsOf([row]);
  return (
    <aside
      class="row-drawer"
      aria-label={text.results.row}
      onKeyDown={event => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header>
        <h3 class="grow">{text.results.row}</h3>
        <button ref={close} class="icon-button" aria-label={text.close} title={text.close} onClick={onClose}>
          <X size={16} />
        </button>
      </header>
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
        {elements.nodes.size > 0 && (
          <button
            class="primary"
            onClick={() => {
              canvas.draw(elements);
              resultView.value = 'graph';
              onClose();
            }}
          >
            {text.live.show}
          </button>
        )}
        <button onClick={() => void navigator.clipboard.writeText(shown(row))}>{text.copy}</button>
      </div>
    </aside>
  );
}
