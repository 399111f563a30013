/**
 * How V8 keeps the heaps that a graph lives in, so that a record takes the same memory on every Node. What lives is the
 * same on all of them; what differs by default is how much is empty or garbage. Bytes per record, 300,000 process events,
 * two workers, memory store / embedded store, by default and as set here:
 *
 * | Node | default       | here          | default young generation of a thread |
 * |------|---------------|---------------|--------------------------------------|
 * | 20   | 1,094 /   824 | 1,011 /   729 | 48 MB                                |
 * | 22   | 1,078 /   855 | 1,095 /   734 | 48 MB                                |
 * | 24   | 1,681 / 1,458 |   988 /   740 | 192 MB, and none of it given back    |
 * | 26   | 1,913 / 1,620 | 1,022 /   779 | 96 MB                                |
 *
 * Processor time differed by no more than single runs do.
 */
import { totalmem } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import type { ResourceLimits } from 'node:worker_threads';

/**
 * Of each worker; V8 uses two thirds of it at the most. A larger one saves no time, since what a record leaves
 * behind in memory outlives any, and the rest is dead soon.
 */
const YOUNG_GENERATION_MB = 48;

/** Part of the memory that there is which the old generations of all workers may grow to, together. */
const HEAP_SHARE = 0.7;

/** What the program takes beside them: itself, young generations, buffers of stores. Where memory is small, that counts. */
const OTHER_MB = 288;
/** However little is left. */
const LEAST_SHARE = 0.3;

/**
 * Off: V8 makes objects of a place in the code among the old ones at once when many of that place lived long. Rows and
 * events of a batch under way look as if they did. Made among the old ones they stay until the next full collection, and
 * what they refer to with them: from Node 24 on, two thirds of all records' garbage (promoted per 100,000 records: 95 MB
 * instead of 48). Whether it comes to that is a matter of chance on every version.
 */
const NO_PRETENURING = '--no-allocation-site-pretenuring';

/**
 * What the command line or NODE_OPTIONS says of heaps is for the program's own, which has its size by then: threads that
 * are started later shall have the limits that they are given. For V8 a flag goes before those. With
 * `--max-old-space-size=4096` a worker on Node 24 and 26 took 4 GB, whatever its limit; with `--max-semi-space-size=64`, on
 * all of them, one that reached its limit ended the whole process.
 */
const OF_PROGRAM_ONLY = [
  '--max-old-space-size=0',
  '--max-semi-space-size=0',
  '--min-semi-space-size=0',
  '--max-heap-size=0',
];

const MEGABYTE = 1024 ** 2;

/** Call before threads are started: it holds for the whole process, for heaps made and for code compiled later. */
export function setHeapFlags(): void {
  for (const flag of [NO_PRETENURING, ...OF_PROGRAM_ONLY]) setFlagsFromString(flag);
}

/**
 * Heap limits of each worker. A worker that needs more memory ends and is replaced.
 * @param heapBytes of each worker. Default: its share of the memory.
 */
export function workerHeapLimits(
  workerCount: number,
  heapBytes?: number,
  memory = availableMemory(),
): ResourceLimits {
  const all = Math.max(memory * LEAST_SHARE, Math.min(memory * HEAP_SHARE, memory - OTHER_MB * MEGABYTE));
  const bytes = heapBytes ?? all / workerCount;
  return {
    maxOldGenerationSizeMb: Math.max(1, Math.floor(bytes / MEGABYTE)),
    maxYoungGenerationSizeMb: YOUNG_GENERATION_MB,
  };
}

/** What this process may have at most: of the container, if that is less than what the machine has. */
export function availableMemory(constrained = process.constrainedMemory(), machine = totalmem()): number {
  return constrained > 0 ? Math.min(constrained, machine) : machine;
}
