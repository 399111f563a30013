/**
 * Where records come from. A source is pulled: it holds no more than one batch that nobody asked for yet, so a
 * slow graph slows the sender and memory stays bounded. It cuts records out of bytes and never looks into
 * them; parsing happens on the workers.
 *
 * Order of calls: `open` once, then `next`, one at a time, until it answers `undefined`; `acknowledge`, `pause`
 * and `resume` in between as needed; `close` at any moment, also while a `next` is under way, which then
 * answers `undefined`. Write another source by extending `BaseSource` and passing the exported suite.
 */
import type { RecordReader } from '@weir/contract';

export type { ResumePoint, SourceBatch, SourceProgress, SourceStatus } from '@weir/contract';

export interface SourceSupports {
  /** Ends by itself. */
  readonly finite: boolean;
  /**
   * What `open` with a resume point does. `exact`: nothing is left out and nothing repeated. `best-effort`: the
   * same as far as the sender can. `onward`: what was read is gone at its sender; what comes next is counted on.
   */
  readonly resume: 'exact' | 'best-effort' | 'onward';
  /** The sender wants to hear what was acknowledged. */
  readonly acknowledge: boolean;
}

/** Its `open` throws `TransientSourceError` too, when it is worth trying again later. */
export interface IngestSource extends RecordReader {
  readonly supports: SourceSupports;
}

/** Trouble that may pass: the stream opens the source again after a while, a few times. */
export class TransientSourceError extends Error {
  override readonly name = 'TransientSourceError';
}
