/**
 * Source of records. A source is pulled: it holds at most one batch that was not requested yet, so a slow graph slows
 * the sender and memory stays bounded. It cuts records out of bytes without reading them; the workers parse them.
 *
 * Order of calls: `open` once, then `next`, one at a time, until it returns `undefined`; `acknowledge`, `pause` and
 * `resume` in between as needed; `close` at any time, even while a `next` is pending, which then returns `undefined`.
 * To write another source, extend `BaseSource` and pass the exported suite.
 */
import type { RecordReader } from '@weir/contract';

export type { ResumePoint, SourceBatch, SourceProgress, SourceStatus } from '@weir/contract';

export interface SourceSupports {
  /** Whether it has an end. */
  readonly finite: boolean;
  /**
   * Effect of `open` with a resume point. `exact`: nothing is skipped and nothing repeated. `best-effort`: the same, as
   * far as the sender supports it. `onward`: the sender has removed the records that were read; further records
   * continue the count.
   */
  readonly resume: 'exact' | 'best-effort' | 'onward';
  /** Whether the sender needs acknowledgments. */
  readonly acknowledge: boolean;
}

/** Its `open` also throws `TransientSourceError` if a later retry may succeed. */
export interface IngestSource extends RecordReader {
  readonly supports: SourceSupports;
}

/** A transient failure: the stream opens the source again after a pause, a limited number of times. */
export class TransientSourceError extends Error {
  override readonly name = 'TransientSourceError';
}
