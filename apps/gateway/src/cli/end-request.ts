/** What asks the program to end: a signal, or a request over the API. */
import { constants } from 'node:os';

/** The part of `process` that this needs. */
export interface SignalledProcess {
  on(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  exit(code: number): void;
}

/**
 * The first signal asks for the way of ending that loses no time at the next start. One that comes while the program
 * still starts, or after the first, ends it at once, which loses nothing that was acknowledged.
 */
export class EndRequest {
  readonly request: () => void;
  readonly requested: Promise<void>;
  private hasStarted = false;
  private signals = 0;

  constructor(process: SignalledProcess) {
    let resolve: () => void = () => undefined;
    this.requested = new Promise(done => (resolve = done));
    this.request = () => resolve();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        // As a shell shows a program that the signal ended.
        if (!this.hasStarted || ++this.signals > 1) process.exit(128 + constants.signals[signal]);
        resolve();
      });
    }
  }

  /** From now on there is something to stop. */
  started(): void {
    this.hasStarted = true;
  }
}
