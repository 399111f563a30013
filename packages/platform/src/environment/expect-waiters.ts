import { defaultMaxListeners, setMaxListeners } from 'node:events';

/**
 * Raises the listener limit of a signal for `atOnce` concurrent operations; each adds a few listeners and removes them
 * when it finishes. Node reports more than ten listeners as a leak; beyond the raised limit it still does.
 */
export function expectWaiters(signal: AbortSignal, atOnce: number): void {
  setMaxListeners(defaultMaxListeners + LISTENERS * atOnce, signal);
}

/** Listeners one request may add: client, rate limiter, backoff. */
const LISTENERS = 3;
