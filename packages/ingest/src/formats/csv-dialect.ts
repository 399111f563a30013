import { CSV_CHARACTERS, type CsvFormatDefinition } from '@weir/definitions';
import type { CsvDialect } from '@weir/model';

export function csvDialect(format: CsvFormatDefinition): CsvDialect {
  return {
    delimiter: CSV_CHARACTERS[format.delimiter],
    quote: CSV_CHARACTERS[format.quoteChar],
    escape: CSV_CHARACTERS[format.escapeChar],
  };
}
