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

/** @param headers column names of CSV rows, where they are known only from the file. */
export function formatReference(
  format: RecordFormatDefinition,
  decoders: readonly RecordDecoder[] = [],
  headers: readonly string[] | null = null,
): RecordFormatReference {
  return {
    module: new URL('./record-formats.js', import.meta.url).href,
    options: { ...optionsOf(format, decoders, headers) },
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
