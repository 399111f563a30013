/** Where records come from, as a stream sees it: in its own process or in another one. */
import type { RecordChunk } from './lane.js';

/** Where a source can be taken up again. Plain data, so that it can be stored. */
export interface ResumePoint {
  /** Position of the next record: what its chunk's `firstPosition` will be. */
  readonly position: number;
  /** What the source needs to find its way back: a place in a file, an event id, a number. `null`: the position is enough. */
  readonly cursor: string | null;
}

export interface SourceBatch {
  readonly chunk: RecordChunk;
  /** Where to go on when this batch and all before it are done. */
  readonly after: ResumePoint;
}

/** How far a source that ends is read. */
export interface SourceProgress {
  readonly unit: 'bytes' | 'records';
  /** Read so far; some of that may still be under way. */
  readonly done: number;
  /** Of all, as far as is known: a file may grow. */
  readonly total: number;
}

/** What a source knows of its sender at the moment. */
export interface SourceStatus {
  /** Records that the sender has, and that are not durable here. */
  readonly lag?: number;
  /** How long ago the last record that was read had been written, where the sender says nothing of a number. */
  readonly behindMillis?: number;
  /** Where the end is known; told also when the source is closed. */
  readonly progress?: SourceProgress;
  /** Why nothing comes at the moment, in words; the source goes on trying. */
  readonly trouble?: string;
}

/**
 * Order of calls: `open` once, then `next`, one at a time, until it answers `undefined`; `acknowledge`, `pause`
 * and `resume` in between as needed; `close` at any moment, also while a `next` is under way, which then
 * answers `undefined`.
 */
export interface RecordReader {
  /**
   * @param from goes on where an earlier opening of the same definition stood; absent: from the beginning.
   * @throws WeirError `ingest.*`, `ingest.source-changed` when there is no going on from there.
   */
  open(from?: ResumePoint): Promise<void>;
  /**
   * The next records, at least one and at most `maximum`; waits for them. `undefined`: there are no more, or
   * the source was closed. The batch belongs to the caller, buffer and all.
   */
  next(maximum: number): Promise<SourceBatch | undefined>;
  /** Everything before this point is durable; points come in order. */
  acknowledge(point: ResumePoint): Promise<void>;
  /** Nobody will call `next` for a while; keep the connection alive if there is one. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Absent where there is nothing to say. */
  status?(): SourceStatus;
  /** Lets go of everything. Calling it again does nothing. */
  close(): Promise<void>;
}
