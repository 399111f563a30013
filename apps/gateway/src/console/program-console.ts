/**
 * What the program says: results on standard output, everything else on standard error. On a terminal some
 * lines stay below all others and are drawn anew.
 */
import type { Writable } from 'node:stream';
import { maskedText, printable, printableLines, type Scheduler } from '@weir/model';

const ERASE_LINE = '\u001b[2K';
const UP = '\u001b[1A';

export class ProgramConsole {
  private drawn: readonly string[] = [];
  private outputError: Error | undefined;

  constructor(
    private readonly output: Writable,
    private readonly errors: Writable,
    /** Somebody watches: live lines make sense. */
    readonly isInteractive: boolean,
  ) {
    output.on('error', error => (this.outputError ??= error));
    // Whoever reads standard error may go; there is nowhere left to say so.
    errors.on('error', () => undefined);
  }

  /** Writes text to standard error, without what a terminal acts on and without the secrets of addresses. */
  line(text: string): void {
    this.above(() => this.errors.write(printableLines(maskedText(text)) + '\n'));
  }

  /**
   * Text of results on standard output, line breaks included. Resolves when there is room for more; rejects
   * when nobody reads any more.
   */
  result(text: string): Promise<void> {
    if (this.outputError) {
      return Promise.reject(
        new Error(`nobody reads: ${this.outputError.message}`, { cause: this.outputError }),
      );
    }
    let hasRoom = true;
    const taken = new Promise<void>(resolve => {
      this.above(() => (hasRoom = this.output.write(text, () => resolve())));
    });
    return hasRoom ? Promise.resolve() : taken;
  }

  /** Ends standard output: when all of it is taken, or `graceMillis` later. */
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

  /** Replaces the lines that stay below the others. */
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
