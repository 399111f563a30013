import { LocalDate, LocalTime, ZonedDateTime } from '@js-joda/core';
import { fc } from '@weir/platform/testing/properties';
import {
  compareValues,
  Duration,
  equalValues,
  equivalent,
  Float,
  float,
  groupKey,
  IdValue,
  NodeValue,
  orderValues,
  RelationshipValue,
  rowKey,
  structurallyEqual,
  typeName,
  type NodeId,
  type Value,
} from '../index.js';
import { valueArbitrary } from '../testing/value-arbitrary.js';

const id = (text: string) => text as NodeId;
const node = new NodeValue(id('n'), ['A'], { x: 1 });
const NAN = Number.NaN;
const BIG = 9007199254740993n;

describe('equality', () => {
  test.each<[Value, Value, boolean | null]>([
    [1, float(1), true],
    [1, 1.5, false],
    [BIG, 9007199254740992, false],
    [2n ** 60n, 2 ** 60, true],
    [NAN, NAN, false],
    [null, null, null],
    [1, null, null],
    ['1', 1, false],
    [true, 1, false],
    [[1, 2], [1], false],
    [[null], [1], null],
    [[[1], [2]], [[1], [null]], null],
    [[[1], [2, 3]], [[1], [null]], false],
    [{}, { k: null }, false],
    [{ k: null }, { k: null }, null],
    [{ k: 1, l: null }, { k: 1, l: 1 }, null],
    [{ k: 1, l: null }, { k: 2, l: 1 }, false],
    [LocalDate.parse('2024-01-02'), LocalDate.parse('2024-01-02'), true],
    [LocalDate.parse('2024-01-02'), new Duration(0, 0, 0, 0), false],
    [new Duration(0, 0, 86400, 0), new Duration(0, 1, 0, 0), false],
    [node, new NodeValue(id('n'), [], {}), true],
    [new IdValue(id('ab')), Uint8Array.of(97, 98), true],
  ])('%p = %p is %p', (a, b, result) => {
    expect(equalValues(a, b)).toBe(result);
    expect(equalValues(b, a)).toBe(result);
  });
});

describe('comparison', () => {
  test.each<[Value, Value, number | null]>([
    [1, 3.14, -1],
    [1, float(1), 0],
    [BIG, 9007199254740992, 1],
    [Infinity, Infinity, 0],
    ['1', 1, null],
    [null, 1, null],
    [false, true, -1],
    [[1, 0], [1], 1],
    [[1, null], [1], 1],
    [[1, 2], [1, null], null],
    [[1, 2], [3, null], -1],
    [{ a: 1 }, { b: 0 }, -1],
    [{ a: 1 }, { a: 1, b: 0 }, -1],
    [{ a: null }, { a: 1 }, null],
    [node, node, null],
    [new Duration(0, 1, 0, 0), new Duration(0, 0, 3600, 0), 1],
    [ZonedDateTime.parse('2024-01-01T00:00:00+02:00'), ZonedDateTime.parse('2024-01-01T00:00:00Z'), -1],
    ['a', 'b', -1],
  ])('%p against %p is %p', (a, b, result) => {
    const order = compareValues(a, b);
    expect(order === null ? null : Math.sign(order)).toBe(result);
  });

  test('with NaN every comparison is false', () => {
    for (const other of [NAN, 1, float(1), BIG]) {
      const order = compareValues(NAN, other)!;
      expect([order < 0, order <= 0, order > 0, order >= 0]).toEqual([false, false, false, false]);
    }
  });
});

test('the total order of types', () => {
  const ascending: Value[] = [
    { a: 'map' },
    node,
    new RelationshipValue(id('a'), 'T', id('b'), {}),
    [],
    ['list'],
    Uint8Array.of(1),
    LocalTime.MIDNIGHT,
    LocalDate.EPOCH_0,
    new Duration(0, 0, 0, 0),
    'text',
    false,
    true,
    -Infinity,
    1.5,
    NAN,
    null,
  ];
  expect([...ascending].reverse().sort(orderValues)).toEqual(ascending);
});

test('an integer and an equal float are one group but two stored values', () => {
  expect(groupKey(1)).toBe(groupKey(float(1)));
  expect(structurallyEqual(1, float(1))).toBe(false);
  expect(structurallyEqual(new Float(0), new Float(-0))).toBe(false);
  expect(groupKey(2n ** 60n)).toBe(groupKey(2 ** 60));
  expect(new Map([[groupKey(NAN), 1]]).has(groupKey(NAN))).toBe(true);
});

test('a composite key never equals the key of a string', () => {
  expect(groupKey(groupKey([1, 'a']))).not.toBe(groupKey([1, 'a']));
  expect(rowKey(['a', 'b'])).not.toBe(rowKey(['ab', '']));
});

test('the order is total and agrees with equivalence, keys and equality', () => {
  const value = valueArbitrary(fc);
  fc.assert(
    fc.property(value, value, value, (a, b, c) => {
      expect(Math.sign(orderValues(a, b))).toBe(-Math.sign(orderValues(b, a)) + 0);
      expect(orderValues(a, a)).toBe(0);
      if (orderValues(a, b) <= 0 && orderValues(b, c) <= 0) expect(orderValues(a, c)).toBeLessThanOrEqual(0);
      expect(new Map([[groupKey(a), 1]]).has(groupKey(b))).toBe(equivalent(a, b));
      expect(new Map([[rowKey([a, c]), 1]]).has(rowKey([b, c]))).toBe(equivalent(a, b));
      expect(structurallyEqual(a, a)).toBe(true);
      if (structurallyEqual(a, b)) expect(equivalent(a, b)).toBe(true);
      if (equalValues(a, b) === true) expect(equivalent(a, b)).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test.each<[Value, string]>([
  [1, 'INTEGER'],
  [BIG, 'INTEGER'],
  [float(1), 'FLOAT'],
  [2 ** 60, 'FLOAT'],
  [[], 'LIST OF ANY'],
  [{}, 'MAP'],
  [null, 'NULL'],
  [new IdValue(id('x')), 'BYTES'],
])('type of %p is %s', (value, name) => {
  expect(typeName(value)).toBe(name);
});
