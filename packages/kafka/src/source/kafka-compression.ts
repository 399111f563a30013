/**
 * Decompression of record batches: all codecs of Kafka on every platform, zstd included, up to a limit. The client has
 * a single codec table, which is changed once per process. It decompresses a broker's whole response in one turn.
 */
import { gunzipSync } from 'node:zlib';
import type { UserError } from '@platformatic/kafka';

/**
 * Maximum decompressed size of a broker's response, in one batch or several. By default brokers accept records of a
 * megabyte, and no larger batches; 8 MB are fetched at a time.
 */
export const MOST_UNPACKED_BYTES = 256 * 1024 * 1024;
/** The client's memory per record, besides its bytes. */
const RECORD_BYTES = 512;
const VARINT_MORE = 0x80;

type Unpack = (packed: Uint8Array, most: number) => Uint8Array;

let isDone = false;

export async function useBoundedDecompression(): Promise<void> {
  if (isDone) return;
  isDone = true;
  const [{ compressionsAlgorithms, UserError }, { lz4Unpacked, snappyUnpacked, zstdUnpacked }] =
    await Promise.all([import('@platformatic/kafka'), import('@weir/formats/compression')]);
  const unpackers: Readonly<Record<string, Unpack>> = {
    gzip: (packed, most) => gunzipSync(packed, { maxOutputLength: most }),
    snappy: snappyUnpacked,
    lz4: lz4Unpacked,
    zstd: zstdUnpacked,
  };
  const turn = new UnpackingTurn(message => new UserError(message, { tooMuchAtOnce: true }));
  for (const [name, unpack] of Object.entries(unpackers)) {
    const decompressSync = (data: Uint8Array | { readonly buffer: Uint8Array }): Buffer => {
      const { buffer, byteOffset, byteLength } = turn.unpacked(
        data instanceof Uint8Array ? data : data.buffer,
        unpack,
      );
      return Buffer.from(buffer, byteOffset, byteLength);
    };
    Object.assign(compressionsAlgorithms[name as keyof typeof compressionsAlgorithms], {
      decompressSync,
      available: true,
    });
  }
}

/** Returns whether the batches of a response are too large together, though each may be small enough. */
export function isTooMuchAtOnce(error: unknown): boolean {
  return Boolean((error as Partial<UserError> | null)?.findBy?.('tooMuchAtOnce', true));
}

/** Limits decompressed data within one turn of the event loop. */
export class UnpackingTurn {
  private left = MOST_UNPACKED_BYTES;
  private batches = 0;

  /** @param tooMuch creates an error that the client does not retry. */
  constructor(private readonly tooMuch: (message: string) => Error) {}

  /** @throws Error for a batch that is invalid or exceeds the limit. */
  unpacked(packed: Uint8Array, unpack: Unpack): Uint8Array {
    if (this.batches++ === 0) queueMicrotask(() => this.end());
    try {
      const bytes = unpack(packed, Math.max(1, this.left));
      this.left -= bytes.length + recordsIn(bytes) * RECORD_BYTES;
      if (this.left >= 0) return bytes;
    } catch (error) {
      // A single batch reports its own error.
      if (this.batches === 1) throw error;
    }
    const limit = `more than ${MOST_UNPACKED_BYTES} bytes`;
    if (this.batches > 1)
      throw this.tooMuch(`The batches of a response have ${limit} in total, decompressed`);
    throw new Error(`A batch of records has ${limit} when decompressed`);
  }

  private end(): void {
    this.left = MOST_UNPACKED_BYTES;
    this.batches = 0;
  }
}

/** Each record is preceded by its length, a zigzag varint. */
function recordsIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = 0; at < bytes.length; count++) {
    let length = 0;
    let scale = 1;
    let byte: number;
    do {
      byte = bytes[at++] ?? 0;
      length += (byte & ~VARINT_MORE) * scale;
      scale *= VARINT_MORE;
    } while ((byte & VARINT_MORE) !== 0);
    at += length >>> 1;
  }
  return count;
}
