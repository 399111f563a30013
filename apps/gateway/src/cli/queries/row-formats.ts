/** The formats in which rows are printed. */
import { writeExactly } from '@weir/client';
import type { RowFormat } from '../arguments/query-command-line.js';
import type { RowPrinter } from './row-printer.js';
import { TablePrinter } from './table-printer.js';

/** @param terminalColumns width of the terminal; absent if the rows are not written to one. */
export function rowPrinter(format: RowFormat, terminalColumns?: number): RowPrinter {
  switch (format) {
    case 'table':
      return new TablePrinter(terminalColumns);
    case 'json':
      return jsonArray();
    case 'jsonl':
      return {
        row: (columns, values) => `${jsonRow(columns, values)}\n`,
        flush: () => '',
        end: () => '',
      };
    case 'csv':
      return commaSeparated();
  }
}

function jsonRow(columns: readonly string[], values: readonly unknown[]): string {
  return `{${columns.map((name, i) => `${JSON.stringify(name)}:${writeExactly(values[i])}`).join(',')}}`;
}

function jsonArray(): RowPrinter {
  let rows = 0;
  return {
    row: (columns, values) => `${rows++ === 0 ? '[' : ','}\n  ${jsonRow(columns, values)}`,
    flush: () => '',
    end: () => (rows === 0 ? '[]\n' : '\n]\n'),
  };
}

/** RFC 4180 with a header, and line feeds between lines. Null is an empty field, the empty string is `""`. */
function commaSeparated(): RowPrinter {
  let hasHeader = false;
  const line = (fields: readonly string[]): string => `${fields.join(',')}\n`;
  const header = (columns: readonly string[]): string => {
    if (hasHeader || columns.length === 0) return '';
    hasHeader = true;
    return line(columns.map(quoted));
  };
  return {
    row: (columns, values) => header(columns) + line(values.map(csvField)),
    flush: () => '',
    end: (columns = []) => header(columns),
  };
}

function csvField(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? quoted(value) : quoted(writeExactly(value));
}

function quoted(text: string): string {
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
