/** Live memory in the heap of this thread, as found by full collections of V8. */
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { resourceLimits } from 'node:worker_threads';

const MEGABYTE = 1024 ** 2;

/**
 * @param collected called soon after each full collection, with live memory as a share of the heap limit; includes
 * memory outside the heap that it retains, such as buffers.
 * @returns a function that stops the calls.
 */
export function onHeapCollected(collected: (part: number) => void): () => void {
  const observer = new PerformanceObserver(entries => {
    if (entries.getEntries().some(isFull)) collected(heapPart());
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => observer.disconnect();
}

function isFull(entry: PerformanceEntry): boolean {
  const { detail } = entry as PerformanceEntry & { readonly detail?: { readonly kind?: number } };
  return detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}

function heapPart(): number {
  const { used_heap_size, external_memory } = getHeapStatistics();
  return (used_heap_size + external_memory) / heapLimit();
}

/** Returns the heap limit of this thread for live objects, in bytes. */
export function heapLimit(): number {
  // For a worker thread. V8's own limit includes the young generation.
  const { maxOldGenerationSizeMb } = resourceLimits;
  return maxOldGenerationSizeMb === undefined
    ? getHeapStatistics().heap_size_limit
    : maxOldGenerationSizeMb * MEGABYTE;
}
