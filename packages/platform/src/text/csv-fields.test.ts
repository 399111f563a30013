import { csvFields, type CsvDialect } from './csv-fields.js';

const LOAD_CSV: CsvDialect = { delimiter: ',', quote: '"', escape: undefined };
const BACKSLASH: CsvDialect = { delimiter: ',', quote: '"', escape: '\\' };
const DOUBLED: CsvDialect = { delimiter: ',', quote: '"', escape: '"' };

test.each<[row: string, dialect: CsvDialect, fields: readonly string[]]>([
  ['', LOAD_CSV, ['']],
  ['a,,b,', LOAD_CSV, ['a', '', 'b', '']],
  ['"a,""b""",c', LOAD_CSV, ['a,"b"', 'c']],
  ['""', LOAD_CSV, ['']],
  ['a"b,c\\d', LOAD_CSV, ['a"b', 'c\\d']],
  ['a||"b||c"||', { ...LOAD_CSV, delimiter: '||' }, ['a', 'b||c', '']],
  ['a\\,b,c\\\\,\\d', BACKSLASH, ['a,b', 'c\\', '\\d']],
  ['"a\\"b\\\\\\c",d', BACKSLASH, ['a"b\\\\c', 'd']],
  ['"a""b",c', BACKSLASH, ['a"b', 'c']],
  ['"a""b",c', DOUBLED, ['a"b', 'c']],
])('%j', (row, dialect, fields) => expect(csvFields(row, dialect)).toEqual(fields));

test.each<[row: string, dialect: CsvDialect, problem: string]>([
  ['a,"b', LOAD_CSV, 'the quote at character 3 is not closed'],
  ['"a"b,c', LOAD_CSV, 'expected the delimiter or the end of the row at character 4, after a closing quote'],
  ['a\\"b', BACKSLASH, 'an escaped quote outside quotes at character 2'],
])('rejects the row %j: %#', (row, dialect, problem) =>
  expect(() => csvFields(row, dialect)).toThrow(problem),
);
