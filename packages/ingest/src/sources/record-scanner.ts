/** Finds where records end in text that comes piece by piece. */
export interface RecordScanner {
  /**
   * Index in `block` of the line feed that ends the record; -1 when it is not before `end`. The scanner goes
   * on where it stopped: `from` is after what it found, or the `end` of a call that found nothing (the block
   * may have moved in between).
   */
  find(block: Buffer, from: number, end: number): number;
  /** The text ended within a record. @throws WeirError `ingest.invalid` when it must not. */
  finish(): void;
}

const LF = 10;

/** Every line feed ends a record. */
export class LineScanner implements RecordScanner {
  find(block: Buffer, from: number, end: number): number {
    const at = block.indexOf(LF, from);
    return at < end ? at : -1;
  }

  finish(): void {
    // A last line needs no line feed.
  }
}
