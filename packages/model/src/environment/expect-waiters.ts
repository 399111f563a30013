import { defaultMaxListeners, setMaxListeners } from 'node:events';

/**
 * So many do something at once that the signal ends, each with a few listeners that go when it is done. Node takes more
 * than ten for a leak, and says so in the log; beyond this number it shall go on doing so.
 */
export function expectWaiters(signal: AbortSignal, atOnce: number): void {
  setMaxListeners(defaultMaxListeners + LISTENERS * atOnce, signal);
}

/** Of a request: its client's, and those of what it waits for before it and between its tries. */
const LISTENERS = 3;
