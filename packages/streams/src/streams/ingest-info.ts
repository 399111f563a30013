/** Public view of a stream; fields in the order in which they are written. */
import type { RateSummary } from '@weir/contract';
import type { IngestDefinition } from '@weir/definitions';
import type { SourceProgress } from '@weir/plugins';
import type { StreamStatus } from './stream-state.js';

export interface IngestInfo {
  readonly name: string;
  readonly status: StreamStatus;
  /** Why it failed, or why its source cannot read at the moment. */
  readonly message?: string;
  /** Why the last bad record was skipped, in this process. */
  readonly rejection?: string;
  /** Possible problems, such as a query that may scan all nodes. Absent: none. */
  readonly warnings?: readonly string[];
  /** With secrets masked. */
  readonly settings: IngestDefinition;
  readonly stats: IngestStats;
}

/** A reader of a stream. */
export interface ReaderInfo {
  readonly stream: string;
  /** Process of the reader; `undefined`: the process that owns the graph. */
  readonly process: string | undefined;
  /** Records read there and completed, as long as this process knows. */
  readonly records: number;
  /** Why no records arrive from there at the moment. */
  readonly trouble?: string;
}

/** A new stream, with possible problems. */
export interface CreatedIngest extends IngestInfo {
  readonly warnings: readonly string[];
}

/**
 * Counts are since the stream was created, across restarts, and include each record once. Rates and times are since
 * this process started the stream.
 */
export interface IngestStats {
  /** Completed records: run, or skipped because they did not parse or were set aside. */
  readonly ingestedCount: number;
  readonly rates: RateSummary;
  readonly byteRates: RateSummary;
  /** ISO 8601 instant. */
  readonly startTime: string;
  /** Milliseconds since `startTime`, until the stream ended. */
  readonly totalRuntime: number;
  /** Bad records that were skipped: they did not parse, or the query failed for them and the definition allows that. */
  readonly rejectedCount: number;
  /** Records read from the source; the excess over `ingestedCount` is in flight. */
  readonly readCount: number;
  /** Records at the sender that are not durable here, if the sender reports it. */
  readonly lag?: number;
  /** How far the stream is behind its sender, if that is known as a time. */
  readonly behindMillis?: number;
  /** Read progress of a source that has an end; absent for streams that ended in an earlier process. */
  readonly progress?: SourceProgress;
}
