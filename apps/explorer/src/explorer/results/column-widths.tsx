/** Widths of table columns, which people change with the pointer or with arrow keys. */
import { useState } from 'preact/hooks';
import { visible } from '../../graph/visible-text.js';
import { text } from '../../texts/en.js';

export const NUMBER_WIDTH = 56;
export const LEAST_WIDTH = 140;
const NARROWEST = 60;
const WIDEST = 1200;
const KEY_STEP = 16;

export interface ColumnWidths {
  /** Changed widths in pixels, by column. The other columns share the rest. */
  readonly changed: ReadonlyMap<number, number>;
  readonly set: (column: number, width: number) => void;
}

/** Widths last as long as the columns stay the same. */
export function useColumnWidths(columns: readonly string[]): ColumnWidths {
  const names = columns.join('\n');
  const [state, setState] = useState<{ names: string; changed: ReadonlyMap<number, number> }>();
  const changed = state?.names === names ? state.changed : NONE;
  const set = (column: number, width: number): void =>
    setState(before => ({
      names,
      changed: new Map([
        ...(before?.names === names ? before.changed : NONE),
        [column, Math.min(WIDEST, Math.max(NARROWEST, Math.round(width)))],
      ]),
    }));
  return { changed, set };
}

const NONE: ReadonlyMap<number, number> = new Map();

/** The same for all rows, whatever they contain. If the columns do not fit, they scroll. */
export function gridOf(
  columnCount: number,
  { changed }: ColumnWidths,
): { gridTemplateColumns: string; minWidth: string } {
  const columns = Array.from({ length: columnCount }, (_each, i) => changed.get(i));
  // With all widths chosen, the rest stays empty.
  const rest = columns.every(width => width !== undefined) ? ' 1fr' : '';
  const widths = columns.map(width => (width === undefined ? 'minmax(0, 1fr)' : `${width}px`)).join(' ');
  const least = columns.reduce<number>((sum, width) => sum + (width ?? LEAST_WIDTH), NUMBER_WIDTH);
  return { gridTemplateColumns: `${NUMBER_WIDTH}px ${widths}${rest}`, minWidth: `${least}px` };
}

/** The border at the end of a column's head. */
export function WidthHandle({
  column,
  index,
  widths,
}: {
  readonly column: string;
  readonly index: number;
  readonly widths: ColumnWidths;
}) {
  const widthOf = (handle: HTMLElement): number => handle.parentElement!.getBoundingClientRect().width;
  return (
    <i
      class="width-handle"
      role="separator"
      aria-orientation="vertical"
      aria-label={text.results.width(visible(column))}
      aria-valuenow={widths.changed.get(index) ?? LEAST_WIDTH}
      aria-valuemin={NARROWEST}
      aria-valuemax={WIDEST}
      tabIndex={0}
      onPointerDown={event => {
        event.preventDefault();
        const handle = event.currentTarget;
        handle.setPointerCapture(event.pointerId);
        const offset = widthOf(handle) - event.clientX;
        handle.onpointermove = ({ clientX }) => widths.set(index, offset + clientX);
        handle.onlostpointercapture = () => (handle.onpointermove = null);
      }}
      onKeyDown={event => {
        const by = { ArrowLeft: -KEY_STEP, ArrowRight: KEY_STEP }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        widths.set(index, widthOf(event.currentTarget) + by);
      }}
    />
  );
}
