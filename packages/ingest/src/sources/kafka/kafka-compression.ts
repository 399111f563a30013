/**
 * How the client unpacks batches of records: everywhere all that Kafka knows, zstd too, and no more than a limit. The client
 * keeps one table of this, which is changed once per process.
 */
import { gunzipSync } from 'node:zlib';

/** A batch; brokers take records of a megabyte, and no batch above, unless they are told otherwise. */
const LARGEST_BATCH_BYTES = 256 * 1024 * 1024;

let isDone = false;

export async function useBoundedDecompression(): Promise<void> {
  if (isDone) return;
  isDone = true;
  const [{ compressionsAlgorithms }, { lz4Unpacked }, { snappyUnpacked }, { zstdUnpacked }] =
    await Promise.all([
      import('@platformatic/kafka'),
      import('../../compression/lz4.js'),
      import('../../compression/snappy.js'),
      import('../../compression/zstd.js'),
    ]);
  const unpackers = {
    gzip: (bytes: Uint8Array) => gunzipSync(bytes, { maxOutputLength: LARGEST_BATCH_BYTES }),
    snappy: (bytes: Uint8Array) => snappyUnpacked(bytes, LARGEST_BATCH_BYTES),
    lz4: (bytes: Uint8Array) => lz4Unpacked(bytes, LARGEST_BATCH_BYTES),
    zstd: (bytes: Uint8Array) => zstdUnpacked(bytes, LARGEST_BATCH_BYTES),
  };
  for (const [name, unpacked] of Object.entries(unpackers)) {
    const decompressSync = (data: Uint8Array | { readonly buffer: Uint8Array }): Buffer => {
      const { buffer, byteOffset, byteLength } =
        data instanceof Uint8Array ? unpacked(data) : unpacked(data.buffer);
      return Buffer.from(buffer, byteOffset, byteLength);
    };
    Object.assign(compressionsAlgorithms[name as keyof typeof unpackers], {
      decompressSync,
      available: true,
    });
  }
}
