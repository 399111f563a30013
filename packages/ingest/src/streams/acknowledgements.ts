/**
 * Batches finish in any order; a point may be acknowledged when all batches before it are done. Keeps the
 * order and finds the point.
 */
import type { ResumePoint } from '../sources/ingest-source.js';

export interface PendingBatch {
  readonly after: ResumePoint;
  done: boolean;
}

export class Acknowledgements {
  private readonly pending: PendingBatch[] = [];

  begin(after: ResumePoint): PendingBatch {
    const batch: PendingBatch = { after, done: false };
    this.pending.push(batch);
    return batch;
  }

  /** @returns the point up to which everything is done, when it moved. */
  finish(batch: PendingBatch): ResumePoint | undefined {
    batch.done = true;
    let done = 0;
    while (done < this.pending.length && this.pending[done]!.done) done++;
    if (done === 0) return undefined;
    const point = this.pending[done - 1]!.after;
    this.pending.splice(0, done);
    return point;
  }
}
