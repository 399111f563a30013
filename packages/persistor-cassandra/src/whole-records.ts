/**
 * Assembles records from their rows. A record may be split into parts of one blob. If there are several writes under
 * one key, the newest that counts is used. Rows arrive in the order of their keys, forwards or backwards.
 */
import type { Row } from './cassandra-link.js';
import { numberOf } from './column-values.js';

export interface WholeRecord {
  /** Its first row, for the key. */
  readonly row: Row;
  /** `undefined`: the value was removed. */
  readonly bytes: Buffer | undefined;
}

export class WholeRecords {
  private key: string | undefined = undefined;
  private stamp = -1;
  private rows: Row[] = [];
  private best: { stamp: number; rows: readonly Row[] } | undefined = undefined;

  /**
   * @param keyOf returns the identity of a row's record.
   * @param emit called in the order of the rows.
   */
  constructor(
    private readonly counts: (stamp: number) => boolean,
    private readonly keyOf: (row: Row) => string,
    private readonly emit: (record: WholeRecord) => void,
  ) {}

  take(row: Row): void {
    const stamp = numberOf(row['stamp']);
    const key = this.keyOf(row);
    if (key !== this.key) {
      this.end();
      this.key = key;
    } else if (stamp !== this.stamp) this.endWrite();
    this.stamp = stamp;
    this.rows.push(row);
  }

  /** Called after the last row. */
  end(): void {
    this.endWrite();
    if (this.best !== undefined) this.emit(whole(this.best.rows));
    this.best = undefined;
    this.key = undefined;
  }

  private endWrite(): void {
    const { rows, stamp } = this;
    if (rows.length === 0) return;
    this.rows = [];
    const isWhole = rows.length >= numberOf(rows[0]!['parts'] ?? 1);
    if (isWhole && this.counts(stamp) && stamp > (this.best?.stamp ?? -1)) this.best = { stamp, rows };
  }
}

function whole(rows: readonly Row[]): WholeRecord {
  const row = rows[0]!;
  if (row['parts'] === 0) return { row, bytes: undefined };
  if (rows.length === 1) return { row, bytes: row['bytes'] as Buffer };
  const parts = [...rows].sort((a, b) => numberOf(a['part']) - numberOf(b['part']));
  return { row, bytes: Buffer.concat(parts.map(part => part['bytes'] as Buffer)) };
}
