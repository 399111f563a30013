/** How far a stream is, in what is durable; what it goes on from after a restart. Plain data. */
import type { ResumePoint } from '@weir/plugins';
import type { Acknowledged } from './acknowledgements.js';

export interface StreamProgress {
  /** Everything before it is durable; `null` at the beginning. */
  readonly point: ResumePoint | null;
  /** Up to there, since the stream was created: records, those that did not parse included. */
  readonly records: number;
  readonly bytes: number;
  /** Bad records. */
  readonly rejected: number;
}

export const AT_THE_BEGINNING: StreamProgress = { point: null, records: 0, bytes: 0, rejected: 0 };

/** What another process read is durable: where this one goes on is another matter. */
export function counted(progress: StreamProgress, done: Acknowledged): StreamProgress {
  return {
    point: progress.point,
    records: progress.records + done.records,
    bytes: progress.bytes + done.bytes,
    rejected: progress.rejected + done.rejected,
  };
}

/** @param done may be behind what was heard of before: sources take their time to acknowledge. */
export function advanced(progress: StreamProgress, done: Acknowledged): StreamProgress {
  const { point } = progress;
  const isBehind = point !== null && point.position > done.point.position;
  return { ...counted(progress, done), point: isBehind ? point : done.point };
}
