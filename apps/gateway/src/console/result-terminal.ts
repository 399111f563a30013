import { isatty } from 'node:tty';
import type { ResultTerminal } from '@weir/formats/kinds';

const DESCRIPTOR = 1;
const DEFAULT_COLUMNS = 80;

/**
 * Returns how results are shown on a terminal; `undefined` if standard output is a file or a pipe. Colors follow
 * `NO_COLOR` (https://no-color.org) and `TERM`.
 */
export function resultTerminal(
  { NO_COLOR: noColor = '', TERM: term }: Readonly<Record<string, string | undefined>>,
  isTerminal = isatty(DESCRIPTOR),
): ResultTerminal | undefined {
  // Checked first: accessing the stream opens it, which changes how a pipe is written to.
  if (!isTerminal) return undefined;
  return {
    columns: () => process.stdout.columns ?? DEFAULT_COLUMNS,
    isColored: noColor === '' && term !== 'dumb',
  };
}
