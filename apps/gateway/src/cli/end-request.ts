/** What asks the program to end: a signal, or a request over the API. */
import { constants } from 'node:os';

type EndSignal = 'SIGINT' | 'SIGTERM';

/** The part of `process` that this needs. */
export interface SignalledProcess {
  readonly pid: number;
  on(signal: EndSignal, listener: () => void): unknown;
  removeAllListeners(signal: EndSignal): unknown;
  kill(pid: number, signal: EndSignal): unknown;
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

  /** @param dispose called before the program ends at once. */
  constructor(process: SignalledProcess, dispose: () => void) {
    let resolve: () => void = () => undefined;
    this.requested = new Promise(done => (resolve = done));
    this.request = () => resolve();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        if (this.hasStarted && ++this.signals === 1) return resolve();
        dispose();
        endBySignal(process, signal);
      });
    }
  }

  /** From now on there is something to stop. */
  started(): void {
    this.hasStarted = true;
  }
}

/** Not by `exit`, which ends threads in the middle of what they do in native code: that can crash. */
function endBySignal(process: SignalledProcess, signal: EndSignal): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // The first process of a container is not ended by that.
  process.exit(128 + constants.signals[signal]);
}
