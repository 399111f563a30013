/** The plain data that tells a worker how to read records; made here, read by `recordFormat`. */
import type { RecordFormatReference } from '@weir/contract';
import { CSV_CHARACTERS, type FormatDefinition } from '@weir/definitions';
import type { RecordDecoder } from './record-decoders.js';

export type FormatOptions =
  | { readonly kind: 'json' | 'line' | 'raw' | 'drop'; readonly decoders: readonly RecordDecoder[] }
  | {
      readonly kind: 'csv';
      readonly decoders: readonly RecordDecoder[];
      /** `null`: a row is a list. */
      readonly headers: readonly string[] | null;
      readonly delimiter: string;
      readonly quote: string;
      readonly escape: string;
    };

/** @param headers column names of CSV rows, where they are known only from the file. */
export function formatReference(
  format: FormatDefinition,
  decoders: readonly RecordDecoder[] = [],
  headers: readonly string[] | null = null,
): RecordFormatReference {
  return {
    module: new URL('./record-formats.js', import.meta.url).href,
    options: { ...optionsOf(format, decoders, headers) },
  };
}

function optionsOf(
  format: FormatDefinition,
  decoders: readonly RecordDecoder[],
  headers: readonly string[] | null,
): FormatOptions {
  switch (format.type) {
    case 'CypherJson':
      return { kind: 'json', decoders };
    case 'CypherLine':
      return { kind: 'line', decoders };
    case 'CypherRaw':
      return { kind: 'raw', decoders };
    case 'Drop':
      return { kind: 'drop', decoders };
    case 'CypherCsv':
      return {
        kind: 'csv',
        decoders,
        headers: Array.isArray(format.headers) ? format.headers : headers,
        delimiter: CSV_CHARACTERS[format.delimiter],
        quote: CSV_CHARACTERS[format.quoteChar],
        escape: CSV_CHARACTERS[format.escapeChar],
      };
  }
}
