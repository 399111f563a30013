/** Rows of a result; only visible rows are elements of the page. */
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { useEffect, useMemo, useReducer, useRef, useState } from 'preact/hooks';
import { isExact } from '../../api/exact-json.js';
import { isEdge, isNode } from '../../graph/elements.js';
import { comparedRows } from '../../graph/compare-values.js';
import { visible, visiblyShown } from '../../graph/visible-text.js';
import { currentStyle } from '../../session/session.js';
import { text } from '../../texts/en.js';
import { gridOf, useColumnWidths, WidthHandle } from './column-widths.js';

const ROW_HEIGHT = 34;
/** Rows that are searched for a value of a column. */
const SAMPLE = 100;
/** Browsers limit heights to some 30 million pixels. */
const MOST_SHOWN = 800_000;

export interface ResultTableProps {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  /** Changes when rows are added to the same array. */
  readonly rowCount: number;
  /** The row whose values are shown. */
  readonly opened: readonly unknown[] | undefined;
  readonly onRow: (row: readonly unknown[]) => void;
}

export function ResultTable({ columns, rows, rowCount, opened, onRow }: ResultTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [, redraw] = useReducer((n: number) => n + 1, 0);
  const [sorted, setSorted] = useState<{ readonly column: number; readonly isDown: boolean }>();
  const [filter, setFilter] = useState('');
  const order = useMemo(() => {
    const wanted = filter.trim().toLowerCase();
    if (sorted === undefined && wanted === '') return undefined;
    let indexes = rows.map((_row, i) => i);
    if (wanted !== '') indexes = indexes.filter(i => JSON.stringify(rows[i]).toLowerCase().includes(wanted));
    if (sorted !== undefined) indexes.sort(comparedRows(rows, sorted.column, sorted.isDown));
    return indexes;
  }, [sorted, filter, rowCount, columns]);
  const count = Math.min(order?.length ?? rowCount, MOST_SHOWN);

  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
    scrollToFn: elementScroll,
    observeElementRect,
    observeElementOffset,
    onChange: () => redraw(0),
  };
  const virtual = useMemo(() => new Virtualizer<HTMLDivElement, HTMLDivElement>(options), []);
  virtual.setOptions(options);
  useEffect(() => virtual._didMount(), []);
  useEffect(() => virtual._willUpdate());

  // The row that had the focus last, or the first visible one.
  const [current, setCurrent] = useState(0);
  const shown = virtual.getVirtualItems();
  const stop = shown.some(({ index }) => index === current) ? current : shown[0]?.index;

  const sort = (column: number): void =>
    setSorted(before =>
      before?.column === column
        ? before.isDown
          ? undefined
          : { column, isDown: true }
        : { column, isDown: false },
    );
  const widths = useColumnWidths(columns);
  const grid = gridOf(Math.max(1, columns.length), widths);
  const { minWidth } = grid;
  const numeric = useMemo(
    () => columns.map((_column, i) => isNumber(sampleOf(rows, i))),
    [columns, Math.min(rowCount, SAMPLE)],
  );
  const kindOf = (column: number, value: unknown): string =>
    isNumber(value) || (value === null && numeric[column]!) ? 'number' : '';
  return (
    <div class="result-table">
      <div class="table-tools">
        <input
          type="search"
          placeholder={text.results.filter}
          aria-label={text.results.filter}
          value={filter}
          onInput={event => setFilter(event.currentTarget.value)}
        />
        <span class="soft small">
          {order === undefined ? '' : text.results.shownOf(order.length, rowCount)}
        </span>
      </div>
      <div
        class="table-scroll"
        ref={scroller}
        role="table"
        aria-rowcount={count}
        tabIndex={0}
        aria-label={text.results.table}
      >
        <div class="table-row table-head" role="row" style={grid}>
          <span role="columnheader" class="row-number">
            #
          </span>
          {columns.map((column, i) => (
            <span key={i} role="columnheader" class={kindOf(i, null)} aria-sort={ariaSort(sorted, i)}>
              <button class="head-button" onClick={() => sort(i)}>
                {visible(column)} {sorted?.column === i ? (sorted.isDown ? '↓' : '↑') : ''}
              </button>
              <WidthHandle column={column} index={i} widths={widths} />
            </span>
          ))}
        </div>
        <div
          role="rowgroup"
          style={{ height: `${virtual.getTotalSize()}px`, minWidth, position: 'relative' }}
          onKeyDown={event => stepThroughRows(event)}
        >
          {shown.map(({ index, start }) => {
            const rowIndex = order?.[index] ?? index;
            const row = rows[rowIndex];
            if (row === undefined) return null;
            return (
              <div
                key={rowIndex}
                data-row={index}
                role="row"
                class={row === opened ? 'table-row opened' : 'table-row'}
                style={{ ...grid, position: 'absolute', top: `${start}px`, height: `${ROW_HEIGHT}px` }}
                onClick={() => onRow(row)}
              >
                <span role="cell" class="row-number">
                  {/* All rows are a single tab stop. The row handles the click. */}
                  <button
                    class="row-button"
                    aria-label={text.results.openRow(rowIndex + 1)}
                    tabIndex={index === stop ? 0 : -1}
                    onFocus={() => setCurrent(index)}
                  >
                    {rowIndex + 1}
                  </button>
                </span>
                {columns.map((_column, i) => (
                  <span
                    key={i}
                    role="cell"
                    class={kindOf(i, row[i])}
                    title={visiblyShown(row[i]).slice(0, 500)}
                  >
                    <Cell value={row[i]} />
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Moves between rows with the arrow keys; rows next to the visible ones exist as elements. */
function stepThroughRows(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]');
  if (by === undefined || row === null) return;
  event.preventDefault();
  const next = Number(row.dataset['row']) + by;
  event.currentTarget.querySelector<HTMLElement>(`[data-row="${next}"] button`)?.focus();
}

function ariaSort(sorted: { column: number; isDown: boolean } | undefined, column: number) {
  if (sorted?.column !== column) return 'none';
  return sorted.isDown ? 'descending' : 'ascending';
}

/** The first value that is not null, of the first rows. */
function sampleOf(rows: ResultTableProps['rows'], column: number): unknown {
  return rows.slice(0, SAMPLE).find(row => row[column] !== null)?.[column];
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || isExact(value);
}

function Cell({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined) return <span class="soft">null</span>;
  if (typeof value === 'object' && isNode(value)) {
    return (
      <>
        {value.labels.map(label => (
          <span key={label} class="chip">
            {visible(label)}
          </span>
        ))}
        {currentStyle({ ...value, id: String(value.id) }).label}{' '}
        <span class="mono small soft">{visiblyShown(value.properties).slice(0, 300)}</span>
      </>
    );
  }
  if (typeof value === 'object' && isEdge(value)) return <span class="chip edge">{visible(value.name)}</span>;
  return <span class={typeof value === 'string' ? '' : 'mono'}>{visiblyShown(value).slice(0, 300)}</span>;
}
