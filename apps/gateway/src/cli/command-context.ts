import type { Readable } from 'node:stream';
import type { Clock, Scheduler } from '@weir/platform';
import type { ProgramConsole } from '../console/program-console.js';

/** The surroundings of a command. */
export interface CommandContext {
  readonly console: ProgramConsole;
  readonly clock: Clock;
  readonly after: Scheduler['after'];
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** Width of the terminal that shows standard output; absent if there is none. */
  readonly terminalColumns: number | undefined;
  readonly input: Readable;
}
