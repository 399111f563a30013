/** The lines that were entered in earlier shells. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const LONGEST = 1000;

export class ShellHistory {
  constructor(private readonly file: string) {}

  /** The newest line first; empty if there is no readable file. */
  read(): string[] {
    try {
      return readFileSync(this.file, 'utf8').split('\n').filter(Boolean).reverse();
    } catch {
      return [];
    }
  }

  /** @param lines the newest line first. A history that cannot be written is not worth an error. */
  write(lines: readonly string[]): void {
    try {
      mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
      const text = lines.slice(0, LONGEST).reverse().join('\n');
      writeFileSync(this.file, `${text}\n`, { mode: 0o600 });
    } catch {
      return;
    }
  }
}

export function historyFile(environment: Readonly<Record<string, string | undefined>>): string {
  const { XDG_STATE_HOME: state, LOCALAPPDATA: local } = environment;
  return join(state || local || join(homedir(), '.local', 'state'), 'weir', 'shell-history');
}
