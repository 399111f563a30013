import type { Scheduler } from './environment.js';

/**
 * Runs a task periodically: the first time after `millis`, and then `millis` after each run has finished. A promise that
 * the task returns must not reject.
 * @returns a function that stops it. A run in progress finishes.
 */
export function every(scheduler: Scheduler, millis: number, task: () => Promise<void> | void): () => void {
  let isStopped = false;
  let cancel = (): void => undefined;
  const next = (): void => {
    if (!isStopped) cancel = scheduler.after(millis, run);
  };
  const run = (): void => {
    const running = task();
    if (running === undefined) next();
    else void running.then(next);
  };
  next();
  return () => {
    isStopped = true;
    cancel();
  };
}
