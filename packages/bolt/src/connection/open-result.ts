/** A running query whose rows a client pulls. It computes no batch of rows before the client asks for it. */
import type { Value } from '@weir/model';
import type { BoltResult } from '../contract.js';
import type { Replies } from './replies.js';

type Rows = readonly (readonly Value[])[];

export class OpenResult {
  private readonly rows: AsyncIterator<Rows>;
  private batch: Rows = [];
  private at = 0;
  private hasBegun = false;

  constructor(private readonly result: BoltResult) {
    this.rows = result.batches()[Symbol.asyncIterator]();
  }

  get isReadOnly(): boolean {
    return this.result.isReadOnly;
  }

  get columns(): readonly string[] {
    return this.result.columns;
  }

  /**
   * Sends up to `count` rows, each batch as soon as it is computed.
   * @returns whether there may be more.
   */
  async pull(count: number, replies: Replies): Promise<boolean> {
    for (let left = count; left > 0;) {
      if (!(await this.hasRow())) return false;
      const end = Math.min(this.batch.length, this.at + left);
      left -= end - this.at;
      while (this.at < end) {
        replies.record(this.batch[this.at++]!);
        if (replies.isFull) await replies.flush();
      }
      await replies.flush();
    }
    return true;
  }

  /** Skips up to `count` rows. A query that writes still writes everything. @returns whether there may be more. */
  async discard(count: number): Promise<boolean> {
    if (count === Infinity && this.isReadOnly) {
      await this.stop();
      return false;
    }
    for (let left = count; left > 0;) {
      if (!(await this.hasRow())) return false;
      const skipped = Math.min(this.batch.length - this.at, left);
      this.at += skipped;
      left -= skipped;
    }
    return true;
  }

  async stop(): Promise<void> {
    if (this.hasBegun) await this.rows.return?.();
    else await this.result.stop();
  }

  /** Reads the next batch when this one is finished. */
  private async hasRow(): Promise<boolean> {
    while (this.at >= this.batch.length) {
      this.hasBegun = true;
      const next = await this.rows.next();
      if (next.done === true) return false;
      this.batch = next.value;
      this.at = 0;
    }
    return true;
  }
}
