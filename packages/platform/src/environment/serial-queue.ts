/**
 * Runs tasks one at a time, in the order submitted. A failed task does not stop later ones; its caller gets the
 * failure.
 */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  get isIdle(): boolean {
    return this.waiting === 0;
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    this.waiting++;
    const result = this.last.then(task).finally(() => this.waiting--);
    this.last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all tasks submitted so far have finished, successfully or not. */
  async settled(): Promise<void> {
    await this.last;
  }
}
