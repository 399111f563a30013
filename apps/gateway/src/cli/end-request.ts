/** Requests to end the program: a signal, or a request over the API. */
import { constants } from 'node:os';

type EndSignal = 'SIGINT' | 'SIGTERM';

/** The subset of `process` that is needed. */
export interface SignalledProcess {
  readonly pid: number;
  on(signal: EndSignal, listener: () => void): unknown;
  removeAllListeners(signal: EndSignal): unknown;
  kill(pid: number, signal: EndSignal): unknown;
  exit(code: number): void;
}

/**
 * The first signal requests a clean shutdown, which makes the next start fast. A signal during startup, or after the
 * first one, ends the program immediately, which loses nothing that was acknowledged.
 */
export class EndRequest {
  readonly request: () => void;
  readonly requested: Promise<void>;
  private hasStarted = false;
  private signals = 0;

  /** @param dispose called before the program ends immediately. */
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

  /** Reports that there is now something to stop. */
  started(): void {
    this.hasStarted = true;
  }
}

/** Does not use `exit`, which ends threads in the middle of native code: that can crash. */
function endBySignal(process: SignalledProcess, signal: EndSignal): void {
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
  // A signal with the default action does not end the first process of a container.
  process.exit(128 + constants.signals[signal]);
}
