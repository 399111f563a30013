/** Decoders applied to a record's bytes before it is parsed. */
import { gunzipSync, inflateSync } from 'node:zlib';
import type { RecordChunk } from '@weir/contract';
import { lz4Unpacked } from '../compression/lz4.js';
import { snappyUnpacked } from '../compression/snappy.js';
import { zstdUnpacked } from '../compression/zstd.js';
import type { RecordDecoder } from '../forms/record-decoders.js';
import { messageOf } from '@weir/platform';

export type { RecordDecoder } from '../forms/record-decoders.js';

/** Maximum unpacked size of a record. */
export const LARGEST_UNPACKED_BYTES = 128 * 1024 * 1024;
/**
 * Maximum unpacked size of all records of a chunk: four kilobytes can unpack to 128 MiB, and a chunk has hundreds of
 * records.
 */
export const LARGEST_TOGETHER_BYTES = 256 * 1024 * 1024;
/** A record may always unpack to this size, regardless of the records before it. */
const SMALL_BYTES = 64 * 1024;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** @throws Error if the bytes are not valid input of the decoder, or unpack to more than `limit` bytes. */
function undo(decoder: RecordDecoder, bytes: Uint8Array, limit: number): Uint8Array {
  switch (decoder) {
    case 'BASE64': {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
      if (!BASE64.test(text)) throw new Error('not Base64');
      return Buffer.from(text, 'base64');
    }
    case 'GZIP':
      return gunzipSync(bytes, { maxOutputLength: limit });
    case 'ZLIB':
      return inflateSync(bytes, { maxOutputLength: limit });
    case 'ZSTD':
      return zstdUnpacked(bytes, limit);
    case 'LZ4':
      return lz4Unpacked(bytes, limit);
    case 'SNAPPY':
      return snappyUnpacked(bytes, limit);
  }
}

/**
 * Returns the chunk with every record decoded. Records that cannot be decoded are rejected and omitted; `indexes` has
 * the original index of each remaining one.
 * @param together maximum total size in bytes, not counting small records.
 */
export function decodeChunk(
  chunk: RecordChunk,
  decoders: readonly RecordDecoder[],
  reject: (index: number, reason: string) => void,
  together = LARGEST_TOGETHER_BYTES,
): { readonly chunk: RecordChunk; readonly indexes: readonly number[] } {
  const pieces: Uint8Array[] = [];
  const indexes: number[] = [];
  const count = chunk.bounds.length >>> 1;
  let left = together;
  for (let index = 0; index < count; index++) {
    let bytes = chunk.bytes.subarray(chunk.bounds[index * 2], chunk.bounds[index * 2 + 1]);
    let failed: string | undefined;
    const limit = Math.max(SMALL_BYTES, Math.min(LARGEST_UNPACKED_BYTES, left));
    for (const decoder of decoders) {
      try {
        bytes = undo(decoder, bytes, limit);
      } catch (error) {
        failed = `${decoder}: ${messageOf(error)}`;
        break;
      }
    }
    if (failed !== undefined) {
      reject(index, failed);
      continue;
    }
    left -= bytes.length;
    pieces.push(bytes);
    indexes.push(index);
  }
  const bounds = new Uint32Array(pieces.length * 2);
  let at = 0;
  pieces.forEach((piece, i) => {
    bounds[i * 2] = at;
    at += piece.length;
    bounds[i * 2 + 1] = at;
  });
  return { chunk: { ...chunk, bytes: Buffer.concat(pieces), bounds }, indexes };
}
