import type { Scheduler } from './environment.js';

/**
 * Resolves after `millis`, or as soon as the signal is aborted; check the signal to distinguish the two. Never rejects.
 */
export function pause(scheduler: Scheduler, millis: number, signal?: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal?.aborted === true) return resolve();
    const end = (): void => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = scheduler.after(millis, end);
    signal?.addEventListener('abort', end);
  });
}
