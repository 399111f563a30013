/**
 * Formats a result for a terminal: `03:04:05 alarm match {"client":"203.0.113.4","pa…`, as long as the terminal is
 * wide.
 */
import type { StandingOutput } from '@weir/contract';
import { resultJson } from '@weir/model';
import { withoutUnprintables } from '@weir/platform';
import type { ResultTerminal } from '@weir/formats/kinds';

const RESET = '\u001b[0m';
const DIM = '\u001b[2m';
const BOLD = '\u001b[1m';
const GREEN = '\u001b[32m';
const RED = '\u001b[31m';

/** Narrower terminals show as much. */
const LEAST_COLUMNS = 40;

/** @param time `2024-01-02 03:04:05,678` */
export function terminalLine(
  { isPositiveMatch, data }: StandingOutput,
  name: string,
  time: string,
  { columns, isColored }: ResultTerminal,
): string {
  const clock = time.slice(11, 19);
  const kind = isPositiveMatch ? 'match' : 'retraction';
  const shownName = withoutUnprintables(name);
  const json = withoutUnprintables(resultJson(data));
  const room = Math.max(LEAST_COLUMNS, columns()) - clock.length - shownName.length - kind.length - 3;
  const shown = json.length <= room ? json : `${json.slice(0, Math.max(1, room - 1))}…`;
  if (!isColored) return `${clock} ${shownName} ${kind} ${shown}`;
  const color = isPositiveMatch ? GREEN : RED;
  return `${DIM}${clock}${RESET} ${BOLD}${shownName}${RESET} ${color}${kind}${RESET} ${shown}`;
}
