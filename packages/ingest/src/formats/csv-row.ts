import type { CsvDialect } from './csv-dialect.js';

/**
 * The fields of one row; an empty row has one empty field.
 * @throws Error naming what is wrong and where.
 */
export function csvFields(row: string, dialect: CsvDialect): string[] {
  const { delimiter, quote, escape } = dialect;
  const fields: string[] = [];
  let at = 0;
  for (;;) {
    let field = '';
    if (row[at] === quote) {
      const opened = at++;
      for (;;) {
        const char = row[at];
        if (char === undefined) throw new Error(`the quote at character ${opened + 1} is not closed`);
        const following = row[at + 1];
        if (
          (char === escape && (following === escape || following === quote)) ||
          (char === quote && following === quote)
        ) {
          field += following;
          at += 2;
        } else if (char === quote) {
          at++;
          break;
        } else {
          field += char;
          at++;
        }
      }
      if (at < row.length && row[at] !== delimiter) {
        throw new Error(
          `expected the delimiter or the end of the row at character ${at + 1}, after a closing quote`,
        );
      }
    } else {
      while (at < row.length && row[at] !== delimiter) {
        const following = row[at + 1];
        if (row[at] !== escape) {
          field += row[at++];
        } else if (following === escape || following === delimiter) {
          field += following;
          at += 2;
        } else if (following === quote) {
          throw new Error(`an escaped quote outside quotes at character ${at + 1}`);
        } else {
          field += escape;
          at++;
        }
      }
    }
    fields.push(field);
    if (at >= row.length) return fields;
    at++;
  }
}
