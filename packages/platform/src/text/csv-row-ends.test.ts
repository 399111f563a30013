import { fc } from '../testing/properties.js';
import { type CsvDialect, csvFields } from './csv-fields.js';
import { CsvRowEnds } from './csv-row-ends.js';

const DIALECTS: readonly CsvDialect[] = [
  { delimiter: ',', quote: '"', escape: '\\' },
  { delimiter: ';', quote: '"', escape: undefined },
  { delimiter: '||', quote: '"', escape: undefined },
];

function rowsOf(text: string, dialect: CsvDialect): string[] {
  const rows: string[] = [];
  const ends = new CsvRowEnds(dialect);
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (!ends.endsRow(text.charCodeAt(i))) continue;
    rows.push(text.slice(start, i));
    start = i + 1;
  }
  expect(ends.isWithinQuotes).toBe(false);
  return [...rows, text.slice(start)];
}

test.each(DIALECTS)('finds the rows written with $delimiter', dialect => {
  const field = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '"', dialect.delimiter, ' ', 'ü') });
  const table = fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(table, fc.boolean(), (rows, quotesAll) => {
      const written = (value: string): string =>
        quotesAll || /[\n\r"]/.test(value) || value.includes(dialect.delimiter)
          ? `"${value.replaceAll('"', '""')}"`
          : value;
      const text = rows.map(row => row.map(written).join(dialect.delimiter)).join('\n');
      expect(rowsOf(text, dialect).map(row => csvFields(row, dialect))).toEqual(rows);
    }),
  );
});
