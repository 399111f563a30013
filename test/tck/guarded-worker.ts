/**
 * Runs scenarios one after the other on a worker; a scenario that takes too long ends the worker, and the next gets a
 * new one.
 */
import { Worker } from 'node:worker_threads';
import type { Outcome } from './run-scenario.js';
import type { WorkerAnswer, WorkerTask } from './scenario-worker.js';

export class GuardedWorker {
  private worker: Worker | undefined;

  /** @param limit time limit of a scenario, in milliseconds. */
  constructor(
    private readonly task: WorkerTask,
    private readonly limit: number,
  ) {}

  run(index: number): Promise<Outcome> {
    const worker = (this.worker ??= new Worker(new URL('./scenario-worker.js', import.meta.url), {
      workerData: this.task,
    }));
    return new Promise(resolve => {
      const finish = (outcome: Outcome, isOver: boolean): void => {
        clearTimeout(timer);
        worker.off('message', answered).off('error', failed).off('exit', ended);
        if (isOver) this.worker = undefined;
        resolve(outcome);
      };
      const answered = (answer: WorkerAnswer): void => finish(answer.outcome, false);
      const failed = (error: Error): void =>
        finish({ kind: 'failed', mismatch: `the worker failed: ${error.stack ?? error.message}` }, true);
      const ended = (code: number): void =>
        finish({ kind: 'failed', mismatch: `the worker ended with ${code}` }, true);
      const timer = setTimeout(() => {
        void worker.terminate();
        finish({ kind: 'failed', mismatch: `took longer than ${this.limit} ms` }, true);
      }, this.limit);
      worker.on('message', answered).on('error', failed).on('exit', ended);
      worker.postMessage(index);
    });
  }

  async close(): Promise<void> {
    await this.worker?.terminate();
  }
}
