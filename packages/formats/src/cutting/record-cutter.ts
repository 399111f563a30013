/** Cuts the text or the bytes of a file into records. */
import type { CutRecords } from '@weir/plugins';

export interface RecordCutter {
  /** Up to `maximum` records, at least one; `undefined` at the end. */
  next(maximum: number): Promise<CutRecords | undefined>;
  /** Passes over `count` records. @returns whether there were so many. */
  skip(count: number): Promise<boolean>;
  /** Lets go of what it has beside the bytes; a `next` under way answers soon. */
  close?(): void;
}
