/** Cuts the text or the bytes of a file into records. */
import type { CutRecords } from '@weir/plugins';

export interface RecordCutter {
  /** Returns up to `maximum` records, at least one; `undefined` at the end. */
  next(maximum: number): Promise<CutRecords | undefined>;
  /** Skips `count` records. @returns whether there were that many. */
  skip(count: number): Promise<boolean>;
  /** Releases its resources other than the bytes; a pending `next` resolves soon. */
  close?(): void;
}
