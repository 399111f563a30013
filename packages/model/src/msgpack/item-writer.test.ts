import { Packr } from 'msgpackr';
import { fc } from '@weir/platform/testing/properties';
import type { NodeId } from '../ids/node-id.js';
import { IdValue, NodeValue, RelationshipValue, type ValueMap } from '../values/value.js';
import { ItemWriter } from './item-writer.js';
// Registers ids with the library.
import './msgpack.js';

const library = new Packr({ useRecords: false, variableMapSize: true, useToJSON: false });

function expectSame(writer: ItemWriter, item: unknown): void {
  const expected = Buffer.from(library.pack(item)).toString('hex');
  expect(writer.write(item).toString('hex')).toBe(expected);
  expect(Buffer.from(writer.writeCopy(item)).toString('hex')).toBe(expected);
}

test.each([
  [
    'positive numbers',
    [0, 1, 0x7f, 0x80, 0xff, 0x100, 0xffff, 0x10000, 0xffffffff, 0x100000000, 2 ** 53 - 1],
  ],
  ['negative numbers', [-0, -1, -0x20, -0x21, -0x80, -0x81, -0x8000, -0x8001, -(2 ** 31), -(2 ** 31) - 1]],
  ['other numbers', [0.1, -1.5, 1e300, NaN, Infinity, -Infinity]],
  ['texts', [0, 1, 31, 32, 63, 64, 255, 256, 65_535, 65_536].map(length => 'a'.repeat(length))],
  ['texts of two bytes', [15, 16, 31, 32, 63, 64, 127, 128, 32_768].map(length => 'ü'.repeat(length))],
  ['texts of four bytes', [7, 8, 31, 32, 63, 64, 16_384].map(length => '𝒳'.repeat(length))],
  ['texts with half a pair', ['\ud800', 'a\udc00b', '\ud800'.repeat(40), '\udc00x'.repeat(70)]],
  ['bytes', [0, 1, 255, 256, 65_535, 65_536].map(length => new Uint8Array(length).fill(7))],
  ['a part of a buffer', [Buffer.from('abcdef').subarray(2, 4)]],
  ['lists', [0, 15, 16, 65_535, 65_536].map(length => new Array(length).fill(1))],
  ['ids', ['', 'ab', '\xff\x80\0'.repeat(5) + 'x', 'y'.repeat(17)].map(id => new IdValue(id as NodeId))],
  [
    'maps',
    [0, 1, 15, 16, 65_535, 65_536].map(size =>
      Object.fromEntries(
        new Map(
          Array(size)
            .fill(0)
            .map((_, i) => [`key ${i}`, i]),
        ),
      ),
    ),
  ],
  [
    'unusual maps',
    [
      { constructor: 1 },
      JSON.parse('{"__proto__": 1, "toJSON": 2}'),
      Object.create(null),
      { a: { b: [{ c: null }] } },
    ],
  ],
  [
    'nodes and relationships',
    [
      new NodeValue('\xff\x80\0a' as NodeId, ['A', 'B'], { name: 'ü', more: [1, { a: null }] }, true),
      new NodeValue('' as NodeId, [], {}, false),
      new RelationshipValue('\xff' as NodeId, 'likes', 'b' as NodeId, { since: 1 }),
    ],
  ],
  ['the rest', [true, false, null, undefined, { a: [1, { b: 'c' }] }, 2n ** 60n, [{ x: Buffer.of(1) }]]],
])('writes the same bytes as the library: %s', (_, items) => {
  const writer = new ItemWriter(value => library.pack(value));
  for (const item of items) expectSame(writer, item);
  expectSame(writer, items);
});

test('writes any items one after the other', () => {
  const item = fc.letrec(tie => ({
    item: fc.oneof(
      fc.integer(),
      fc.double(),
      fc.boolean(),
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.uint8Array({ maxLength: 400 }),
      fc.dictionary(fc.string({ maxLength: 5 }), tie('item'), { maxKeys: 20 }),
      fc
        .tuple(fc.string({ unit: 'binary' }), fc.array(fc.string()), fc.dictionary(fc.string(), fc.integer()))
        .map(([id, labels, map]) => new NodeValue(id as NodeId, labels, map as ValueMap, labels.length > 1)),
      fc.constant(null),
      fc.array(tie('item'), { maxLength: 20 }),
    ),
  })).item;
  const writer = new ItemWriter(value => library.pack(value));
  fc.assert(
    fc.property(item, value => {
      expectSame(writer, value);
    }),
    { numRuns: 300 },
  );
});

test('a written item does not change later', () => {
  const writer = new ItemWriter(value => library.pack(value));
  const written = Array.from({ length: 2000 }, (_, i) => ({
    i,
    bytes: writer.write([i, 'x'.repeat(i % 100)]),
  }));
  writer.writeCopy(['over it all?', 'y'.repeat(100_000)]);
  for (const { i, bytes } of written) expect(library.unpack(bytes)).toEqual([i, 'x'.repeat(i % 100)]);
});

test('a failed item leaves nothing behind', () => {
  const writer = new ItemWriter(value => {
    if (value === undefined) throw new Error('no');
    return library.pack(value);
  });
  expect(() => writer.write(['a', undefined])).toThrow('no');
  expectSame(writer, ['b']);
});
