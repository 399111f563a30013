import { deflateSync, gzipSync } from 'node:zlib';
import type { Value, ValueMap } from '@weir/model';
import type { RecordChunk } from '@weir/contract';
import type { RecordFormatDefinition } from '../forms/record-format.js';
import { formatReference } from './format-options.js';
import type { RecordDecoder } from '../forms/record-decoders.js';
import { recordFormat } from './record-formats.js';

const JSON_FORMAT: RecordFormatDefinition = { type: 'Json' };
const LINE_FORMAT: RecordFormatDefinition = { type: 'Line' };
const CSV: RecordFormatDefinition = {
  type: 'CSV',
  headers: false,
  delimiter: 'COMMA',
  quoteChar: 'DOUBLE_QUOTE',
  escapeChar: 'BACKSLASH',
};

function chunkOf(records: readonly (string | Uint8Array)[]): RecordChunk {
  const bytes = records.map(record => Buffer.from(record as string));
  const bounds = new Uint32Array(records.length * 2);
  let at = 0;
  bytes.forEach((piece, i) => {
    bounds[i * 2] = at;
    at += piece.length;
    bounds[i * 2 + 1] = at;
  });
  return { bytes: new Uint8Array(Buffer.concat(bytes)), bounds, firstPosition: 0 };
}

/** Each record's value, or `rejected`. */
function parse(
  format: RecordFormatDefinition,
  records: readonly (string | Uint8Array)[],
  decoders: readonly RecordDecoder[] = [],
  headers: readonly string[] | null = null,
): (Value | 'rejected')[] {
  const parsed: (Value | 'rejected')[] = records.map(() => 'never answered');
  const { options } = formatReference(format, { decoders, headers });
  // In the form in which the options reach a worker.
  const arrived = JSON.parse(JSON.stringify(options)) as ValueMap;
  recordFormat(arrived).parse(
    chunkOf(records),
    (value, index) => (parsed[index] = value),
    (index, reason) => {
      expect(reason).not.toBe('');
      parsed[index] = 'rejected';
    },
  );
  return parsed;
}

const INVALID_UTF8 = Uint8Array.of(0x22, 0xc3, 0x28, 0x22);
const HALF_A_CHARACTER = Uint8Array.of(0xc3);
const OTHER_HALF = Uint8Array.of(0xbc);

test('Debezium unwraps changes, skips tombstones, and rejects other records', () => {
  const event = { op: 'c', after: { id: 1 }, source: { table: 't' } };
  expect(parse({ type: 'Debezium' }, [JSON.stringify(event), '', 'null', '{"id":1}', '{'])).toEqual([
    { operation: 'insert', table: 't', new: { id: 1 }, source: { table: 't' } },
    'never answered',
    'never answered',
    'rejected',
    'rejected',
  ]);
});

describe('CypherJson', () => {
  test('parses each record separately', () => {
    expect(parse(JSON_FORMAT, ['{"a":[1,2.5]}', 'tru', '"x"', '', 'null'])).toEqual([
      { a: [1, 2.5] },
      'rejected',
      'x',
      'never answered',
      null,
    ]);
  });

  test('keeps numbers exact, and integral ones as integers', () => {
    expect(parse(JSON_FORMAT, ['9223372036854775806', '1.0', '1e3', '9007199254740993'])).toEqual([
      9223372036854775806n,
      1,
      1000,
      9007199254740993n,
    ]);
  });

  test('rejects text after the document', () => {
    expect(parse(JSON_FORMAT, ['{} {}'])).toEqual(['rejected']);
  });

  test('rejects exactly the invalid UTF-8', () => {
    expect(parse(JSON_FORMAT, ['"ü"', INVALID_UTF8, '"a"'])).toEqual(['ü', 'rejected', 'a']);
  });
});

describe('CypherLine', () => {
  test('uses the text unchanged', () => {
    expect(parse(LINE_FORMAT, ['a b', '', ' ü '])).toEqual(['a b', '', ' ü ']);
    expect(parse(LINE_FORMAT, ['plain', 'ASCII'])).toEqual(['plain', 'ASCII']);
  });

  test('rejects invalid UTF-8', () => {
    expect(parse(LINE_FORMAT, ['ä', INVALID_UTF8])).toEqual(['ä', 'rejected']);
  });
});

test('CypherRaw copies the bytes', () => {
  const [value] = parse({ type: 'Raw' }, [INVALID_UTF8, 'x']);
  expect(value).toEqual(INVALID_UTF8);
  expect((value as Uint8Array).buffer.byteLength).toBe(INVALID_UTF8.length);
});

describe('decoders', () => {
  const packed = (text: string): string => gzipSync(text).toString('base64');

  test.each<[RecordDecoder[], (text: string) => string | Uint8Array]>([
    [['BASE64'], text => Buffer.from(text).toString('base64')],
    [['GZIP'], text => gzipSync(text)],
    [['ZLIB'], text => deflateSync(text)],
    [['BASE64', 'GZIP'], packed],
    [['BASE64', 'ZLIB'], text => deflateSync(text).toString('base64')],
    [['GZIP', 'BASE64'], text => gzipSync(Buffer.from(text).toString('base64'))],
  ])('%j are applied in order', (decoders, pack) => {
    expect(parse(JSON_FORMAT, [pack('{"a":"ü"}'), pack('[1]')], decoders)).toEqual([{ a: 'ü' }, [1]]);
  });

  test('rejects a record that cannot be decoded, and keeps the indexes of the others', () => {
    const records = [
      packed('1'),
      'not base64!',
      packed('nonsense'),
      Buffer.from('abcd').toString('base64'),
      packed('2'),
    ];
    expect(parse(JSON_FORMAT, records, ['BASE64', 'GZIP'])).toEqual([
      1,
      'rejected',
      'rejected',
      'rejected',
      2,
    ]);
  });

  test('validates adjacent records separately', () => {
    expect(parse(LINE_FORMAT, [HALF_A_CHARACTER, OTHER_HALF])).toEqual(['rejected', 'rejected']);
  });
});

describe('CypherCsv', () => {
  test.each<[row: string, fields: string[] | 'rejected']>([
    ['A,3', ['A', '3']],
    ['', ['']],
    [',', ['', '']],
    ['"a,b",c', ['a,b', 'c']],
    ['"say ""hi"""', ['say "hi"']],
    ['"two\nlines"', ['two\nlines']],
    ['a\\,b,c', ['a,b', 'c']],
    ['a\\\\,b', ['a\\', 'b']],
    ['a\\b', ['a\\b']],
    ['"a\\"b"', ['a"b']],
    ['"a\\,b"', ['a\\,b']],
    ['a\\"b', 'rejected'],
    ['"open', 'rejected'],
    ['"a"b', 'rejected'],
  ])('%j', (row, fields) => {
    expect(parse(CSV, [row])).toEqual([fields]);
  });

  test('names columns: drops extra fields, omits missing ones', () => {
    const rows = ['A,3', 'A,3,more', 'A'];
    const maps = [{ h1: 'A', h2: '3' }, { h1: 'A', h2: '3' }, { h1: 'A' }];
    expect(parse({ ...CSV, headers: ['h1', 'h2'] }, rows)).toEqual(maps);
    expect(parse({ ...CSV, headers: true }, rows, [], ['h1', 'h2'])).toEqual(maps);
  });
});
