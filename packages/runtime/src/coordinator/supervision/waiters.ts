/** Callers that wait for a condition, which they check again at each `wake`. */
import type { Scheduler } from '@weir/platform';

export class Waiters {
  private waiting: (() => void)[] = [];

  constructor(private readonly scheduler: Scheduler) {}

  next(): Promise<void> {
    return new Promise(resolve => this.waiting.push(resolve));
  }

  wake(): void {
    for (const resume of this.waiting.splice(0)) resume();
  }

  /**
   * Waits for a limited time. Never rejects: the caller checks the result afterwards.
   * @param wait ends soon after a `wake` at which `isLate` returns true.
   */
  async atMost(millis: number, wait: (isLate: () => boolean) => Promise<void>): Promise<void> {
    let isLate = false;
    const cancel = this.scheduler.after(millis, () => {
      isLate = true;
      this.wake();
    });
    await wait(() => isLate).catch(() => undefined);
    cancel();
  }
}
