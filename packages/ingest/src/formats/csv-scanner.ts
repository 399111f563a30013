/** Finds the ends of rows, where line feeds within quotes belong to a field. */
import { type CsvDialect, WeirError } from '@weir/model';
import type { RecordScanner } from '../sources/record-scanner.js';

const LF = 10;

const enum At {
  FieldStart,
  Plain,
  /** After an escape outside quotes: the next character has no meaning. */
  PlainEscape,
  Quoted,
  QuotedEscape,
  /** After a quote within quotes: the end of the field, or the first half of a doubled one. */
  AfterQuote,
}

export class CsvScanner implements RecordScanner {
  readonly keepsEnd = false;
  private state: At = At.FieldStart;
  private readonly delimiter: number;
  private readonly quote: number;
  private readonly escape: number;

  constructor(dialect: CsvDialect) {
    this.delimiter = dialect.delimiter.charCodeAt(0);
    this.quote = dialect.quote.charCodeAt(0);
    this.escape = dialect.escape?.charCodeAt(0) ?? -1;
  }

  find(block: Buffer, from: number, end: number): number {
    for (let i = from; i < end; i++) {
      const byte = block[i]!;
      if (byte === LF && this.state !== At.Quoted && this.state !== At.QuotedEscape) {
        this.state = At.FieldStart;
        return i;
      }
      this.state = this.after(byte);
    }
    return -1;
  }

  begin(_block: Buffer, start: number): number {
    return start;
  }

  finish(): boolean {
    if (this.state !== At.Quoted && this.state !== At.QuotedEscape) return true;
    throw new WeirError(
      'ingest.invalid',
      'The file ends within quotes: the last row opens a quote and never closes it.',
    );
  }

  private after(byte: number): At {
    switch (this.state) {
      case At.Quoted:
        return byte === this.quote ? At.AfterQuote : byte === this.escape ? At.QuotedEscape : At.Quoted;
      case At.QuotedEscape:
        return At.Quoted;
      case At.PlainEscape:
        return At.Plain;
      case At.AfterQuote:
        if (byte === this.quote) return At.Quoted;
        return byte === this.delimiter ? At.FieldStart : At.Plain;
      case At.FieldStart:
        if (byte === this.quote) return At.Quoted;
        return this.plain(byte);
      case At.Plain:
        return this.plain(byte);
    }
  }

  private plain(byte: number): At {
    return byte === this.delimiter ? At.FieldStart : byte === this.escape ? At.PlainEscape : At.Plain;
  }
}
