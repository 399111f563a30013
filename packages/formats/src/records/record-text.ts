/**
 * The texts of a chunk's records. Most chunks are plain ASCII: then the whole chunk becomes one string, and a record is
 * a slice of it.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import type { RecordChunk } from '@weir/contract';

export class ChunkTexts {
  private readonly bytes: Buffer;
  private readonly isAllUtf8: boolean;
  private readonly ascii: string | undefined;

  constructor(private readonly chunk: RecordChunk) {
    const { bytes } = chunk;
    this.bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const isAllAscii = isAscii(bytes);
    this.isAllUtf8 = isAllAscii || isUtf8(bytes);
    this.ascii = isAllAscii ? this.bytes.toString('latin1') : undefined;
  }

  /** For temporary use, such as parsing: it may keep the whole chunk in memory. `undefined` for invalid UTF-8. */
  passing(index: number): string | undefined {
    const { bounds } = this.chunk;
    const start = bounds[index * 2]!;
    const end = bounds[index * 2 + 1]!;
    return this.ascii === undefined ? this.decode(start, end) : this.ascii.slice(start, end);
  }

  /** For lasting use. `undefined` for invalid UTF-8. */
  lasting(index: number): string | undefined {
    const { bounds } = this.chunk;
    const start = bounds[index * 2]!;
    const end = bounds[index * 2 + 1]!;
    return this.ascii === undefined ? this.decode(start, end) : this.bytes.toString('latin1', start, end);
  }

  private decode(start: number, end: number): string | undefined {
    const isWhole = this.isAllUtf8
      ? !this.isWithinCharacter(start) && !this.isWithinCharacter(end)
      : isUtf8(this.bytes.subarray(start, end));
    return isWhole ? this.bytes.toString('utf8', start, end) : undefined;
  }

  /** Adjacent records may be valid UTF-8 together but invalid separately. */
  private isWithinCharacter(offset: number): boolean {
    return offset < this.bytes.length && (this.bytes[offset]! & 0xc0) === 0x80;
  }
}

export const NOT_UTF8 = 'the record is not valid UTF-8';
