import { isatty } from 'node:tty';
import type { ResultTerminal } from '@weir/formats/kinds';

const DESCRIPTOR = 1;
const DEFAULT_COLUMNS = 80;

/**
 * How results are shown to those who watch standard output; `undefined` where a file or a program takes it. Colours
 * as `NO_COLOR` (https://no-color.org) and `TERM` want it.
 */
export function resultTerminal(
  { NO_COLOR: noColour = '', TERM: term }: Readonly<Record<string, string | undefined>>,
  isTerminal = isatty(DESCRIPTOR),
): ResultTerminal | undefined {
  // Only then: looking at the stream opens it, which changes how a pipe is written to.
  if (!isTerminal) return undefined;
  return {
    columns: () => process.stdout.columns ?? DEFAULT_COLUMNS,
    isColoured: noColour === '' && term !== 'dumb',
  };
}
