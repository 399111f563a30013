/** Whole numbers in order, each as its decimal text, wrapping from 2^63 - 1 to -2^63. */
import {
  BaseSource,
  type CutRecords,
  type ResumePoint,
  type SourceStatus,
  type SourceSupports,
} from '@weir/plugins';
import { packText } from '@weir/formats/cutting';

const CHUNK_RECORDS = 1024;

export class NumberSource extends BaseSource {
  readonly supports: SourceSupports;
  private nextNumber: bigint;

  /** @param start the first number; @param limit how many. */
  constructor(start: bigint, limit: number | undefined) {
    super({ limit });
    this.nextNumber = start;
    this.supports = { finite: limit !== undefined, resume: 'exact', acknowledge: false };
  }

  status(): SourceStatus {
    const progress = this.recordProgress();
    return progress === undefined ? {} : { progress };
  }

  protected openSource(from: ResumePoint | undefined): Promise<void> {
    if (from !== undefined && from.cursor !== null) this.nextNumber = BigInt(from.cursor);
    return Promise.resolve();
  }

  protected cutRecords(maximum: number): Promise<CutRecords | undefined> {
    const count = Math.min(maximum, CHUNK_RECORDS);
    const texts: string[] = [];
    for (let i = 0; i < count; i++) {
      texts.push(this.nextNumber.toString());
      this.nextNumber = BigInt.asIntN(64, this.nextNumber + 1n);
    }
    return Promise.resolve(packText(texts));
  }

  protected cursor(): string | null {
    return this.nextNumber.toString();
  }

  protected closeSource(): Promise<void> {
    return Promise.resolve();
  }
}
