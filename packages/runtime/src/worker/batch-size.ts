/**
 * How many records a lane runs its query over at once. A batch begins small and doubles while little comes of it, so that
 * what a query makes of a record is known before it is made of many; what made too much is cut to what would have been
 * enough. With records of usual size the fifth batch is a full one.
 */

const FIRST_RECORDS = 16;

export class BatchSize {
  records: number;

  /**
   * @param mostRecords of a batch.
   * @param mostBytes that a batch should make.
   */
  constructor(
    private readonly mostRecords: number,
    private readonly mostBytes: number,
  ) {
    this.records = Math.min(FIRST_RECORDS, mostRecords);
  }

  /** A batch of so many records made so many bytes. */
  ran(records: number, bytes: number): void {
    if (bytes > this.mostBytes) {
      this.records = Math.max(1, Math.floor((records * this.mostBytes) / bytes));
    } else if (records >= this.records && 2 * bytes <= this.mostBytes) {
      this.records = Math.min(this.mostRecords, 2 * this.records);
    }
  }
}
