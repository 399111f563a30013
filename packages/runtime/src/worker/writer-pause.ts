/** Lets whoever writes to a worker's graph wait for a while: for what needs the graph at rest. */
export class WriterPause {
  private readonly waiting: (() => void)[] = [];
  private readonly watching: (() => void)[] = [];
  private isPaused = false;
  private writers = 0;

  /** Whether `enter` would have to be waited for. */
  get isOpen(): boolean {
    return !this.isPaused;
  }

  /** To be followed by `leave`. */
  async enter(): Promise<void> {
    while (this.isPaused) await new Promise<void>(resolve => this.waiting.push(resolve));
    this.writers++;
  }

  /** Like `enter`, if that need not be waited for. */
  enterNow(): void {
    this.writers++;
  }

  leave(): void {
    this.writers--;
    if (this.writers > 0) return;
    for (const out of this.watching.splice(0)) out();
  }

  /** Nobody enters any more. @returns when those that are in have left. */
  async pause(): Promise<void> {
    this.isPaused = true;
    if (this.writers > 0) await new Promise<void>(resolve => this.watching.push(resolve));
  }

  resume(): void {
    this.isPaused = false;
    for (const pass of this.waiting.splice(0)) pass();
  }
}
