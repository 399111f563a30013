/**
 * Runs tasks one after the other, in the order given. A failed one does not stop those after it; whoever gave it
 * hears of the failure.
 */
export class SerialQueue {
  private last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.last.then(task);
    this.last = result.catch(() => undefined);
    return result;
  }

  /** When all tasks given so far are through, well or not. */
  async settled(): Promise<void> {
    await this.last;
  }
}
