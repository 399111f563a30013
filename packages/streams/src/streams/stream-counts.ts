/**
 * Records that a stream has read and completed, across restarts. Rates are for this process; counts continue with the
 * stream's progress. Records that are read again count once.
 */
import { type Clock, Timing } from '@weir/platform';
import { RateMeter, type RateSummary } from '@weir/contract';
import type { ReadCounts } from '../reading/reader-tally.js';
import type { StreamProgress } from './stream-progress.js';

export class StreamCounts {
  private readonly recordMeter: RateMeter;
  private readonly byteMeter: RateMeter;
  /** Query times, each for a chunk of records until its writes are durable. */
  readonly queryTimes: Timing;
  private rejectedNow = 0;
  private readNow = 0;
  /** Records not counted by the meters; negative if the meters counted records that are read again. */
  private recordsBefore = 0;
  private bytesBefore = 0;
  private rejectedBefore = 0;
  private readBefore = 0;

  constructor(clock: Clock) {
    this.recordMeter = new RateMeter(clock);
    this.byteMeter = new RateMeter(clock);
    this.queryTimes = new Timing(clock);
  }

  read(records: number): void {
    this.readNow += records;
  }

  done(records: number, bytes: number): void {
    this.recordMeter.mark(records);
    this.byteMeter.mark(bytes);
  }

  reject(records: number): void {
    this.rejectedNow += records;
  }

  /** Reading starts or resumes after `progress`. */
  resumeFrom(progress: StreamProgress): void {
    this.recordsBefore = progress.records - this.recordMeter.summary().count;
    this.bytesBefore = progress.bytes - this.byteMeter.summary().count;
    this.rejectedBefore = progress.rejected - this.rejectedNow;
    this.readBefore = progress.records - this.readNow;
  }

  /** Subtracts counted records that will be read again. */
  takeBack({ read, records, bytes, rejected }: ReadCounts): void {
    this.readBefore -= read;
    this.recordsBefore -= records;
    this.bytesBefore -= bytes;
    this.rejectedBefore -= rejected;
  }

  /** Freezes all counts and rates. */
  freeze(): void {
    this.recordMeter.stop();
    this.byteMeter.stop();
  }

  get rates(): RateSummary {
    return withCount(this.recordMeter.summary(), this.recordsBefore);
  }

  get byteRates(): RateSummary {
    return withCount(this.byteMeter.summary(), this.bytesBefore);
  }

  get recordsRead(): number {
    return this.readBefore + this.readNow;
  }

  get rejected(): number {
    return this.rejectedBefore + this.rejectedNow;
  }
}

function withCount(summary: RateSummary, before: number): RateSummary {
  return { ...summary, count: summary.count + before };
}
