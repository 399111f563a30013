/**
 * A table whose rows are printed while the query still runs. The first rows determine the widths of the columns and
 * which of them hold numbers; a later value that is wider overhangs. On a terminal, lines are never wider than it.
 */
import { writeExactly } from '@weir/client';
import { printable } from '@weir/platform';
import type { RowPrinter } from './row-printer.js';
import { shortened, textWidth } from './text-width.js';

/** Number of rows that determine the widths. */
const LOOK_AHEAD = 100;
/** A column is not made narrower than this to fit the terminal. */
const NARROWEST = 8;
const BETWEEN = ' | ';

interface Column {
  readonly name: string;
  readonly width: number;
  readonly isNumeric: boolean;
  /** Longer values are shortened. */
  readonly isCut: boolean;
}

export class TablePrinter implements RowPrinter {
  private waiting: (readonly unknown[])[] = [];
  private names: readonly string[] = [];
  private columns: readonly Column[] | undefined;

  constructor(private readonly terminalColumns: number | undefined) {}

  row(columns: readonly string[], values: readonly unknown[]): string {
    this.names = columns;
    if (this.columns !== undefined) return this.line(this.columns, values);
    this.waiting.push(values);
    return this.waiting.length < LOOK_AHEAD ? '' : this.flush();
  }

  flush(): string {
    if (this.columns !== undefined || this.names.length === 0) return '';
    const columns = columnsOf(this.names, this.waiting, this.terminalColumns);
    this.columns = columns;
    const rows = this.waiting;
    this.waiting = [];
    return [this.header(columns), ...rows.map(values => this.line(columns, values))].join('');
  }

  end(columns: readonly string[] = []): string {
    this.names = columns;
    return this.flush();
  }

  private header(columns: readonly Column[]): string {
    const names = columns.map(({ name, width, isNumeric, isCut }) =>
      aligned(isCut ? shortened(name, width) : name, width, isNumeric),
    );
    return (
      this.fitted(names.join(BETWEEN)) +
      this.fitted(columns.map(({ width }) => '-'.repeat(width)).join('-+-'))
    );
  }

  private line(columns: readonly Column[], values: readonly unknown[]): string {
    const cells = columns.map(({ width, isNumeric, isCut }, i) => {
      const text = cellText(values[i]);
      return aligned(isCut ? shortened(text, width) : text, width, isNumeric);
    });
    return this.fitted(cells.join(BETWEEN));
  }

  private fitted(line: string): string {
    const text = line.trimEnd();
    return `${this.terminalColumns === undefined ? text : shortened(text, this.terminalColumns)}\n`;
  }
}

function columnsOf(
  names: readonly string[],
  rows: readonly (readonly unknown[])[],
  terminalColumns: number | undefined,
): Column[] {
  const natural = names.map((name, i) =>
    Math.max(textWidth(printable(name)), ...rows.map(values => textWidth(cellText(values[i])))),
  );
  const widths = terminalColumns === undefined ? natural : narrowed(natural, terminalColumns);
  return names.map((name, i) => ({
    name: printable(name),
    width: widths[i]!,
    isNumeric: rows.some(values => isNumber(values[i])) && rows.every(values => isNumberOrNull(values[i])),
    isCut: widths[i]! < natural[i]!,
  }));
}

/** Narrows the widest columns until the line fits, or all are at their narrowest. */
function narrowed(natural: readonly number[], terminalColumns: number): number[] {
  const room = terminalColumns - BETWEEN.length * (natural.length - 1);
  let limit = Math.max(...natural, NARROWEST);
  const total = (): number => natural.reduce((sum, width) => sum + Math.min(width, limit), 0);
  while (total() > room && limit > NARROWEST) limit--;
  return natural.map(width => Math.min(width, limit));
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return printable(typeof value === 'string' ? value : writeExactly(value));
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'bigint';
}

function isNumberOrNull(value: unknown): boolean {
  return value === null || value === undefined || isNumber(value);
}

function aligned(text: string, width: number, isNumeric: boolean): string {
  const space = ' '.repeat(Math.max(0, width - textWidth(text)));
  return isNumeric ? space + text : text + space;
}
