/**
 * Stored position in a file. Besides the offset it holds checksums of the file's first bytes and of the last bytes
 * before the offset: a file that was truncated, replaced or rewritten is detected, while a copy with the same contents
 * is accepted. A change between the two samples goes unnoticed.
 */
import { crc32 } from 'node:zlib';
import { WeirError } from '@weir/platform';
import type { FileReader } from './file-reader.js';

interface FileMark {
  /** Bytes that are complete; `null` if offsets in the text are not offsets in the file. */
  readonly offset: number | null;
  /** Sample of the first bytes. */
  readonly head: Sample;
  /** Sample of the bytes before `offset`. */
  readonly tail: Sample;
}

/** Length and checksum of some bytes. */
type Sample = readonly [length: number, checksum: number];

const HEAD_BYTES = 1024;
const TAIL_BYTES = 64;
const NOTHING: Sample = [0, 0];

/** Creates the marks of one opened file. */
export class FileMarker {
  private headSample: Sample = NOTHING;

  private constructor(private readonly head: Uint8Array) {}

  static async of(file: FileReader): Promise<FileMarker> {
    return new FileMarker(await file.bytesAt(0, HEAD_BYTES));
  }

  /** @param before the bytes that end at `offset`. */
  at(offset: number, before: Uint8Array): string {
    const tail = before.subarray(Math.max(0, before.length - TAIL_BYTES));
    return write({ offset, head: this.headUpTo(offset), tail: sampleOf(tail) });
  }

  /** For text that is converted while it is read: identifies the file, but no position. */
  somewhere(): string {
    return write({ offset: null, head: this.headUpTo(this.head.length), tail: NOTHING });
  }

  private headUpTo(offset: number): Sample {
    const length = Math.min(offset, this.head.length);
    if (this.headSample[0] !== length) this.headSample = sampleOf(this.head.subarray(0, length));
    return this.headSample;
  }
}

/**
 * @returns the offset to resume from; `null`: the mark has none.
 * @throws WeirError `ingest.source-changed`, when this is not the file of the mark.
 */
export async function findMark(text: string, file: FileReader, path: string): Promise<number | null> {
  const { offset, head, tail } = read(text);
  if (offset !== null && (await file.size()) < offset)
    throw fileChanged(path, `it is shorter than ${offset} bytes`);
  if (!(await matches(file, 0, head))) throw fileChanged(path, 'its beginning differs');
  if (offset !== null && !(await matches(file, offset - tail[0], tail))) {
    throw fileChanged(path, `it differs before byte ${offset}`);
  }
  return offset;
}

export function fileChanged(path: string, how: string): WeirError {
  return new WeirError(
    'ingest.source-changed',
    `The file ${path} is not the one that was read before: ${how}. Delete the stream and create it again to ` +
      'read the current file from its startAtOffset.',
  );
}

async function matches(file: FileReader, offset: number, [length, checksum]: Sample): Promise<boolean> {
  const bytes = await file.bytesAt(offset, length);
  return bytes.length === length && crc32(bytes) === checksum;
}

function sampleOf(bytes: Uint8Array): Sample {
  return [bytes.length, crc32(bytes)];
}

function write({ offset, head, tail }: FileMark): string {
  return [offset ?? '', ...head, ...tail].join(':');
}

function read(text: string): FileMark {
  const [offset, ...numbers] = text.split(':');
  const [headLength, headChecksum, tailLength, tailChecksum] = numbers.map(Number);
  if (
    offset === undefined ||
    tailChecksum === undefined ||
    numbers.some(number => !Number.isInteger(Number(number)))
  ) {
    throw new WeirError('internal', `Not a position in a file: ${text}`);
  }
  return {
    offset: offset === '' ? null : Number(offset),
    head: [headLength!, headChecksum!],
    tail: [tailLength!, tailChecksum],
  };
}
