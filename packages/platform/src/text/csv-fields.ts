/** Special characters of a CSV dialect and their rules. */
export interface CsvDialect {
  /** Field separator, one or more characters. */
  readonly delimiter: string;
  /** A field that starts with it extends to the next unpaired quote; a doubled quote is a literal quote. */
  readonly quote: string;
  /**
   * Makes the next character literal if that is the escape itself, the delimiter outside quotes, or the quote within
   * quotes; before any other character it is literal itself. `undefined` if there is none.
   */
  readonly escape: string | undefined;
}

/**
 * Returns the fields of one row; an empty row has one empty field.
 * @throws Error that names the problem and its position.
 */
export function csvFields(row: string, dialect: CsvDialect): string[] {
  const reader = new RowReader(row, dialect);
  const fields = [reader.field()];
  while (reader.passDelimiter()) fields.push(reader.field());
  return fields;
}

class RowReader {
  private readonly hasEscapes: boolean;
  private at = 0;

  constructor(
    private readonly row: string,
    private readonly dialect: CsvDialect,
  ) {
    const { escape } = dialect;
    this.hasEscapes = escape !== undefined && row.includes(escape);
  }

  field(): string {
    if (this.row[this.at] === this.dialect.quote) return this.quoted();
    return this.hasEscapes ? this.escaped() : this.plain();
  }

  /** After a field: returns whether another one follows. */
  passDelimiter(): boolean {
    if (this.at >= this.row.length) return false;
    this.at += this.dialect.delimiter.length;
    return true;
  }

  private quoted(): string {
    const { row } = this;
    const { delimiter, quote, escape } = this.dialect;
    let field = '';
    let at = this.at + 1;
    let from = at;
    for (; ; at++) {
      const char = row[at];
      if (char === undefined) throw new Error(`the quote at character ${this.at + 1} is not closed`);
      if (char !== quote && char !== escape) continue;
      const following = row[at + 1];
      if (following === quote || (char === escape && following === escape)) {
        field += row.slice(from, at) + following;
        from = ++at + 1;
      } else if (char === quote) {
        break;
      }
    }
    this.at = at + 1;
    if (this.at < row.length && !row.startsWith(delimiter, this.at)) {
      throw new Error(
        `expected the delimiter or the end of the row at character ${this.at + 1}, after a closing quote`,
      );
    }
    return field + row.slice(from, at);
  }

  private plain(): string {
    const { row, at } = this;
    const end = row.indexOf(this.dialect.delimiter, at);
    this.at = end < 0 ? row.length : end;
    return row.slice(at, this.at);
  }

  private escaped(): string {
    const { row } = this;
    const { delimiter, quote, escape } = this.dialect;
    let field = '';
    for (; this.at < row.length && !row.startsWith(delimiter, this.at); this.at++) {
      if (row[this.at] !== escape) {
        field += row[this.at];
      } else if (row[this.at + 1] === escape || row.startsWith(delimiter, this.at + 1)) {
        field += row[++this.at];
      } else if (row[this.at + 1] === quote) {
        throw new Error(`an escaped quote outside quotes at character ${this.at + 1}`);
      } else {
        field += escape;
      }
    }
    return field;
  }
}
