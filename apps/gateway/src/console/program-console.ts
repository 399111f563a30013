/**
 * What the program says: results on standard output, everything else on standard error. On a terminal some
 * lines stay below all others and are drawn anew.
 */
import type { Writable } from 'node:stream';

const ERASE_LINE = '\u001b[2K';
const UP = '\u001b[1A';

export class ProgramConsole {
  private drawn: readonly string[] = [];
  private isOutputGone = false;

  constructor(
    private readonly output: Writable,
    private readonly errors: Writable,
    /** Somebody watches: live lines make sense. */
    readonly isInteractive: boolean,
  ) {
    for (const stream of [output, errors]) {
      stream.on('error', () => {
        if (stream === this.output) this.isOutputGone = true;
      });
    }
  }

  /** A line on standard error. */
  line(text: string): void {
    this.above(() => this.errors.write(text + '\n'));
  }

  /**
   * Text of results on standard output, line breaks included. Resolves when there is room for more; rejects
   * when nobody reads any more.
   */
  result(text: string): Promise<void> {
    if (this.isOutputGone) return Promise.reject(new Error('standard output is closed'));
    let hasRoom = true;
    const taken = new Promise<void>(resolve => {
      this.above(() => (hasRoom = this.output.write(text, () => resolve())));
    });
    return hasRoom ? Promise.resolve() : taken;
  }

  /** Replaces the lines that stay below the others. */
  live(lines: readonly string[]): void {
    if (!this.isInteractive) return;
    this.erase();
    this.drawn = lines.length > 0 ? ['', ...lines] : [];
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
