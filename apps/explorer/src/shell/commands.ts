/** Named commands, for the palette and keyboard shortcuts. */
import { signal } from '@preact/signals';

export interface Command {
  readonly name: string;
  readonly keys?: string;
  readonly run: () => void;
}

/** Commands of the shell, and of the current page. */
export const shellCommands = signal<readonly Command[]>([]);
export const pageCommands = signal<readonly Command[]>([]);
