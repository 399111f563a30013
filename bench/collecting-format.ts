/**
 * A record format that collects garbage on the worker that loads it, so that resident memory reflects the data held.
 * For the benchmark only.
 */
import type { RecordFormat } from '@weir/runtime';

export function recordFormat(): RecordFormat {
  return {
    parse: () => globalThis.gc!(),
  };
}
