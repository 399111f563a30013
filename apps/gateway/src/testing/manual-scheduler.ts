/** Timers that fire when a test advances the clock; the rest of the environment is real. */
import { SILENT, type Environment } from '@weir/platform';
import { systemEnvironment } from '@weir/runtime';

export class ManualScheduler {
  private now = 0;
  private timers: { readonly at: number; readonly task: () => void }[] = [];

  readonly environment: Environment = {
    ...systemEnvironment(SILENT),
    clock: { now: () => this.now },
    scheduler: {
      soon: task => void setImmediate(task),
      after: (millis, task) => {
        const timer = { at: this.now + millis, task };
        this.timers.push(timer);
        return () => (this.timers = this.timers.filter(other => other !== timer));
      },
    },
  };

  advance(millis: number): void {
    const end = this.now + millis;
    for (;;) {
      const due = this.timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!due) break;
      this.timers = this.timers.filter(timer => timer !== due);
      this.now = due.at;
      due.task();
    }
    this.now = end;
  }
}
