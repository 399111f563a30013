/** What is undone to a record's bytes before it is parsed. */
import { gunzipSync, inflateSync } from 'node:zlib';
import type { RecordChunk } from '@weir/contract';
import { lz4Unpacked } from '../compression/lz4.js';
import { snappyUnpacked } from '../compression/snappy.js';
import { zstdUnpacked } from '../compression/zstd.js';
import type { RecordDecoder } from '../forms/record-decoders.js';
import { messageOf } from '@weir/model';

export type { RecordDecoder } from '../forms/record-decoders.js';

/** A small record must not unpack to more than this. */
export const LARGEST_UNPACKED_BYTES = 128 * 1024 * 1024;
/** Nor may those that come together: four kilobytes can be 128 MiB, and a chunk has hundreds of them. */
export const LARGEST_TOGETHER_BYTES = 256 * 1024 * 1024;
/** What a record may unpack to in any case: it is not to suffer for those before it. */
const SMALL_BYTES = 64 * 1024;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** @throws Error when the bytes are not what the decoder undoes, and when it unpacks to more than `limit` bytes. */
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
 * The chunk with every record decoded. A record that can't be is rejected and left out; `indexes` says where
 * each remaining one stood.
 * @param together bytes that they may unpack to, but for small ones.
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
