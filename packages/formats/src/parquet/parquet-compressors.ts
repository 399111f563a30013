/** Unpacks pages, limited to their claimed size and to the maximum size of a row group. */
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Compressors } from 'hyparquet';
import { compressors as byLibrary } from 'hyparquet-compressors';
import { snappyUnpacked } from '../compression/snappy.js';
import { zstdUnpacked } from '../compression/zstd.js';

/** A row group exceeds its maximum size. */
export class TooLarge extends Error {}

type Unpack = (packed: Uint8Array, length: number) => Uint8Array;

const UNPACK: Readonly<Record<string, Unpack>> = {
  SNAPPY: snappyUnpacked,
  GZIP: (packed, length) => gunzipSync(packed, { maxOutputLength: length }),
  BROTLI: (packed, length) => brotliDecompressSync(packed, { maxOutputLength: length }),
  ZSTD: zstdUnpacked,
  LZ4: (packed, length) => byLibrary.LZ4!(packed, length),
  LZ4_RAW: (packed, length) => byLibrary.LZ4_RAW!(packed, length),
};

/** Creates decompressors for one row group. */
export function limitedCompressors(maximumGroupBytes: number): Compressors {
  let left = maximumGroupBytes;
  const limited = (unpack: Unpack): Unpack => {
    return (packed, length) => {
      if (length < 0) throw new Error('a page has a negative length');
      left -= length;
      if (left < 0) throw new TooLarge();
      // Node does not accept a limit of zero.
      return length === 0 ? new Uint8Array(0) : unpack(packed, length);
    };
  };
  return Object.fromEntries(Object.entries(UNPACK).map(([codec, unpack]) => [codec, limited(unpack)]));
}
