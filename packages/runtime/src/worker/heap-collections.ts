/** What lives in the heap of this thread, as full collections of V8 find it. */
import { constants, type PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { resourceLimits } from 'node:worker_threads';

const MEGABYTE = 1024 ** 2;

/**
 * @param collected called after each full collection, soon, with the part of its limit that the heap takes, and what it
 * keeps outside: buffers.
 * @returns ends it.
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

/** Bytes that the heap of this thread may have for what lives. */
export function heapLimit(): number {
  // Of a worker thread; the limit that V8 tells contains the young generation.
  const { maxOldGenerationSizeMb } = resourceLimits;
  return maxOldGenerationSizeMb === undefined
    ? getHeapStatistics().heap_size_limit
    : maxOldGenerationSizeMb * MEGABYTE;
}
