/** The plain data that tells a worker how to read records; made here, read by `recordFormat`. */
import type { RecordFormatReference } from '@weir/contract';
import type { RecordFormatDefinition } from '@weir/definitions';
import { csvDialect, type CsvCharacters } from './csv-dialect.js';
import { unreachable } from '@weir/model';
import type { RecordDecoder } from './record-decoders.js';

export type FormatOptions =
  | { readonly kind: 'json' | 'line' | 'raw' | 'drop'; readonly decoders: readonly RecordDecoder[] }
  | ({
      readonly kind: 'csv';
      readonly decoders: readonly RecordDecoder[];
      /** `null`: a row is a list. */
      readonly headers: readonly string[] | null;
    } & CsvCharacters);

export interface FormatExtras {
  /** Undone to each record before it is parsed. */
  readonly decoders?: readonly RecordDecoder[];
  /** Column names of CSV rows, where they are known only from the file. */
  readonly headers?: readonly string[] | null;
  /** A function in JavaScript. */
  readonly transformation?: string | undefined;
}

export function formatReference(
  format: RecordFormatDefinition,
  { decoders = [], headers = null, transformation }: FormatExtras = {},
): RecordFormatReference {
  const options = optionsOf(format, decoders, headers);
  if (transformation === undefined) {
    return { module: new URL('./record-formats.js', import.meta.url).href, options: { ...options } };
  }
  return {
    module: new URL('./transforming-formats.js', import.meta.url).href,
    options: { ...options, transformation },
  };
}

function optionsOf(
  format: RecordFormatDefinition,
  decoders: readonly RecordDecoder[],
  headers: readonly string[] | null,
): FormatOptions {
  switch (format.type) {
    case 'Json':
    case 'JsonL':
      return { kind: 'json', decoders };
    case 'Line':
      return { kind: 'line', decoders };
    case 'Raw':
      return { kind: 'raw', decoders };
    case 'Drop':
      return { kind: 'drop', decoders };
    case 'CSV':
      return {
        kind: 'csv',
        decoders,
        headers: Array.isArray(format.headers) ? format.headers : headers,
        ...csvDialect(format),
      };
    default:
      return unreachable(format);
  }
}
