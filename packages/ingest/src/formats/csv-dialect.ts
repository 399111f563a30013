/** The three characters that have a meaning in comma-separated values, and the rules that hold for them. */
import { CSV_CHARACTERS, type CsvFormatDefinition } from '@weir/definitions';

export interface CsvDialect {
  readonly delimiter: string;
  /** At the start of a field: the field goes to the next single one; a doubled one stands for itself. */
  readonly quote: string;
  /**
   * Before itself, and before the delimiter outside or the quote inside quotes, it makes that character
   * plain; before any other it is plain itself.
   */
  readonly escape: string;
}

export function csvDialect(format: CsvFormatDefinition): CsvDialect {
  return {
    delimiter: CSV_CHARACTERS[format.delimiter],
    quote: CSV_CHARACTERS[format.quoteChar],
    escape: CSV_CHARACTERS[format.escapeChar],
  };
}
