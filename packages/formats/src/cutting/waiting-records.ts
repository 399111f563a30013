/**
 * Buffers records of a push-based sender until they are pulled. When the buffer is full, pause the sender, so that a
 * slow graph slows it. Records that arrived before an end are still returned.
 */
import { type CutRecords, packBytes } from '@weir/plugins';

/** Number of pending bytes at which the buffer is full. */
const MOST_BYTES = 1024 * 1024;
/** Overhead per record: empty records take memory too. */
const RECORD_BYTES = 64;

export class WaitingRecords {
  private records: Uint8Array[] = [];
  private bytes = 0;
  private end: { readonly error: Error | undefined } | undefined;
  private wake: () => void = () => undefined;

  /** Whether to stop reading from the sender until records are taken. */
  get isFull(): boolean {
    return this.bytes >= MOST_BYTES;
  }

  add(record: Uint8Array): void {
    this.records.push(record);
    this.bytes += record.length + RECORD_BYTES;
    this.wake();
  }

  /** Ends the sequence of records; only the first end counts. @param error the reason, if it is a failure. */
  endWith(error: Error | undefined): void {
    this.end ??= { error };
    this.wake();
  }

  /**
   * Returns between one and `maximum` records; waits for the first. One call at a time.
   * @returns `undefined` after the last. Rejects there if the end has an error.
   */
  async take(maximum: number): Promise<CutRecords | undefined> {
    for (;;) {
      const taken = this.takeNow(maximum);
      if (taken !== undefined) return taken;
      if (this.end?.error) throw this.end.error;
      if (this.end) return undefined;
      await this.change();
    }
  }

  /** As `take`, but `undefined` if no record is here. */
  takeNow(maximum: number): CutRecords | undefined {
    if (this.records.length === 0) return undefined;
    const taken = this.records.splice(0, maximum);
    const packed = packBytes(taken);
    this.bytes -= packed.bytes.length + taken.length * RECORD_BYTES;
    return packed;
  }

  /** Waits until a record is here. Not together with `take`. */
  async arrival(): Promise<void> {
    while (this.records.length === 0) await this.change();
  }

  private change(): Promise<void> {
    return new Promise(resolve => (this.wake = resolve));
  }
}
