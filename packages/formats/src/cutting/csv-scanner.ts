/** Finds the ends of CSV rows, where line feeds within quotes belong to a field. */
import { type CsvDialect, CsvRowEnds, WeirError } from '@weir/platform';
import type { RecordScanner } from './record-scanner.js';

export class CsvScanner implements RecordScanner {
  readonly keepsEnd = false;
  private readonly rows: CsvRowEnds;

  /** @param dialect must have ASCII characters: the text is read as bytes. */
  constructor(dialect: CsvDialect) {
    this.rows = new CsvRowEnds(dialect);
  }

  find(block: Buffer, from: number, end: number): number {
    const { rows } = this;
    for (let i = from; i < end; i++) if (rows.endsRow(block[i]!)) return i;
    return -1;
  }

  begin(_block: Buffer, start: number): number {
    return start;
  }

  finish(): boolean {
    if (!this.rows.isWithinQuotes) return true;
    throw new WeirError(
      'ingest.invalid',
      'The file ends within quotes: the last row opens a quote and never closes it.',
    );
  }
}
