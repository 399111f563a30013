import { CSV_CHARACTERS, type CsvFormatDefinition } from '../forms/record-format.js';

/** A `CsvDialect` with an escape character. */
export interface CsvCharacters {
  readonly delimiter: string;
  readonly quote: string;
  readonly escape: string;
}

export function csvDialect(format: CsvFormatDefinition): CsvCharacters {
  return {
    delimiter: CSV_CHARACTERS[format.delimiter],
    quote: CSV_CHARACTERS[format.quoteChar],
    escape: CSV_CHARACTERS[format.escapeChar],
  };
}
