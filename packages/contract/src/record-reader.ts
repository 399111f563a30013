/** Source of records as an ingest stream sees it, in its own process or in another one. */
import type { RecordChunk } from './lane.js';

/** Point from which a source can resume. Plain data, so that it can be stored. */
export interface ResumePoint {
  /** Position of the next record, equal to its chunk's `firstPosition`. */
  readonly position: number;
  /**
   * Source-specific data needed to resume, such as a file offset, an event id or a number. `null`: the position is
   * enough.
   */
  readonly cursor: string | null;
}

export interface SourceBatch {
  readonly chunk: RecordChunk;
  /** Resume point after this batch and all earlier ones are done. */
  readonly after: ResumePoint;
}

/** Read progress of a source that has an end. */
export interface SourceProgress {
  readonly unit: 'bytes' | 'records';
  /** Amount read so far; some of it may still be in flight. */
  readonly done: number;
  /** Total as far as known; a file may grow. */
  readonly total: number;
}

/** Current state of the sender as the source knows it. */
export interface SourceStatus {
  /** Records at the sender that are not durable here yet. */
  readonly lag?: number;
  /** Age of the last record that was read, if the sender reports no number of records. */
  readonly behindMillis?: number;
  /** Set if the end is known; also reported after the source is closed. */
  readonly progress?: SourceProgress;
  /** Why no records arrive at the moment, as text. The source keeps trying. */
  readonly trouble?: string;
}

/**
 * Order of calls: `open` once, then `next`, one at a time, until it returns `undefined`; `acknowledge`, `pause` and
 * `resume` in between as needed; `close` at any time, even while a `next` is pending, which then returns `undefined`.
 */
export interface RecordReader {
  /**
   * @param from resumes where an earlier opening of the same definition stopped; absent: from the beginning.
   * @throws WeirError `ingest.*`; `ingest.source-changed` if the source cannot resume there.
   */
  open(from?: ResumePoint): Promise<void>;
  /**
   * Waits for the next records and returns at least one and at most `maximum`. `undefined`: the source has ended or was
   * closed. The batch belongs to the caller, including its buffer.
   */
  next(maximum: number): Promise<SourceBatch | undefined>;
  /** Reports that everything before this point is durable. Points are passed in order. */
  acknowledge(point: ResumePoint): Promise<void>;
  /** Reports that `next` will not be called for a while. Keep the connection alive if there is one. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Absent if the source has no status to report. */
  status?(): SourceStatus;
  /** Releases all resources. Calling it again does nothing. */
  close(): Promise<void>;
}
