/**
 * Batches finish in any order; a point may be acknowledged when all batches before it are done. Tracks their order and
 * determines that point.
 */
import type { ResumePoint } from '@weir/plugins';

export interface PendingBatch {
  readonly after: ResumePoint;
  readonly records: number;
  readonly bytes: number;
  rejected: number;
  done: boolean;
}

/** Batches that were acknowledged together. */
export interface Acknowledged {
  /** Results before it are durable. */
  readonly point: ResumePoint;
  /** Number of records in these batches, including unparsable ones. */
  readonly records: number;
  readonly bytes: number;
  readonly rejected: number;
}

export class Acknowledgements {
  private readonly pending: PendingBatch[] = [];

  begin(after: ResumePoint, records: number, bytes: number): PendingBatch {
    const batch: PendingBatch = { after, records, bytes, rejected: 0, done: false };
    this.pending.push(batch);
    return batch;
  }

  /** @returns the newly completed batches and everything before them; `undefined` if an earlier batch is not done. */
  finish(batch: PendingBatch, rejectedRecords: number): Acknowledged | undefined {
    batch.done = true;
    batch.rejected = rejectedRecords;
    let done = 0;
    let records = 0;
    let bytes = 0;
    let rejected = 0;
    for (; done < this.pending.length && this.pending[done]!.done; done++) {
      const each = this.pending[done]!;
      records += each.records;
      bytes += each.bytes;
      rejected += each.rejected;
    }
    if (done === 0) return undefined;
    const point = this.pending[done - 1]!.after;
    this.pending.splice(0, done);
    return { point, records, bytes, rejected };
  }
}
