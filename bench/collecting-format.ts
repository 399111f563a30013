/**
 * A record format that collects garbage on the worker that loads it, so that resident memory reflects the data held,
 * and reports the worker's thread. For the benchmark only.
 */
import type { RecordFormat } from '@weir/runtime';
import { reportThread } from './support/thread-cpu.js';

export function recordFormat(): RecordFormat {
  reportThread();
  return {
    parse: () => globalThis.gc!(),
  };
}
