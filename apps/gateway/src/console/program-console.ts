/**
 * Output of the program: results on standard output, everything else on standard error. On a terminal, live lines stay
 * below all others and are redrawn.
 */
import type { Writable } from 'node:stream';
import { maskedText, printable, printableLines, type Scheduler } from '@weir/platform';

const ERASE_LINE = '\u001b[2K';
const UP = '\u001b[1A';

export class ProgramConsole {
  private drawn: readonly string[] = [];
  private outputError: Error | undefined;

  constructor(
    private readonly output: Writable,
    private readonly errors: Writable,
    /** Whether a person watches, so that live lines are useful. */
    readonly isInteractive: boolean,
  ) {
    output.on('error', error => (this.outputError ??= error));
    // The reader of standard error may disappear, and no other channel could report that.
    errors.on('error', () => undefined);
  }

  /** Writes text to standard error, without terminal control characters and without the secrets of addresses. */
  line(text: string): void {
    this.above(() => this.errors.write(printableLines(maskedText(text)) + '\n'));
  }

  /**
   * Writes results to standard output, line breaks included. Resolves when there is room for more; rejects when the
   * reader has disappeared.
   */
  result(text: string): Promise<void> {
    if (this.outputError) {
      return Promise.reject(new Error(`no reader: ${this.outputError.message}`, { cause: this.outputError }));
    }
    let hasRoom = true;
    const taken = new Promise<void>(resolve => {
      this.above(() => (hasRoom = this.output.write(text, () => resolve())));
    });
    return hasRoom ? Promise.resolve() : taken;
  }

  /** Ends standard output when all of it is consumed, or after `graceMillis`. */
  finish(graceMillis: number, after: Scheduler['after']): Promise<void> {
    if (this.outputError) return Promise.resolve();
    return new Promise(resolve => {
      const cancel = after(graceMillis, resolve);
      const done = (): void => {
        cancel();
        resolve();
      };
      this.output.once('error', done).end(done);
    });
  }

  /** Replaces the live lines, which stay below the others. */
  live(lines: readonly string[]): void {
    if (!this.isInteractive) return;
    this.erase();
    this.drawn = lines.length > 0 ? ['', ...lines.map(printable)] : [];
    this.draw();
  }

  private above(write: () => void): void {
    this.erase();
    write();
    this.draw();
  }

  private erase(): void {
    if (this.drawn.length > 0) this.errors.write(`\r${(UP + ERASE_LINE).repeat(this.drawn.length)}`);
  }

  private draw(): void {
    if (this.drawn.length > 0) this.errors.write(this.drawn.map(line => line + '\n').join(''));
  }
}
