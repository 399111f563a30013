/** An environment whose time advances only when a test advances it. */
import type { Environment, LogLevel } from '../environment/environment.js';

interface Timer {
  readonly at: number;
  readonly task: () => void;
}

export class TestEnvironment implements Environment {
  readonly logged: { readonly level: LogLevel; readonly message: string }[] = [];
  protected millis = 1_700_000_000_000;
  private timers: Timer[] = [];

  readonly clock = { now: () => this.millis };
  readonly random = {
    next: () => 0.5,
    uuid: () => '00000000-0000-4000-8000-000000000000',
    bytes16: () => '\0'.repeat(16),
  };
  readonly scheduler = {
    soon: (task: () => void) => setImmediate(task),
    after: (millis: number, task: () => void) => {
      const timer: Timer = { at: this.millis + millis, task };
      this.timers.push(timer);
      return () => (this.timers = this.timers.filter(other => other !== timer));
    },
  };
  readonly logger = {
    log: (level: LogLevel, message: string) => void this.logged.push({ level, message }),
  };

  /** Advances the time and runs due tasks, in order. */
  advance(millis: number): void {
    const until = this.millis + millis;
    for (;;) {
      const due = this.timers.filter(timer => timer.at <= until).sort((a, b) => a.at - b.at)[0];
      if (due === undefined) break;
      this.timers = this.timers.filter(timer => timer !== due);
      this.millis = due.at;
      due.task();
    }
    this.millis = until;
  }

  get timersWaiting(): number {
    return this.timers.length;
  }
}

/** Yields to the event loop until the condition holds; bounded by the test's time limit. */
export async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setImmediate(resolve));
}

/** As `until` for real time and other threads: polls every 2 ms and leaves them the processor. */
export async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise(resolve => setTimeout(resolve, 2));
}

/** Yields to the event loop often enough for everything that can happen without time passing. */
export async function settle(): Promise<void> {
  for (let i = 0; i < 50; i++) await new Promise(resolve => setImmediate(resolve));
}
