/** Decoders applied to records before they are parsed. */
import { z } from 'zod';
import type { Form } from '@weir/plugins/form';

const DECODERS = ['ZLIB', 'GZIP', 'BASE64', 'ZSTD', 'LZ4', 'SNAPPY'] as const;
/** The names used by version 1. */
export const DECODERS_V1 = ['Base64', 'Gzip', 'Zlib', 'Zstd', 'Lz4', 'Snappy'] as const;

export type RecordDecoder = (typeof DECODERS)[number];
export type RecordDecoderV1 = (typeof DECODERS_V1)[number];

export function recordDecodersOf(form: Form) {
  return z.array(form.word(DECODERS)).default([]);
}
