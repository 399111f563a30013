/**
 * How the client unpacks batches of records: everywhere all that Kafka knows, zstd too, and no more than a limit. The client
 * keeps one table of this, which is changed once per process. It unpacks all that a broker sent in one turn.
 */
import { gunzipSync } from 'node:zlib';
import type { UserError } from '@platformatic/kafka';

/**
 * What a broker sent at once may take unpacked, one batch or many. Brokers take records of a megabyte, and no batch above,
 * unless they are told otherwise; 8 MB are fetched at once.
 */
export const MOST_UNPACKED_BYTES = 256 * 1024 * 1024;
/** What the client makes of a record, beside its bytes. */
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

/** The batches of an answer take too much together: each of them may be small enough. */
export function isTooMuchAtOnce(error: unknown): boolean {
  return Boolean((error as Partial<UserError> | null)?.findBy?.('tooMuchAtOnce', true));
}

/** What is unpacked until others have their turn. */
export class UnpackingTurn {
  private left = MOST_UNPACKED_BYTES;
  private batches = 0;

  /** @param tooMuch makes the error that the client doesn't answer by trying again. */
  constructor(private readonly tooMuch: (message: string) => Error) {}

  /** @throws Error for what is none, and what takes too much. */
  unpacked(packed: Uint8Array, unpack: Unpack): Uint8Array {
    if (this.batches++ === 0) queueMicrotask(() => this.end());
    try {
      const bytes = unpack(packed, Math.max(1, this.left));
      this.left -= bytes.length + recordsIn(bytes) * RECORD_BYTES;
      if (this.left >= 0) return bytes;
    } catch (error) {
      // By itself it will be told what it is.
      if (this.batches === 1) throw error;
    }
    const limit = `more than ${MOST_UNPACKED_BYTES} bytes`;
    if (this.batches > 1) throw this.tooMuch(`Batches of records take ${limit} together`);
    throw new Error(`A batch of records takes ${limit} when it is unpacked`);
  }

  private end(): void {
    this.left = MOST_UNPACKED_BYTES;
    this.batches = 0;
  }
}

/** Each record has its length before it, as a zigzag varint. */
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
