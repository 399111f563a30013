/** What can be done by name, from the palette or a key. */
import { signal } from '@preact/signals';

export interface Command {
  readonly name: string;
  readonly keys?: string;
  readonly run: () => void;
}

/** Of the shell, and of the page that is shown. */
export const shellCommands = signal<readonly Command[]>([]);
export const pageCommands = signal<readonly Command[]>([]);
