/**
 * Where a thread stands when it is ended from outside. The store's driver does not look at what Node's native interface
 * answers: a thread that is terminated while it is in there, making an iterator, takes the process with it. So a thread
 * that is to end stops between two turns first, where nothing native is under way on it. One that makes no turns any
 * more is terminated where it is.
 */
/// <reference lib="es2024.sharedmemory" />
import type { MessagePort } from 'node:worker_threads';
import { pause, type Scheduler } from '@weir/model';
import type { TurnCounts } from './turn-watch.js';

/** In the place of the thread's count of turns. */
const PARKED = -1;
/** For a turn to end. */
const PARKING_MILLIS = 5_000;

/** Parks this thread as soon as the other side closes the port. @returns ends that. */
export function parkWhenClosed(port: MessagePort, turns: TurnCounts, thread: number): () => void {
  const park = (): void => {
    Atomics.store(turns, thread, PARKED);
    Atomics.notify(turns, thread);
    for (;;) Atomics.wait(turns, thread, PARKED);
  };
  port.on('close', park);
  return () => port.off('close', park);
}

/**
 * Resolves when the thread is parked or has finished, or after `PARKING_MILLIS` without a turn.
 * @param through resolves when the thread has finished its work or has ended.
 */
export async function parked(
  turns: TurnCounts,
  thread: number,
  through: Promise<unknown>,
  scheduler: Scheduler,
): Promise<void> {
  const over = new AbortController();
  const late = pause(scheduler, PARKING_MILLIS, over.signal);
  try {
    await Promise.race([late, through, parking(turns, thread, over.signal)]);
  } finally {
    over.abort();
  }
}

/** Resolves when the thread is parked. */
async function parking(turns: TurnCounts, thread: number, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const count = Atomics.load(turns, thread);
    if (count === PARKED) return;
    // Turns are counted without a notification: only parking sends one.
    await Atomics.waitAsync(turns, thread, count, PARKING_MILLIS).value;
  }
}
