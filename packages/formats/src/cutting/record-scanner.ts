/** Finds where records end in text that comes piece by piece. */
export interface RecordScanner {
  /** The byte that is found is the record's last one. Otherwise it is a line feed, and no part of it. */
  readonly keepsEnd: boolean;
  /**
   * Index in `block` of the byte that ends the record; -1 when it is not before `end`. The scanner goes
   * on where it stopped: `from` is after what it found, or the `end` of a call that found nothing (the block
   * may have moved in between).
   */
  find(block: Buffer, from: number, end: number): number;
  /** Where the record begins that was found from `start` to `end`: what is before it belongs to none. */
  begin(block: Buffer, start: number, end: number): number;
  /**
   * The text ended. @returns whether what is left of it is a record.
   * @throws WeirError `ingest.invalid` when it must not end there.
   */
  finish(): boolean;
}

const LF = 10;

/** Every line feed ends a record. */
export class LineScanner implements RecordScanner {
  readonly keepsEnd = false;

  find(block: Buffer, from: number, end: number): number {
    const at = block.indexOf(LF, from);
    return at < end ? at : -1;
  }

  begin(_block: Buffer, start: number): number {
    return start;
  }

  /** A last line needs no line feed. */
  finish(): boolean {
    return true;
  }
}
