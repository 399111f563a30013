/**
 * Reads the records of a file that LevelDB appends to: its write-ahead logs and its manifest.
 *
 * The file is a sequence of blocks of 32,768 bytes, each a sequence of parts: CRC-32C of the bytes after the length
 * (masked, uint32 little-endian), length (uint16 little-endian), type (1 whole, 2 first, 3 middle, 4 last part of a
 * record), content. The end of a block that has no room for a part is zeros.
 */
import { crc32c } from './crc32c.js';

const BLOCK_BYTES = 32_768;
const HEAD_BYTES = 7;
const MASK_DELTA = 0xa282ead8;
const WHOLE = 1;
const FIRST = 2;
const LAST = 4;

/**
 * LevelDB skips unreadable parts anywhere. At the end of the file that is correct: the record was being written when
 * the process ended, and was not acknowledged. Before valid records it is damage.
 *
 * @returns a description of the fault; `undefined` if the file is intact, except perhaps at its end.
 */
export function checkLog(bytes: Buffer): string | undefined {
  let bad: number | undefined;
  for (const { at, isRight } of parts(bytes)) {
    if (!isRight) bad ??= at;
    else if (bad !== undefined) return `the record at byte ${bad} was changed`;
  }
  return undefined;
}

/** Yields the contents of all complete records. */
export function* logRecords(bytes: Buffer): Generator<Buffer, void, undefined> {
  let pieces: Buffer[] = [];
  for (const { at, end, isRight } of parts(bytes)) {
    if (!isRight) {
      pieces = [];
      continue;
    }
    const type = bytes[at + 6]!;
    if (type === WHOLE || type === FIRST) pieces = [];
    else if (pieces.length === 0) continue;
    pieces.push(bytes.subarray(at + HEAD_BYTES, end));
    if (type === WHOLE || type === LAST) yield pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }
}

interface Part {
  readonly at: number;
  readonly end: number;
  /** If false, the rest of its block cannot be read. */
  readonly isRight: boolean;
}

function* parts(bytes: Buffer): Generator<Part, void, undefined> {
  for (let block = 0; block < bytes.length; block += BLOCK_BYTES) {
    const blockEnd = Math.min(block + BLOCK_BYTES, bytes.length);
    for (let at = block; at + HEAD_BYTES <= blockEnd;) {
      const end = partEnd(bytes, at, blockEnd);
      yield { at, end: end ?? blockEnd, isRight: end !== undefined };
      at = end ?? blockEnd;
    }
  }
}

/** End offset of a valid part. */
function partEnd(bytes: Buffer, at: number, blockEnd: number): number | undefined {
  const length = bytes.readUInt16LE(at + 4);
  const type = bytes[at + 6]!;
  const end = at + HEAD_BYTES + length;
  if (end > blockEnd || type === 0 || type > LAST) return undefined;
  const crc = crc32c(bytes, at + 6, end);
  const masked = (((crc >>> 15) | (crc << 17)) + MASK_DELTA) >>> 0;
  return masked === bytes.readUInt32LE(at) ? end : undefined;
}
