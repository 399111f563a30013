import { fc } from '@weir/platform/testing/properties';
import { Duration, Float, IdValue, OffsetTime, type Value } from '../values/value.js';
import { typeNumber } from '../values/value-kind.js';
import { idFrom } from '../hashing/id-hash.js';
import { LocalDate, LocalDateTime, LocalTime, ZonedDateTime } from '@js-joda/core';
import { encode } from './msgpack.js';
import { packedTypes } from './packed-types.js';

const id = idFrom(['a'])!;

const EXAMPLES: readonly Value[] = [
  null,
  true,
  false,
  0,
  127,
  128,
  -1,
  -33,
  65_536,
  2 ** 32,
  -(2 ** 40),
  2 ** 53 - 1,
  2 ** 60,
  12345678901234567890n,
  -1234567890123456789n,
  1.5,
  -0.1,
  new Float(3),
  new Float(-0),
  '',
  'x'.repeat(31),
  'x'.repeat(32),
  'x'.repeat(300),
  'x'.repeat(70_000),
  'é'.repeat(20),
  new Uint8Array(3),
  new Uint8Array(300),
  new Uint8Array(70_000),
  new IdValue(id),
  [],
  [1, [2, 'three']],
  Array.from({ length: 20 }, (_, i) => i),
  {},
  { a: { b: [1.5, 'c'] } },
  Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`k${i}`, i])),
  LocalDate.of(2026, 1, 2),
  LocalTime.of(1, 2, 3),
  LocalDateTime.of(2026, 1, 2, 3, 4),
  new OffsetTime(LocalTime.of(1, 2).toNanoOfDay(), 3600),
  ZonedDateTime.parse('2026-01-02T03:04:05+01:00'),
  new Duration(1, 2, 3, 4),
];

function typesOf(values: readonly Value[], room = values.length): number[] {
  const types = new Uint8Array(room);
  const length = packedTypes(`x${encode(values).toString('latin1')}`, 1, types);
  expect(length).toBe(values.length);
  return [...types];
}

describe('types of packed values', () => {
  test('are those of the values, in a list of any length', () => {
    for (const example of EXAMPLES) expect(typesOf([example, true])).toEqual([example, true].map(typeNumber));
    expect(typesOf(EXAMPLES)).toEqual(EXAMPLES.map(typeNumber));
    const many = Array.from({ length: 70_000 }, (_, i) => EXAMPLES[i % 20]!);
    expect(typesOf(many)).toEqual(many.map(typeNumber));
  });

  test('are those of the values, for random nested values', () => {
    const value = fc.jsonValue() as fc.Arbitrary<Value>;
    fc.assert(
      fc.property(fc.array(fc.oneof(value, fc.constantFrom(...EXAMPLES.slice(0, 19)))), values => {
        expect(typesOf(values)).toEqual(values.map(typeNumber));
      }),
    );
  });

  test('are written as far as there is room', () => {
    expect(typesOf([1, 'a', true], 2)).toEqual([1, 'a'].map(typeNumber));
  });
});
