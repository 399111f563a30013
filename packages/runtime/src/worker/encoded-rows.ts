/**
 * Encodes the rows of a query as text, in chunks, on the thread that runs the query. Each chunk is created on request,
 * so that at most one row is in memory as text, and the caller passes the chunks on one by one.
 */
import type { Row } from '@weir/cypher';
import type { RowEncoder } from '@weir/contract';
import type { QueryRows } from '../contract/query-service.js';

/** A size that the receiving thread handles in less than a millisecond. */
export const PIECE_BYTES = 1 << 17;
const NO_BYTES = Buffer.alloc(0);

export interface RowSource {
  next(): Promise<QueryRows>;
  cancel(): void;
}

export class EncodedRows {
  private rows: readonly Row[] = [];
  private at = 0;
  private rest: Buffer = NO_BYTES;
  private isFirst = true;
  private isLast = false;

  constructor(
    private readonly source: RowSource,
    private readonly encode: RowEncoder,
  ) {}

  /** Like `next` of the query; an error of the encoder ends the query. */
  async next(): Promise<QueryRows> {
    for (;;) {
      const piece = this.takePiece();
      const hasMore = this.at < this.rows.length || this.rest.length > 0 || !this.isLast;
      if (piece.length > 0 || !hasMore) return { rows: [], piece, isLast: !hasMore };
      const { rows, isLast } = await this.source.next();
      this.rows = rows;
      this.isLast = isLast;
      this.at = 0;
    }
  }

  private takePiece(): Buffer {
    if (this.rest.length === 0) this.rest = this.encodeSome();
    const piece = this.rest.subarray(0, PIECE_BYTES);
    this.rest = this.rest.subarray(PIECE_BYTES);
    return piece;
  }

  private encodeSome(): Buffer {
    let text = '';
    try {
      while (this.at < this.rows.length && text.length < PIECE_BYTES) {
        for (const item of this.encode(this.rows[this.at++]!)) {
          text += this.isFirst ? item : `,${item}`;
          this.isFirst = false;
        }
      }
    } catch (error) {
      this.source.cancel();
      throw error;
    }
    return Buffer.from(text);
  }
}
