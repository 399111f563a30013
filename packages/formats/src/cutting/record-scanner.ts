/** Finds the ends of records in text that arrives in chunks. */
export interface RecordScanner {
  /**
   * Whether the found byte is the record's last one. Otherwise it is a line feed that does not belong to the record.
   */
  readonly keepsEnd: boolean;
  /**
   * Returns the index in `block` of the byte that ends the record; -1 if there is none before `end`. The scanner
   * continues where it stopped: `from` is after the byte it found, or the `end` of a call that found nothing (the block
   * may have moved in between).
   */
  find(block: Buffer, from: number, end: number): number;
  /** Start of the record found from `start` to `end`: bytes before it belong to no record. */
  begin(block: Buffer, start: number, end: number): number;
  /**
   * Ends the text. @returns whether the rest of it is a record.
   * @throws WeirError `ingest.invalid` if it must not end there.
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

  /** The last line needs no line feed. */
  finish(): boolean {
    return true;
  }
}
