/** The output of a process, line by line. */

/** Long, because a busy machine is slow; passing tests do not wait for it. */
const PATIENCE_MILLIS = 90_000;

/**
 * Lines of one output, kept from the beginning, so that it does not matter whether they arrive before they are
 * requested.
 */
export class Lines {
  /** Resolves after the last line. */
  readonly ended: Promise<void>;
  readonly seen: string[] = [];
  private readonly waiting = new Set<() => void>();
  private isEnded = false;
  private finish!: () => void;

  constructor() {
    this.ended = new Promise(resolve => (this.finish = resolve));
  }

  add(line: string): void {
    this.seen.push(line);
    for (const check of [...this.waiting]) check();
  }

  /** Call after the last line. */
  end(): void {
    this.isEnded = true;
    this.finish();
    for (const check of [...this.waiting]) check();
  }

  /** @returns once `count` lines match; rejects with all lines if they do not arrive. */
  async matching(pattern: RegExp, count = 1): Promise<RegExpExecArray[]> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        finish();
        reject(new Error(`no ${count} lines like ${String(pattern)} in:\n${this.seen.join('\n')}`));
      };
      const timer = setTimeout(giveUp, PATIENCE_MILLIS);
      const finish = (): void => {
        clearTimeout(timer);
        this.waiting.delete(check);
      };
      const check = (): void => {
        const found = this.seen.map(line => pattern.exec(line)).filter(match => match !== null);
        if (found.length >= count) {
          finish();
          resolve(found);
        } else if (this.isEnded) giveUp();
      };
      this.waiting.add(check);
      check();
    });
  }
}
