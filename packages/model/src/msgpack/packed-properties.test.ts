import { fc } from '@weir/platform/testing/properties';
import { decode, encode } from './msgpack.js';
import { keysIn, keysLength, packProperties, propertiesOf, unpackProperties } from './packed-properties.js';
import { mapSet, type Value, type ValueMap } from '../values/value.js';

const value = fc.oneof(
  fc.integer(),
  fc.string(),
  fc.boolean(),
  fc.array(fc.integer()),
  fc.bigInt(2n ** 60n, 2n ** 62n),
);
const key = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constantFrom(
    '',
    '0',
    '1',
    'a\0b',
    '\0',
    '__proto__',
    'constructor',
    'größe',
    'k'.repeat(70),
    'k'.repeat(300),
  ),
);
const properties = fc.array(fc.tuple(key, value), { maxLength: 30 }).map(entries => {
  const map: ValueMap = {};
  for (const [name, entry] of entries) mapSet(map, name, entry);
  return map;
});

test('several maps survive a round trip', () => {
  fc.assert(
    fc.property(fc.array(properties, { maxLength: 4 }), maps => {
      for (const map of maps) expect(unpackProperties(packProperties(map))).toEqual(map);
    }),
  );
});

test('the head has the keys, the rest the values', () => {
  fc.assert(
    fc.property(properties, map => {
      const packed = packProperties(map);
      const length = keysLength(packed);
      if (Object.keys(map).some(name => name.includes('\0'))) {
        expect(length).toBe(0);
      } else if (Object.keys(map).length > 0) {
        const head = decode(Buffer.concat([packed.subarray(0, length), encode(0)])) as [string, number];
        const values = decode(packed.subarray(length)) as Value[];
        expect(propertiesOf(keysIn(head[0]), values)).toEqual(map);
      }
    }),
  );
});

test('reads a plain map too', () =>
  expect(unpackProperties(encode({ a: 1, b: [2] }))).toEqual({ a: 1, b: [2] }));
