import { fc } from '@weir/platform/testing/properties';
import { CarefulReader } from './json-careful.js';
import { parseJson, structurallyEqual, typeName, type Value } from '../index.js';

describe('numbers in JSON', () => {
  test.each<[string, Value, string]>([
    ['1', 1, 'INTEGER'],
    ['1.0', 1, 'INTEGER'],
    ['1e3', 1000, 'INTEGER'],
    ['1.5e1', 15, 'INTEGER'],
    ['-0.0', 0, 'INTEGER'],
    ['-0', 0, 'INTEGER'],
    ['0e999', 0, 'INTEGER'],
    ['0.1', 0.1, 'FLOAT'],
    ['1e-3', 0.001, 'FLOAT'],
    ['9007199254740991', 9007199254740991, 'INTEGER'],
    ['9007199254740993', 9007199254740993n, 'INTEGER'],
    ['-9007199254740993.000', -9007199254740993n, 'INTEGER'],
    ['9223372036854775806', 9223372036854775806n, 'INTEGER'],
    ['9223372036854775807', 9223372036854775807n, 'INTEGER'],
    ['-9223372036854775808', -9223372036854775808n, 'INTEGER'],
    ['9223372036854775808', 9223372036854775808, 'FLOAT'],
    ['-9223372036854775809', -9223372036854775809, 'FLOAT'],
    ['1e17', 100000000000000000n, 'INTEGER'],
    ['0.000123456789e26', 12345678900000000000000, 'FLOAT'],
    ['123456789.0123e10', 1234567890123000000n, 'INTEGER'],
    ['9007199254740993.5', 9007199254740994, 'FLOAT'],
    ['1e400', Infinity, 'FLOAT'],
    ['1e-400', 0, 'INTEGER'],
  ])('%s', (text, value, type) => {
    for (const [wrapped, path] of [
      [text, (v: Value) => v],
      [`{"a": [ ${text} ]}`, (v: Value) => (v as { a: Value[] }).a[0]!],
    ] as const) {
      const read = path(parseJson(wrapped));
      expect(read).toBe(value);
      expect(typeName(read)).toBe(type);
    }
  });
});

test('reads a number with many zeros inside in linear time', () => {
  const zeros = '0'.repeat(2_000_000);
  expect(parseJson(`1${zeros}1`)).toBe(Infinity);
  expect(parseJson(`[1${'0'.repeat(20)}.${zeros}1]`)).toEqual([1e20]);
});

describe('keys', () => {
  test.each([
    '{"a":1,"a":2}',
    '{"a":1,"b":{"x":[{"k" : 1, "k":2}]}}',
    '{"a":1,"b":2,"\\u0061":3}',
    '{"__proto__":1,"__proto__":2}',
  ])('the last value of a repeated key wins: %s', text => {
    expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
    // Next to a number that needs the slow path
    expect(parseJson(`[9007199254740993,${text}]`)).toEqual([9007199254740993n, JSON.parse(text)]);
  });

  test.each([
    '{"a":":b\\":","c" :"x"}',
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}',
    '{"":"","\\"":": \\" :"}',
  ])('not repeated: %s', text => {
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  test('keys that are special on an object', () => {
    const value = parseJson('{"__proto__":{"x":9007199254740993},"constructor":1,"toString":2}') as Record<
      string,
      Value
    >;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });
});

test.each(['', '{', '{"a":1', '[1,]', '{"a":01}', 'nul', '{"a":1}x', '"\n"'])('not JSON: %j', text => {
  expect(() => parseJson(text)).toThrow(SyntaxError);
});

test('limits nesting', () => {
  expect(() => parseJson('['.repeat(1000) + ']'.repeat(1000))).not.toThrow();
  expect(() => parseJson('['.repeat(1002) + ']'.repeat(1002))).toThrow(SyntaxError);
  expect(() => parseJson('{"a":'.repeat(100_000) + '1' + '}'.repeat(100_000))).toThrow(SyntaxError);
});

test('the careful reader agrees with the built-in one', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(undefined, 2, '\t'), (json, indent) => {
      const text = JSON.stringify(JSON.parse(json), null, indent);
      const careful = new CarefulReader(text).read();
      expect(structurallyEqual(parseJson(text), careful)).toBe(true);
      expect(
        JSON.stringify(careful, (_, value: unknown) => (typeof value === 'bigint' ? Number(value) : value)),
      ).toBe(JSON.stringify(JSON.parse(text)));
    }),
    { numRuns: 500 },
  );
});
