/** Durable progress of a stream, from which it resumes after a restart. Plain data. */
import type { ResumePoint } from '@weir/plugins';
import type { Acknowledged } from '../reading/acknowledgements.js';

export interface StreamProgress {
  /** Everything before it is durable; `null` at the beginning. */
  readonly point: ResumePoint | null;
  /** Totals up to that point since the stream was created. Unparsable records are included. */
  readonly records: number;
  readonly bytes: number;
  /** Bad records. */
  readonly rejected: number;
}

export const AT_THE_BEGINNING: StreamProgress = { point: null, records: 0, bytes: 0, rejected: 0 };

/** Adds durable records read by another process, without changing where this one resumes. */
export function counted(progress: StreamProgress, done: Acknowledged): StreamProgress {
  return {
    point: progress.point,
    records: progress.records + done.records,
    bytes: progress.bytes + done.bytes,
    rejected: progress.rejected + done.rejected,
  };
}

/** @param done may be behind an earlier one, because sources acknowledge with a delay. */
export function advanced(progress: StreamProgress, done: Acknowledged): StreamProgress {
  const { point } = progress;
  const isBehind = point !== null && point.position > done.point.position;
  return { ...counted(progress, done), point: isBehind ? point : done.point };
}
