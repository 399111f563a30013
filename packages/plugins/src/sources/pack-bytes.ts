import type { CutRecords } from './base-source.js';

/** Packs records consecutively into a new buffer. */
export function packBytes(records: readonly Uint8Array[]): CutRecords {
  const bytes = new Uint8Array(records.reduce((sum, { length }) => sum + length, 0));
  const bounds = new Uint32Array(records.length * 2);
  let at = 0;
  records.forEach((record, i) => {
    bytes.set(record, at);
    bounds[2 * i] = at;
    bounds[2 * i + 1] = at += record.length;
  });
  return { bytes, bounds };
}
