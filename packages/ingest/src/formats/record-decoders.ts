/** What is undone to a record's bytes before it is parsed. */
import { gunzipSync, inflateSync } from 'node:zlib';
import type { RecordChunk } from '@weir/contract';
import { lz4Unpacked } from '../compression/lz4.js';
import { snappyUnpacked } from '../compression/snappy.js';
import { zstdUnpacked } from '../compression/zstd.js';
import type { RecordDecoder } from '@weir/definitions';

export type { RecordDecoder } from '@weir/definitions';

/** A small record must not unpack to more than this. */
export const LARGEST_UNPACKED_BYTES = 128 * 1024 * 1024;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** @throws Error when the bytes are not what the decoder undoes. */
function undo(decoder: RecordDecoder, bytes: Uint8Array): Uint8Array {
  switch (decoder) {
    case 'BASE64': {
      const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
      if (!BASE64.test(text)) throw new Error('not Base64');
      return Buffer.from(text, 'base64');
    }
    case 'GZIP':
      return gunzipSync(bytes, { maxOutputLength: LARGEST_UNPACKED_BYTES });
    case 'ZLIB':
      return inflateSync(bytes, { maxOutputLength: LARGEST_UNPACKED_BYTES });
    case 'ZSTD':
      return zstdUnpacked(bytes, LARGEST_UNPACKED_BYTES);
    case 'LZ4':
      return lz4Unpacked(bytes, LARGEST_UNPACKED_BYTES);
    case 'SNAPPY':
      return snappyUnpacked(bytes, LARGEST_UNPACKED_BYTES);
  }
}

/**
 * The chunk with every record decoded. A record that can't be is rejected and left out; `indexes` says where
 * each remaining one stood.
 */
export function decodeChunk(
  chunk: RecordChunk,
  decoders: readonly RecordDecoder[],
  reject: (index: number, reason: string) => void,
): { readonly chunk: RecordChunk; readonly indexes: readonly number[] } {
  const pieces: Uint8Array[] = [];
  const indexes: number[] = [];
  const count = chunk.bounds.length >>> 1;
  for (let index = 0; index < count; index++) {
    let bytes = chunk.bytes.subarray(chunk.bounds[index * 2], chunk.bounds[index * 2 + 1]);
    let failed: string | undefined;
    for (const decoder of decoders) {
      try {
        bytes = undo(decoder, bytes);
      } catch (error) {
        failed = `${decoder}: ${error instanceof Error ? error.message : String(error)}`;
        break;
      }
    }
    if (failed !== undefined) {
      reject(index, failed);
      continue;
    }
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
