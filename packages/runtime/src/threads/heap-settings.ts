/**
 * Configures V8's heaps so that a record takes the same memory on every Node version. Live memory is the same on all of
 * them; by default they differ in the share that is empty or garbage. Bytes per record, 300,000 process events, two
 * workers, memory store / embedded store, by default and as set here:
 *
 * | Node | default       | here          | default young generation of a thread |
 * |------|---------------|---------------|--------------------------------------|
 * | 20   | 1,094 /   824 | 1,011 /   729 | 48 MB                                |
 * | 22   | 1,078 /   855 | 1,095 /   734 | 48 MB                                |
 * | 24   | 1,681 / 1,458 |   988 /   740 | 192 MB, never given back             |
 * | 26   | 1,913 / 1,620 | 1,022 /   779 | 96 MB                                |
 *
 * Differences in processor time were within the variance of single runs.
 */
import { totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import type { ResourceLimits } from 'node:worker_threads';

/**
 * Young generation of each worker; V8 uses at most two thirds of it. A larger one saves no time, since data kept for a
 * record outlives any young generation, and the rest dies soon.
 */
const YOUNG_GENERATION_MB = 48;

/** Share of the available memory to which the old generations of all workers may grow, together. */
const HEAP_SHARE = 0.7;

/**
 * Memory of the program beside the workers' old generations: its own heap, young generations, buffers of stores.
 * Significant on small machines.
 */
const OTHER_MB = 288;
/** Minimum share, however little is left. */
const LEAST_SHARE = 0.3;

/**
 * Off: when many objects from one place in the code lived long, V8 allocates later ones directly in the old generation.
 * Rows and events of a batch in flight look long-lived. In the old generation they stay until the next full collection,
 * with everything they refer to: from Node 24 on, two thirds of all records' garbage (promoted per 100,000 records: 95
 * MB instead of 48). On every version, chance decides whether V8 makes that choice.
 */
const NO_PRETENURING = '--no-allocation-site-pretenuring';

/**
 * Heap flags of the command line or NODE_OPTIONS are meant for the program's own heap, which has its size by now. They
 * are reset here, because V8 would prefer them to the limits of threads started later. With `--max-old-space-size=4096`
 * a worker on Node 24 and 26 took 4 GB, whatever its limit; with `--max-semi-space-size=64`, on all versions, a worker
 * that reached its limit ended the whole process.
 */
const OF_PROGRAM_ONLY = [
  '--max-old-space-size=0',
  '--max-semi-space-size=0',
  '--min-semi-space-size=0',
  '--max-heap-size=0',
];

const MEGABYTE = 1024 ** 2;

/** Call before threads are started. Applies to the whole process, for heaps created and code compiled later. */
export function setHeapFlags(): void {
  for (const flag of [NO_PRETENURING, ...OF_PROGRAM_ONLY]) setFlagsFromString(flag);
}

/** Returns the share of the memory of each worker, in bytes. */
export function workerHeapBytes(workerCount: number, memory = availableMemory()): number {
  const all = Math.max(memory * LEAST_SHARE, Math.min(memory * HEAP_SHARE, memory - OTHER_MB * MEGABYTE));
  return all / workerCount;
}

/**
 * Returns the heap limits of each worker. A worker that needs more memory ends and is replaced.
 * @param heapBytes heap size of each worker. Default: its share of the memory.
 */
export function workerHeapLimits(
  workerCount: number,
  heapBytes?: number,
  memory = availableMemory(),
): ResourceLimits {
  const bytes = heapBytes ?? workerHeapBytes(workerCount, memory);
  return {
    maxOldGenerationSizeMb: Math.max(1, Math.floor(bytes / MEGABYTE)),
    maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
  };
}

/** Returns the memory available to this process: the container's limit, if it is below the machine's memory. */
export function availableMemory(constrained = process.constrainedMemory(), machine = totalmem()): number {
  return constrained > 0 ? Math.min(constrained, machine) : machine;
}
