/** Waits for a moment when nothing is in flight in the graph. */
import { type Scheduler, WeirError } from '@weir/platform';
import type { Workers } from '../contract/workers.js';

/** Longest wait for writes in flight. */
const PAUSE_MILLIS = 30_000;

/**
 * Runs `change` while no write and nothing else is in flight in the graph. Rejects with `standing.busy` if writes in
 * flight take too long; then `change` was not run.
 * @param quiet resolves when nothing is in flight in the graph, whatever the state of result consumers.
 */
export async function atRest<T>(
  workers: Workers,
  scheduler: Scheduler,
  quiet: () => Promise<void>,
  change: () => Promise<T>,
): Promise<T> {
  try {
    let stopTimer = (): void => undefined;
    const tooLong = new Promise<never>((_, reject) => {
      stopTimer = scheduler.after(PAUSE_MILLIS, () =>
        reject(
          new WeirError(
            'standing.busy',
            'A write to the graph does not finish: the standing query was not replaced. Try again.',
          ),
        ),
      );
    });
    try {
      const paused = workers.each(worker => worker.replacement.pauseWriters()).then(quiet);
      await Promise.race([paused, tooLong]);
    } finally {
      stopTimer();
    }
    return await change();
  } finally {
    await workers.each(worker => worker.replacement.resumeWriters());
  }
}
