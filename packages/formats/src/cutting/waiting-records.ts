/**
 * Records of a sender that does not wait to be asked, until somebody asks for them. It holds a few; then the sender is to be
 * left alone, so a slow graph slows it. Those that came before an end are still given.
 */
import { type CutRecords, packBytes } from '@weir/plugins';

/** Bytes that wait before the sender is left alone. */
const MOST_BYTES = 1024 * 1024;
/** Of each record beside its own: those without any fill memory too. */
const RECORD_BYTES = 64;

export class WaitingRecords {
  private records: Uint8Array[] = [];
  private bytes = 0;
  private end: { readonly error: Error | undefined } | undefined;
  private wake: () => void = () => undefined;

  /** Nothing more is to be read of the sender until some are taken. */
  get isFull(): boolean {
    return this.bytes >= MOST_BYTES;
  }

  add(record: Uint8Array): void {
    this.records.push(record);
    this.bytes += record.length + RECORD_BYTES;
    this.wake();
  }

  /** No more will come; the first end counts. @param error what it ends with, if not in good order. */
  endWith(error: Error | undefined): void {
    this.end ??= { error };
    this.wake();
  }

  /**
   * At least one and at most `maximum`; waits for the first. One call at a time.
   * @returns `undefined` behind the last. Rejects there with the error of an end that has one.
   */
  async take(maximum: number): Promise<CutRecords | undefined> {
    while (this.records.length === 0) {
      if (this.end?.error) throw this.end.error;
      if (this.end) return undefined;
      await new Promise<void>(resolve => (this.wake = resolve));
    }
    const taken = this.records.splice(0, maximum);
    const packed = packBytes(taken);
    this.bytes -= packed.bytes.length + taken.length * RECORD_BYTES;
    return packed;
  }
}
