/** Finds the ends of CSV rows: a line feed within quotes belongs to a field. */
import type { CsvDialect } from './csv-fields.js';

const LF = 10;

const enum At {
  FieldStart,
  Plain,
  /** After an escape outside quotes: the next character is literal. */
  PlainEscape,
  Quoted,
  QuotedEscape,
  /** After a quote within quotes: the end of the field, or the first half of a doubled one. */
  AfterQuote,
}

export class CsvRowEnds {
  private state: At = At.FieldStart;
  private readonly delimiter: readonly number[];
  private readonly quote: number;
  private readonly escape: number;
  /** Number of characters of a longer delimiter seen so far. */
  private seen = 0;

  constructor(dialect: CsvDialect) {
    this.delimiter = Array.from(dialect.delimiter, (_, i) => dialect.delimiter.charCodeAt(i));
    this.quote = dialect.quote.charCodeAt(0);
    this.escape = dialect.escape?.charCodeAt(0) ?? -1;
  }

  get isWithinQuotes(): boolean {
    return this.state === At.Quoted || this.state === At.QuotedEscape;
  }

  /**
   * Consumes the next character of the text.
   * @param code its code; a byte of UTF-8 suffices if the characters of the dialect are ASCII.
   * @returns whether it is the line feed that ends a row.
   */
  endsRow(code: number): boolean {
    if (code === LF && this.state !== At.Quoted && this.state !== At.QuotedEscape) {
      this.state = At.FieldStart;
      this.seen = 0;
      return true;
    }
    this.state = this.after(code);
    return false;
  }

  private after(code: number): At {
    switch (this.state) {
      case At.Quoted:
        return code === this.quote ? At.AfterQuote : code === this.escape ? At.QuotedEscape : At.Quoted;
      case At.QuotedEscape:
        return At.Quoted;
      case At.PlainEscape:
        return At.Plain;
      case At.AfterQuote:
        if (code === this.quote) return At.Quoted;
        return this.endsDelimiter(code) ? At.FieldStart : At.Plain;
      case At.FieldStart:
        if (code === this.quote) return At.Quoted;
        return this.plain(code);
      case At.Plain:
        return this.plain(code);
    }
  }

  private plain(code: number): At {
    if (this.endsDelimiter(code)) return At.FieldStart;
    return code === this.escape ? At.PlainEscape : At.Plain;
  }

  private endsDelimiter(code: number): boolean {
    const { delimiter } = this;
    if (code !== delimiter[this.seen]) this.seen = 0;
    if (code !== delimiter[this.seen]) return false;
    if (++this.seen < delimiter.length) return false;
    this.seen = 0;
    return true;
  }
}
