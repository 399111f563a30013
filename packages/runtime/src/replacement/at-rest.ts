/** A moment in which nothing is under way in the graph. */
import { type Scheduler, WeirError } from '@weir/model';
import type { Workers } from '../contract/workers.js';

/** Longest wait for writes that are under way. */
const PAUSE_MILLIS = 30_000;

/**
 * Runs `change` while nobody writes to the graph and nothing is under way in it.
 * Rejects with `standing.busy` when writes that are under way take too long; then nothing was run.
 * @param quiet resolves when nothing is under way in the graph, whatever consumers of results do.
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
            'Something that writes to the graph does not come to its end: the standing query was not replaced.',
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
