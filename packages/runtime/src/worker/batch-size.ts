/**
 * Controls how many records a lane runs its query over in one batch. Batches start small and double while their output
 * is small, so that the output per record is known before a large batch runs. After a batch with too much output, the
 * size is reduced to what would have been enough. With records of usual size the fifth batch is a full one.
 */

const FIRST_RECORDS = 16;

export class BatchSize {
  records: number;

  /**
   * @param mostRecords maximum number of records in a batch.
   * @param mostBytes target for the output of a batch.
   */
  constructor(
    private readonly mostRecords: number,
    private readonly mostBytes: number,
  ) {
    this.records = Math.min(FIRST_RECORDS, mostRecords);
  }

  /** Reports the number of records and output bytes of a batch. */
  ran(records: number, bytes: number): void {
    if (bytes > this.mostBytes) {
      this.records = Math.max(1, Math.floor((records * this.mostBytes) / bytes));
    } else if (records >= this.records && 2 * bytes <= this.mostBytes) {
      this.records = Math.min(this.mostRecords, 2 * this.records);
    }
  }
}
