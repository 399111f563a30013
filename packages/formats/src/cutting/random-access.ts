/** Random access to bytes, as supported by files and objects but not by pipes. */
import { WeirError } from '@weir/platform';
import type { ByteReader } from './byte-reader.js';

export interface RandomAccessBytes {
  /** Current size in bytes. */
  size(): Promise<number>;
  /** Returns fewer bytes at the end. */
  bytesAt(offset: number, length: number): Promise<Uint8Array>;
}

export interface RandomAccess extends ByteReader, RandomAccessBytes {
  /** For progress reports: marks everything before this offset as read. */
  seek(offset: number): void;
}

export function isRandomAccess(reader: ByteReader): reader is RandomAccess {
  return 'bytesAt' in reader;
}

export function needsRandomAccess(): WeirError {
  return new WeirError(
    'ingest.invalid',
    'Parquet is read from its end: use a file or an S3 object, not a pipe or standard input, and without compression ' +
      'of the whole file.',
  );
}
