/**
 * The record written when a result log has changed, as msgpack: `[first, position, end, entries, cursors]`. Entries are
 * five numbers each: shard, sequence, count, time, back. Records may overlap: an entry before the known end is already
 * known.
 */
import { decode, encodeTransferable } from '@weir/model';
import { LogEntry } from './log-entry.js';

export interface LedgerRecord {
  /** Results before this position are not kept any longer. */
  readonly first: number;
  /** Position of the first of `entries`. */
  readonly position: number;
  readonly entries: readonly LogEntry[];
  /** All named cursors. */
  readonly cursors: readonly (readonly [name: string, position: number])[];
  /** End of the log. */
  readonly end: number;
}

const NUMBERS_PER_ENTRY = 5;

type Packed = [
  first: number,
  position: number,
  end: number,
  entries: number[],
  cursors: [name: string, position: number][],
];

export function packRecord(record: LedgerRecord): Uint8Array<ArrayBuffer> {
  const numbers: number[] = [];
  for (const { shard, sequence, count, time, back } of record.entries) {
    numbers.push(shard, sequence, count, time, back);
  }
  return encodeTransferable([record.first, record.position, record.end, numbers, record.cursors]);
}

export function unpackRecord(bytes: Uint8Array): LedgerRecord {
  const [first, position, end, numbers, cursors] = decode(bytes) as Packed;
  const entries: LogEntry[] = [];
  let next = position;
  for (let i = 0; i < numbers.length; i += NUMBERS_PER_ENTRY) {
    const [shard, sequence, count, time, back] = numbers.slice(i, i + NUMBERS_PER_ENTRY) as [
      number,
      number,
      number,
      number,
      number,
    ];
    entries.push(new LogEntry(next, count, shard, sequence, time, back, undefined));
    next += count;
  }
  return { first, position, end, entries, cursors };
}
