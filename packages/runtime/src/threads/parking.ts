/**
 * Controls where a thread stops when it is ended from outside. The store's driver does not check the results of calls
 * to Node's native interface: a thread terminated during such a call, for example while creating an iterator, crashes
 * the process. So a thread to be ended first stops between two turns, when no native call is in progress on it. A
 * thread that makes no turns is terminated anyway.
 */
/// <reference lib="es2024.sharedmemory" />
import type { MessagePort } from 'node:worker_threads';
import { pause, type Scheduler } from '@weir/platform';
import type { TurnCounts } from './turn-watch.js';

/** Replaces the thread's count of turns. */
const PARKED = -1;
/** Time allowed for a turn to end. */
const PARKING_MILLIS = 5_000;

/** Parks this thread as soon as the other side closes the port. @returns a function that cancels that. */
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

async function parking(turns: TurnCounts, thread: number, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const count = Atomics.load(turns, thread);
    if (count === PARKED) return;
    // Turns are counted without a notification: only parking sends one.
    await Atomics.waitAsync(turns, thread, count, PARKING_MILLIS).value;
  }
}
