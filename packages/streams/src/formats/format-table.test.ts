/**
 * Tests every cell of docs/reference/formats.md: a cell without a test is a failure, and so is a test without a cell.
 */
import { readFileSync } from 'node:fs';
import { create, toBinary } from '@bufbuild/protobuf';
import {
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  FileDescriptorSetSchema,
} from '@bufbuild/protobuf/wkt';
import { LocalDate } from '@js-joda/core';
import { float, type Value } from '@weir/model';
import type { CsvFormatDefinition } from '@weir/formats/forms';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { PROTOBUF } from '@weir/formats/testing';
import { loadCsv, readFile, readMessages, type FormatOutcome } from '../testing/read-formats.js';

type Check = readonly [read: () => Promise<FormatOutcome>, expected: FormatOutcome];

const CSV: CsvFormatDefinition = {
  type: 'CSV',
  headers: false,
  delimiter: 'COMMA',
  quoteChar: 'DOUBLE_QUOTE',
  escapeChar: 'BACKSLASH',
};
const json = (bytes: string | Uint8Array, encoding?: string) => () =>
  readFile({ type: 'Json' }, bytes, encoding);
const lines = (bytes: string | Uint8Array) => () => readFile({ type: 'JsonL' }, bytes);
const csv = (bytes: string | Uint8Array) => () => readFile(CSV, bytes);
const namedCsv = (bytes: string) => () => readFile({ ...CSV, headers: true }, bytes);
const load = (bytes: string | Uint8Array) => () => loadCsv(bytes);
const namedLoad = (bytes: string) => () => loadCsv(bytes, true);
const protobuf =
  (...messages: Uint8Array[]) =>
  () => {
    const schema = Uint8Array.from(Buffer.from(PROTOBUF.descriptorSet, 'base64'));
    return readMessages({ kind: 'protobuf', decoders: [], schema, typeName: 'shop.Order' }, messages);
  };
/** A message of a recursive type. */
const recursive = (levels: number) => (): Promise<FormatOutcome> => {
  const { MESSAGE: type } = FieldDescriptorProto_Type;
  const { OPTIONAL: label } = FieldDescriptorProto_Label;
  const messageType = [{ name: 'M', field: [{ name: 'm', number: 1, type, label, typeName: '.M' }] }];
  const file = [{ name: 'm.proto', syntax: 'proto3', messageType }];
  const schema = toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file }));
  let message: Uint8Array = new Uint8Array();
  for (let level = 0; level < levels; level++) {
    const { length } = message;
    const size = length < 128 ? [length] : [(length & 127) | 128, length >> 7];
    message = bytes(
      [0x0a, ...(length < 16_384 ? size : [(length & 127) | 128, ((length >> 7) & 127) | 128, length >> 14])],
      message,
    );
  }
  return readMessages({ kind: 'protobuf', decoders: [], schema, typeName: 'M' }, [message]);
};
const avro =
  (schema: unknown, ...messages: Uint8Array[]) =>
  () =>
    readMessages({ kind: 'avro', decoders: [], schema: Buffer.from(JSON.stringify(schema)) }, messages);
const parquetFile = (data: unknown[], type?: object): Uint8Array =>
  new Uint8Array(
    parquetWriteBuffer({
      columnData: [{ name: 'a', data }],
      ...(type && {
        schema: [
          { name: 'root', num_children: 1 },
          { name: 'a', repetition_type: 'REQUIRED', ...type } as never,
        ],
      }),
    }),
  );
const parquet = (bytes: Uint8Array) => () => readFile({ type: 'Parquet' }, bytes);

const bytes = (...parts: (string | ArrayLike<number>)[]): Uint8Array =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part) : Uint8Array.from(part))));
const NOT_UTF8 = [0xc3, 0x28];
const BOM = '\u{feff}';
const utf16 = (text: string): Uint8Array => Buffer.from(BOM + text, 'utf16le');
const deep = (levels: number): string => `${'['.repeat(levels)}1${']'.repeat(levels)}`;
/** Field numbers of the test's message. */
const [ID, LARGE, NOTE] = [0x08, 0x10, 0x32];
const UINT64_MAX = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01];
const order = (fields: object): Value => ({ ...DEFAULTS, ...fields });
const DEFAULTS = {
  id: 0,
  large: 0,
  total: float(0),
  rate: float(0),
  gift: false,
  note: '',
  raw: new Uint8Array(),
  state: 'NEW',
  items: [],
  tags: {},
  below: 0,
  numbers: [],
  by_name: {},
};
const STATE = 0x40;
const LINKED = { type: 'record', name: 'N', fields: [{ name: 'next', type: ['null', 'N'] }] };
const HUGE = '[9223372036854775808, -1e30, 1e400]';
const HUGE_VALUES = [9223372036854775808, -1e30, Infinity];
const change = (before: string, after: string): string =>
  `{"payload":{"before":${before},"after":${after},"op":"u"}}\n`;
const changed = (before: Value, after: Value): Value => ({ payload: { before, after, op: 'u' } });

const CELLS: Record<string, Record<string, readonly Check[]>> = {
  'Encoding errors': {
    JSON: [
      [json(bytes('{"a":"', NOT_UTF8, '"} {"a":1}')), { values: [{ a: 1 }], bad: 1 }],
      [json(bytes([0xff, 0xfe], '"', [0, 0, 0xd8], '"', [0]), 'UTF-16'), { values: ['\u{fffd}'] }],
    ],
    'JSON lines': [[lines(bytes('"', NOT_UTF8, '"\n1')), { values: [1], bad: 1 }]],
    CSV: [[csv(bytes('a,', NOT_UTF8, '\nb')), { values: [['b']], bad: 1 }]],
    '`LOAD CSV`': [[load(bytes('a,', NOT_UTF8, '\nb')), { values: [], fails: true }]],
    Protobuf: [
      [protobuf(bytes([NOTE, 2], NOT_UTF8), bytes([ID, 1])), { values: [order({ id: 1 })], bad: 1 }],
    ],
    Avro: [
      [avro('string', bytes([4], NOT_UTF8), bytes([6, 0xef, 0xbf, 0xbd])), { values: ['\u{fffd}'], bad: 1 }],
      [avro({ type: 'map', values: 'int' }, bytes([2, 4], NOT_UTF8, [2, 0])), { values: [], bad: 1 }],
    ],
    Parquet: [
      [
        parquet(parquetFile([bytes(NOT_UTF8), bytes('b')], { type: 'BYTE_ARRAY', converted_type: 'UTF8' })),
        { values: [{ a: 'b' }], bad: 1 },
      ],
    ],
    'Change events': [
      [
        lines(bytes(change('null', '"a"'), '{"payload":{"after":"', NOT_UTF8, '"}}')),
        { values: [changed(null, 'a')], bad: 1 },
      ],
    ],
  },
  'Byte order marks': {
    JSON: [
      [json(`${BOM}{"a":1}`), { values: [{ a: 1 }] }],
      [json(utf16('{"a":1}')), { values: [], fails: true }],
      [json(utf16('{"a":1}'), 'UTF-16'), { values: [{ a: 1 }] }],
    ],
    'JSON lines': [[lines(`${BOM}1\n${BOM}2`), { values: [1, 2] }]],
    CSV: [[csv(`${BOM}"a",b`), { values: [['a', 'b']] }]],
    '`LOAD CSV`': [
      [load(`${BOM}"a",b`), { values: [['a', 'b']] }],
      [load(utf16('a,b')), { values: [], fails: true }],
    ],
    Protobuf: [[protobuf(bytes([NOTE, 4], `${BOM}a`)), { values: [order({ note: `${BOM}a` })] }]],
    Avro: [[avro('string', bytes([8], `${BOM}a`)), { values: [`${BOM}a`] }]],
    Parquet: [[parquet(parquetFile([`${BOM}a`])), { values: [{ a: `${BOM}a` }] }]],
    'Change events': [[lines(BOM + change('1', '2')), { values: [changed(1, 2)] }]],
  },
  'Blank and empty input': {
    JSON: [
      [json(''), { values: [] }],
      [json(' \n[ 1 ,\n\n 2 ]\n '), { values: [1, 2] }],
    ],
    'JSON lines': [
      [lines(''), { values: [] }],
      [lines('1\n\n \t\r\n2\n\n'), { values: [1, 2] }],
    ],
    CSV: [
      [csv(''), { values: [] }],
      [namedCsv(''), { values: [] }],
      [csv('a\n\r\nb\n'), { values: [['a'], [''], ['b']] }],
    ],
    '`LOAD CSV`': [
      [load(''), { values: [] }],
      [namedLoad(''), { values: [] }],
      [load('a\n\r\nb\n'), { values: [['a'], [''], ['b']] }],
    ],
    Protobuf: [[protobuf(bytes()), { values: [order({})] }]],
    Avro: [
      [avro('string', bytes()), { values: [], bad: 1 }],
      [avro('null', bytes()), { values: [null] }],
    ],
    Parquet: [
      [parquet(parquetFile([], { type: 'INT64' })), { values: [] }],
      [parquet(bytes()), { values: [], fails: true }],
    ],
    'Change events': [[lines(`\n${change('1', '2')}\n`), { values: [changed(1, 2)] }]],
  },
  Truncation: {
    JSON: [
      [json('[{"a":1},{"a":2}]'), { values: [{ a: 1 }, { a: 2 }] }],
      [json('[{"a":1},{"a":2}'), { values: [{ a: 1 }, { a: 2 }], fails: true }],
      [json('[{"a":1},\n'), { values: [{ a: 1 }], fails: true }],
      [json('[1, 23'), { values: [1], fails: true }],
      [json('{"a":1} {"a":'), { values: [{ a: 1 }], fails: true }],
    ],
    'JSON lines': [[lines('{"a":1}\n{"a":'), { values: [{ a: 1 }], bad: 1 }]],
    CSV: [
      [csv('a\n"b'), { values: [['a']], fails: true }],
      [csv('a,b\nc'), { values: [['a', 'b'], ['c']] }],
    ],
    '`LOAD CSV`': [
      [load('a\n"b'), { values: [], fails: true }],
      [load('a,b\nc'), { values: [['a', 'b'], ['c']] }],
      // Not truncated: the line break belongs to the field.
      [load('"a\r\nb",c\r\nd'), { values: [['a\r\nb', 'c'], ['d']] }],
    ],
    Protobuf: [[protobuf(bytes([NOTE, 3], 'ab')), { values: [], bad: 1 }]],
    Avro: [[avro('string', bytes([6], 'ab'), bytes([2], 'ab')), { values: [], bad: 2 }]],
    Parquet: [[parquet(parquetFile([1, 2]).slice(0, -5)), { values: [], fails: true }]],
    'Change events': [[lines(change('1', '2') + '{"payload":{'), { values: [changed(1, 2)], bad: 1 }]],
  },
  'Duplicate keys': {
    JSON: [[json('[{"a":1,"b":2,"a":3}]'), { values: [{ a: 3, b: 2 }] }]],
    'JSON lines': [[lines('{"a":1,"b":2,"a":3}'), { values: [{ a: 3, b: 2 }] }]],
    CSV: [[namedCsv('a,b,a\n1,2,3'), { values: [{ a: '3', b: '2' }] }]],
    '`LOAD CSV`': [[namedLoad('a,b,a\n1,2,3'), { values: [{ a: '3', b: '2' }] }]],
    Protobuf: [[protobuf(bytes([ID, 1, ID, 2])), { values: [order({ id: 2 })] }]],
    Avro: [
      [avro({ type: 'map', values: 'int' }, bytes([4, 2], 'a', [2, 2], 'a', [4, 0])), { values: [{ a: 2 }] }],
    ],
    Parquet: [
      [
        parquet(
          new Uint8Array(
            parquetWriteBuffer({
              columnData: [
                { name: 'a', data: [1] },
                { name: 'a', data: [2] },
              ],
            }),
          ),
        ),
        { values: [], fails: true },
      ],
    ],
    'Change events': [[lines(change('{"a":1,"a":2}', '3')), { values: [changed({ a: 2 }, 3)] }]],
  },
  'Numbers out of range': {
    JSON: [[json(HUGE.slice(1, -1)), { values: HUGE_VALUES }]],
    'JSON lines': [[lines(HUGE), { values: [HUGE_VALUES] }]],
    CSV: [[csv('1e400,99999999999999999999'), { values: [['1e400', '99999999999999999999']] }]],
    '`LOAD CSV`': [[load('1e400,99999999999999999999'), { values: [['1e400', '99999999999999999999']] }]],
    Protobuf: [[protobuf(bytes([STATE, 9])), { values: [order({ state: 9 })] }]],
    Avro: [[avro('long', bytes(UINT64_MAX)), { values: [-(2n ** 63n)] }]],
    Parquet: [
      [parquet(parquetFile([-(2n ** 63n)], { type: 'INT64' })), { values: [{ a: -(2n ** 63n) }] }],
      [
        parquet(parquetFile([0.1], { type: 'INT64', converted_type: 'DECIMAL', scale: 2, precision: 18 })),
        { values: [{ a: 0.1 }] },
      ],
    ],
    'Change events': [[lines(change('1', HUGE)), { values: [changed(1, HUGE_VALUES)] }]],
  },
  'Unsigned integers': {
    JSON: [[json('[9223372036854775807,18446744073709551615]'), { values: [2n ** 63n - 1n, 2 ** 64] }]],
    'JSON lines': [[lines('18446744073709551615'), { values: [2 ** 64] }]],
    CSV: [[csv('18446744073709551615'), { values: [['18446744073709551615']] }]],
    '`LOAD CSV`': [[load('18446744073709551615'), { values: [['18446744073709551615']] }]],
    Protobuf: [[protobuf(bytes([LARGE], UINT64_MAX)), { values: [order({ large: 2 ** 64 })] }]],
    Avro: [[avro('long', bytes([1])), { values: [-1] }]],
    Parquet: [
      [
        parquet(parquetFile([2n ** 64n - 1n, 5n], { type: 'INT64', converted_type: 'UINT_64' })),
        { values: [{ a: 2 ** 64 }, { a: 5 }] },
      ],
    ],
    'Change events': [[lines(change('1', '18446744073709551615')), { values: [changed(1, 2 ** 64)] }]],
  },
  'Logical types': {
    JSON: [[json('["2024-05-06"]'), { values: ['2024-05-06'] }]],
    'JSON lines': [[lines('"2024-05-06"'), { values: ['2024-05-06'] }]],
    CSV: [[csv('2024-05-06'), { values: [['2024-05-06']] }]],
    '`LOAD CSV`': [[load('2024-05-06'), { values: [['2024-05-06']] }]],
    Protobuf: [
      [
        protobuf(bytes([0x4a, 3, 0x0a, 1], 'a')),
        { values: [order({ first: { name: 'a', price: float(0) } })] },
      ],
    ],
    Avro: [
      [avro({ type: 'long', logicalType: 'timestamp-millis' }, bytes([4])), { values: [2] }],
      [
        avro({ type: 'bytes', logicalType: 'decimal', precision: 4, scale: 2 }, bytes([2, 9])),
        { values: [Uint8Array.of(9)] },
      ],
    ],
    Parquet: [
      [
        parquet(parquetFile([19849], { type: 'INT32', converted_type: 'DATE' })),
        { values: [{ a: LocalDate.of(2024, 5, 6) }] },
      ],
    ],
    'Change events': [[lines(change('19849', '"AQ=="')), { values: [changed(19849, 'AQ==')] }]],
  },
  Nulls: {
    JSON: [[json('[null,{"a":null}]'), { values: [null, { a: null }] }]],
    'JSON lines': [[lines('null\n{"a":null}'), { values: [null, { a: null }] }]],
    CSV: [[namedCsv('a,b\n,\n1'), { values: [{ a: '', b: '' }, { a: '1' }] }]],
    '`LOAD CSV`': [
      [
        namedLoad('a,b\n,\n1'),
        {
          values: [
            { a: '', b: '' },
            { a: '1', b: null },
          ],
        },
      ],
    ],
    Protobuf: [[protobuf(bytes([ID, 0])), { values: [order({})] }]],
    Avro: [[avro(['null', 'int'], bytes([0])), { values: [null] }]],
    Parquet: [[parquet(parquetFile([1, null])), { values: [{ a: 1 }, { a: null }] }]],
    'Change events': [
      [
        lines(change('null', '{}') + change('{}', 'null')),
        { values: [changed(null, {}), changed({}, null)] },
      ],
    ],
  },
  Nesting: {
    JSON: [
      [
        json(`{"a":${deep(900)}} {"a":${deep(1001)}} 1`),
        { values: [{ a: JSON.parse(deep(900)) as Value }, 1], bad: 1 },
      ],
    ],
    'JSON lines': [
      [
        lines(`${deep(1001)}\n${deep(1002)}\n${deep(100_000)}\n1`),
        { values: [JSON.parse(deep(1001)) as Value, 1], bad: 2 },
      ],
    ],
    CSV: [[csv('"[1, {""a"": 2}]"'), { values: [['[1, {"a": 2}]']] }]],
    '`LOAD CSV`': [[load('"[1, {""a"": 2}]"'), { values: [['[1, {"a": 2}]']] }]],
    Protobuf: [
      [recursive(1), { values: [{ m: {} }] }],
      [recursive(1005), { values: [], bad: 1 }],
      [recursive(20_000), { values: [], bad: 1 }],
    ],
    Avro: [
      [avro(LINKED, bytes([2, 2, 0])), { values: [{ next: { next: { next: null } } }] }],
      [
        avro(LINKED, bytes(Array<number>(1005).fill(2), [0]), bytes(Array<number>(100_000).fill(2), [0])),
        { values: [], bad: 2 },
      ],
    ],
    Parquet: [[parquet(parquetFile([{ b: [1, { c: 2 }] }])), { values: [{ a: { b: [1, { c: 2 }] } }] }]],
    'Change events': [[lines(change('1', deep(1001))), { values: [], bad: 1 }]],
  },
};

const DOCS = new URL('../../../../docs/reference/formats.md', import.meta.url);

test('the page has exactly the cells that are tested', () => {
  const documented: Record<string, string[]> = {};
  let topic = '';
  for (const line of readFileSync(DOCS, 'utf8').split('\n')) {
    if (line.startsWith('## ')) documented[(topic = line.slice(3))] = [];
    const cell = /^\| ([^|]+) \| [^|]+ \|$/.exec(line)?.[1];
    if (cell !== undefined) documented[topic]!.push(cell);
  }
  expect(documented).toEqual(
    Object.fromEntries(Object.entries(CELLS).map(([name, cells]) => [name, Object.keys(cells)])),
  );
});

const CASES = Object.entries(CELLS).flatMap(([topic, cells]) =>
  Object.entries(cells).map(([format, checks]) => [topic, format, checks] as const),
);

test.each(CASES)('%s: %s', async (_topic, _format, checks) => {
  for (const [read, expected] of checks) expect(await read()).toEqual(expected);
});
