/** Runs one query and prints its rows as they arrive. */
import type { WeirClient } from '@weir/client';
import type { Scheduler } from '@weir/platform';
import type { RowFormat } from '../arguments/query-command-line.js';
import { rowPrinter } from './row-formats.js';
import type { Parameters } from './query-values.js';

export interface PrintedQuery {
  readonly text: string;
  readonly parameters: Parameters;
  readonly atTime: Date | undefined;
  /** Milliseconds. */
  readonly timeout: number | undefined;
  readonly format: RowFormat;
}

/** Where the rows are printed. */
export interface RowTarget {
  /** Resolves when there is room for more. */
  write(text: string): Promise<void>;
  /** Width of the terminal; absent if there is none. */
  readonly columns: number | undefined;
  readonly after: Scheduler['after'];
}

/** Rows wait this long for others that determine the widths of the columns. */
const LONGEST_WAIT_MILLIS = 300;

/** @returns the number of rows. Rejects with a `WeirClientError`, the reason of the signal, or an error of the target. */
export async function printQuery(
  client: WeirClient,
  { text, parameters, format, ...options }: PrintedQuery,
  target: RowTarget,
  signal: AbortSignal,
): Promise<number> {
  const printer = rowPrinter(format, target.columns);
  const rows = client.query(text, parameters, { ...options, signal });
  let count = 0;
  let cancelFlush = (): void => undefined;
  let flushed: Promise<void> = Promise.resolve();
  const write = async (piece: string): Promise<void> => {
    if (piece !== '') await target.write(piece);
  };
  try {
    for await (const row of rows) {
      const columns = rows.columns!;
      if (count++ === 0) {
        cancelFlush = target.after(LONGEST_WAIT_MILLIS, () => {
          flushed = write(printer.flush());
          // Reported when the next row is written.
          flushed.catch(() => undefined);
        });
      }
      await flushed;
      await write(
        printer.row(
          columns,
          columns.map(name => row[name]),
        ),
      );
    }
    await flushed;
    await write(printer.end(rows.columns));
  } catch (error) {
    // Rows that have arrived are printed before the error.
    await write(printer.flush()).catch(() => undefined);
    throw error;
  } finally {
    cancelFlush();
  }
  return count;
}

/** For example `1 row in 12 ms`. */
export function summary(rows: number, millis: number): string {
  const time = millis < 10_000 ? `${Math.round(millis)} ms` : `${(millis / 1000).toFixed(1)} s`;
  return `${rows} ${rows === 1 ? 'row' : 'rows'} in ${time}`;
}
