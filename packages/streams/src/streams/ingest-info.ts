/** What people see of a stream; fields in the order in which they are written. */
import type { RateSummary } from '@weir/contract';
import type { IngestDefinition } from '@weir/definitions';
import type { SourceProgress } from '@weir/plugins';
import type { StreamStatus } from './stream-state.js';

export interface IngestInfo {
  readonly name: string;
  readonly status: StreamStatus;
  /** Why it failed; or what keeps its source from reading at the moment. */
  readonly message?: string;
  /** What may be wrong with it: its query may scan all nodes, say. Absent: nothing. */
  readonly warnings?: readonly string[];
  /** Secrets masked. */
  readonly settings: IngestDefinition;
  readonly stats: IngestStats;
}

/** Who reads for a stream. */
export interface ReaderInfo {
  readonly stream: string;
  /** Where; `undefined`: the process that owns the graph. */
  readonly process: string | undefined;
  /** Done of what was read there, as long as this process knows. */
  readonly records: number;
  /** Why nothing comes from there at the moment. */
  readonly trouble?: string;
}

/** A new stream, and what may be wrong with it. */
export interface CreatedIngest extends IngestInfo {
  readonly warnings: readonly string[];
}

/**
 * Counts are those since the stream was created, over restarts, and count no record twice; rates and times are
 * those since this process brought it up.
 */
export interface IngestStats {
  /** Records done: run, or left out since they did not parse or were set aside. */
  readonly ingestedCount: number;
  readonly rates: RateSummary;
  readonly byteRates: RateSummary;
  /** ISO 8601 instant. */
  readonly startTime: string;
  /** Milliseconds since `startTime`; stands still when the stream has ended. */
  readonly totalRuntime: number;
  /** Bad records that were skipped: they did not parse, or the query failed for them and may. */
  readonly rejectedCount: number;
  /** Records read from the source: those beyond `ingestedCount` are under way. */
  readonly readCount: number;
  /** Records that the sender has and that are not durable here, where it says. */
  readonly lag?: number;
  /** How far behind its sender the stream is read, where that is told in time. */
  readonly behindMillis?: number;
  /** How far a source that ends is read; not told of streams that an earlier process ended. */
  readonly progress?: SourceProgress;
}
