/**
 * The write-ahead log of a store that was not closed in order. LevelDB passes over records that it can't read, wherever
 * they are. At the end that is right: the record was being written when the process ended, and nobody was told that it
 * is safe. Before whole records it is damage.
 *
 * The log is a row of blocks of 32,768 bytes, each a row of records: CRC-32C of what follows the length (masked, uint32
 * little-endian), length (uint16 little-endian), type (1 whole, 2 first, 3 middle, 4 last part), content. The end of a
 * block that has no room for a record is zeros.
 */
import { crc32c } from './crc32c.js';

const BLOCK_BYTES = 32_768;
const HEAD_BYTES = 7;
const MASK_DELTA = 0xa282ead8;
const LAST_TYPE = 4;

/** @returns what is wrong; `undefined` when nothing is, but perhaps the end. */
export function checkLog(bytes: Buffer): string | undefined {
  let bad: number | undefined;
  for (let block = 0; block < bytes.length; block += BLOCK_BYTES) {
    const end = Math.min(block + BLOCK_BYTES, bytes.length);
    for (let at = block; at + HEAD_BYTES <= end;) {
      const next = recordEnd(bytes, at, end);
      if (next === undefined) {
        bad ??= at;
        break;
      }
      if (bad !== undefined) return `the record at byte ${bad} was changed`;
      at = next;
    }
  }
  return undefined;
}

/** Where a right record ends. */
function recordEnd(bytes: Buffer, at: number, end: number): number | undefined {
  const length = bytes.readUInt16LE(at + 4);
  const type = bytes[at + 6]!;
  const next = at + HEAD_BYTES + length;
  if (next > end || type === 0 || type > LAST_TYPE) return undefined;
  const crc = crc32c(bytes, at + 6, next);
  const masked = (((crc >>> 15) | (crc << 17)) + MASK_DELTA) >>> 0;
  return masked === bytes.readUInt32LE(at) ? next : undefined;
}
