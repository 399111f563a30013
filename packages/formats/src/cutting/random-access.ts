/** Bytes of what can be read at any place, as files and objects are and pipes are not. */
import { WeirError } from '@weir/model';
import type { ByteReader } from './byte-reader.js';

export interface BytesAtPlaces {
  /** Bytes now. */
  size(): Promise<number>;
  /** As far as there are any. */
  bytesAt(offset: number, length: number): Promise<Uint8Array>;
}

export interface RandomAccess extends ByteReader, BytesAtPlaces {
  /** For those who watch the progress: what is before this offset was read. */
  seek(offset: number): void;
}

export function isRandomAccess(reader: ByteReader): reader is RandomAccess {
  return 'bytesAt' in reader;
}

export function notAtAnyPlace(): WeirError {
  return new WeirError(
    'ingest.invalid',
    'Parquet is read from its end: give a file or an object of S3 as it is, no pipe, no standard input, and nothing ' +
      'that is packed as a whole.',
  );
}
