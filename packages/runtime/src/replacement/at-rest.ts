/** A moment in which nothing is under way in the graph. */
import { type Scheduler, WeirError } from '@weir/model';
import type { WorkerServices } from '../contract/worker-services.js';

/** Longest wait for writes that are under way. */
const PAUSE_MILLIS = 30_000;

export interface RestPorts {
  readonly workers: readonly WorkerServices[];
  readonly scheduler: Scheduler;
  /** Resolves when nothing is under way in the graph, whatever consumers of results do. */
  quiet(): Promise<void>;
}

/**
 * Runs `change` while nobody writes to the graph and nothing is under way in it.
 * Rejects with `standing.busy` when writes that are under way take too long; then nothing was run.
 */
export async function atRest<T>(ports: RestPorts, change: () => Promise<T>): Promise<T> {
  const { workers, scheduler } = ports;
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
      const paused = Promise.all(workers.map(worker => worker.replacement.pauseWriters())).then(() =>
        ports.quiet(),
      );
      await Promise.race([paused, tooLong]);
    } finally {
      stopTimer();
    }
    return await change();
  } finally {
    await Promise.all(workers.map(worker => worker.replacement.resumeWriters()));
  }
}
