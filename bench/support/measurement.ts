import type { ThreadTimes } from './thread-cpu.js';

/** Output of a case's child process: one line of JSON, the last one on its standard output. */
export interface ThroughputMeasurement {
  readonly recordsPerSecond: number;
  /** Growth of the resident set after garbage collection, divided by the number of records held. */
  readonly bytesPerRecord: number;
  /**
   * Processor time of all threads, from opening the lane until the last match, without the garbage collection after it.
   */
  readonly cpuMicrosPerRecord?: number;
  /** The same time by kind of thread, per record; Linux only. */
  readonly threadMicrosPerRecord?: ThreadTimes;
  /** Matches that arrived; `undefined` where no standing query ran. */
  readonly matches?: number;
}

/** Results of storage.ts; fields that a case does not measure are missing. */
export interface StorageMeasurement {
  /** Milliseconds. */
  readonly p50?: number;
  readonly p99?: number;
  readonly awakeP50?: number;
  /** Time until the first query was answered. */
  readonly readyMillis?: number;
  readonly recoveredMillis?: number;
  /** On disk. */
  readonly bytesPerRecord?: number;
}

export interface LatencyMeasurement {
  readonly samples: number;
  readonly lost: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export function answer(measurement: object): void {
  process.stdout.write(JSON.stringify(measurement) + '\n');
}

/** Resident bytes after a full garbage collection; needs `--expose-gc`. */
export function residentBytes(): number {
  globalThis.gc!();
  return process.memoryUsage.rss();
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** @param quantile from 0 to 1. */
export function percentile(sorted: Float64Array, quantile: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * quantile) - 1)] ?? NaN;
}
