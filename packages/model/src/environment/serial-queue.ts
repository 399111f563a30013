/**
 * Runs tasks one after the other, in the order given. A failed one does not stop those after it; whoever gave it
 * hears of the failure.
 */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** Every task is through. */
  get isIdle(): boolean {
    return this.waiting === 0;
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    this.waiting++;
    const result = this.last.then(task).finally(() => this.waiting--);
    this.last = result.catch(() => undefined);
    return result;
  }

  /** When all tasks given so far are through, well or not. */
  async settled(): Promise<void> {
    await this.last;
  }
}
