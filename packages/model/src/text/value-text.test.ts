import { LocalDate, LocalDateTime, LocalTime, ZonedDateTime } from '@js-joda/core';
import { fc } from '@weir/platform/testing/properties';
import {
  Duration,
  float,
  formatDouble,
  formatDuration,
  IdValue,
  literalText,
  mapSet,
  NodeValue,
  OffsetTime,
  parseDateTime,
  parseDuration,
  parseJson,
  parseNodeId,
  parseOffsetTime,
  PathValue,
  queryJson,
  RelationshipValue,
  resultJson,
  valueText,
  zoneOf,
  type Value,
  type ValueMap,
} from '../index.js';

const ID = '761f620a-0f48-3f92-9464-2526642cc430';
const id = parseNodeId(ID)!;
const zoned = ZonedDateTime.parse('2024-05-01T08:15:30Z').withZoneSameInstant(zoneOf('Europe/Paris')!);
const node = new NodeValue(id, ['A', 'B'], { z: 1, a: float(2) });
const edge = new RelationshipValue(id, 'KNOWS', id, { since: 2000 });

test.each([
  [1, '1.0'],
  [-0, '-0.0'],
  [0.1, '0.1'],
  [0.001, '0.001'],
  [0.00001, '1.0E-5'],
  [9999999, '9999999.0'],
  [1e7, '1.0E7'],
  [1.25e10, '1.25E10'],
  [-1e21, '-1.0E21'],
  [Number.MAX_VALUE, '1.7976931348623157E308'],
  [NaN, 'NaN'],
  [-Infinity, '-Infinity'],
])('double %p prints as %s', (value, text) => {
  expect(formatDouble(value)).toBe(text);
});

describe('the two renderers', () => {
  test.each<[string, Value, string, string]>([
    ['null', null, 'null', 'null'],
    ['a large integer', 9223372036854775807n, '9223372036854775807', '9223372036854775807'],
    ['a float', float(10000000000), '1.0E10', '1.0E10'],
    ['NaN', NaN, '"NaN"', '"NaN"'],
    ['a string', 'a"\n\u2028é', JSON.stringify('a"\n\u2028é'), JSON.stringify('a"\n\u2028é')],
    ['a map', { b: 1, a: [true, null] }, '{"a":[true,null],"b":1}', '{"a":[true,null],"b":1}'],
    ['bytes', Uint8Array.of(104, 255), '"aP8="', '[104,-1]'],
    ['an id', new IdValue(id), `"${ID}"`, `"${ID}"`],
    ['a datetime', zoned, '"2024-05-01T10:15:30+02:00[Europe/Paris]"', '"2024-05-01T10:15:30+02:00"'],
    ['a date', LocalDate.parse('2024-05-01'), '"2024-05-01"', '"2024-05-01"'],
    ['a localtime', LocalTime.parse('10:15:00'), '"10:15"', '"10:15"'],
    ['a time', new OffsetTime(36_930_500_000_000, 7200), '"10:15:30.500+02:00"', '"10:15:30.500+02:00"'],
    [
      'a localdatetime',
      LocalDateTime.parse('2024-05-01T10:15:30'),
      '"2024-05-01T10:15:30"',
      '"2024-05-01T10:15:30"',
    ],
    ['a duration', new Duration(0, 0, 176400, 500_000_000), '"PT49H0.5S"', '"PT49H0.5S"'],
    [
      'a node',
      node,
      `{"id":"${ID}","labels":["A","B"],"properties":{"a":2.0,"z":1}}`,
      `{"_id":"${ID}","_labels":["A","B"],"a":2.0,"z":1}`,
    ],
    [
      'a relationship',
      edge,
      `{"start":"${ID}","end":"${ID}","name":"KNOWS","properties":{"since":2000}}`,
      `{"_end":"${ID}","_label":"KNOWS","_start":"${ID}","since":2000}`,
    ],
    [
      'a path',
      new PathValue(
        [new NodeValue(id, [], {}), new NodeValue(id, [], {})],
        [new RelationshipValue(id, 'T', id, {})],
      ),
      `[{"id":"${ID}","labels":[],"properties":{}},{"start":"${ID}","end":"${ID}","name":"T","properties":{}},` +
        `{"id":"${ID}","labels":[],"properties":{}}]`,
      'null',
    ],
  ])('%s', (_, value, query, result) => {
    expect(queryJson(value)).toBe(query);
    expect(resultJson(value)).toBe(result);
  });

  test('JSON that is read and written again is the same JSON', () => {
    fc.assert(
      fc.property(fc.json(), text => {
        const value = parseJson(text);
        expect(parseJson(queryJson(value))).toEqual(value);
        expect(resultJson(value)).toBe(queryJson(value));
      }),
    );
    const map: ValueMap = {};
    mapSet(map, '__proto__', 1);
    expect(queryJson(map)).toBe('{"__proto__":1}');
  });
});

test.each<[Value, string, string]>([
  ['a', 'a', '"a"'],
  [float(100), '100.0', '100.0'],
  [[1, 'a', null], '[ 1, "a", null ]', '[ 1, "a", null ]'],
  [{ k: true }, '{ k: true }', '{ k: true }'],
  [Uint8Array.of(0, 255), 'bytes("00FF")', 'bytes("00FF")'],
  [LocalDate.parse('2015-07-21'), '2015-07-21', 'date("2015-07-21")'],
  [node, `(${ID}:A:B { a: 2.0, z: 1 })`, `(${ID}:A:B { a: 2.0, z: 1 })`],
  [edge, `(${ID})-[:KNOWS]->(${ID})`, `(${ID})-[:KNOWS]->(${ID})`],
])('%# text of a value', (value, text, literal) => {
  expect(valueText(value)).toBe(text);
  expect(literalText(value)).toBe(literal);
});

describe('durations', () => {
  test.each<[Duration, string]>([
    [new Duration(149, 14, 58390, 1), 'P12Y5M14DT16H13M10.000000001S'],
    [new Duration(149, -14, 57600, 0), 'P12Y5M-14DT16H'],
    [new Duration(0, 0, -2, 1_000_000), 'PT-1.999S'],
    [new Duration(0, 0, -3, 999_000_000), 'PT-2.001S'],
    [new Duration(0, 1, -1, 999_000_000), 'P1DT-0.001S'],
    [new Duration(0, 0, -61, 999_000_000), 'PT-1M-0.001S'],
    [new Duration(0, 0, 0, 0), 'PT0S'],
    [new Duration(0, 7, 0, 0), 'P7D'],
  ])('%#: %p is %s', (duration, text) => {
    expect(formatDuration(duration)).toBe(text);
    expect(parseDuration(text)).toEqual(duration);
  });

  test.each<[string, Duration | undefined]>([
    ['P1W', new Duration(0, 7, 0, 0)],
    ['P0.75M', new Duration(0, 22, 71509, 500_000_000)],
    ['PT0.75M', new Duration(0, 0, 45, 0)],
    ['P2.5W', new Duration(0, 17, 43200, 0)],
    ['-PT1H', new Duration(0, 0, -3600, 0)],
    ['PT12M-1.5S', new Duration(0, 0, 718, 500_000_000)],
    ['P', undefined],
    ['P1DT', undefined],
    ['1D', undefined],
  ])('%s', (text, duration) => {
    expect(parseDuration(text)).toEqual(duration);
  });

  test('any duration can be parsed from its text', () => {
    const small = fc.integer({ min: -10_000, max: 10_000 });
    const seconds = fc.integer({ min: -1e9, max: 1e9 });
    fc.assert(
      fc.property(
        small,
        small,
        seconds,
        fc.integer({ min: 0, max: 999_999_999 }),
        (months, days, second, nanos) => {
          const duration = new Duration(months, days, second, nanos);
          expect(parseDuration(formatDuration(duration))).toEqual(duration);
        },
      ),
    );
  });
});

test('reading ISO texts', () => {
  expect(String(parseDateTime('2024-05-01T10:15:30+02:00[Europe/Paris]'))).toBe(
    '2024-05-01T10:15:30+02:00[Europe/Paris]',
  );
  expect(String(parseDateTime('2024-05-01T10:15Z'))).toBe('2024-05-01T10:15Z');
  expect(parseDateTime('2024-05-01T10:15:30+02:00[Nowhere/Else]')).toBeUndefined();
  expect(parseDateTime('2024-13-01T10:15Z')).toBeUndefined();
  expect(parseOffsetTime('10:15:30.5-01:00')).toEqual(new OffsetTime(36_930_500_000_000, -3600));
  expect(zoneOf('Nowhere/Else')).toBeUndefined();
});
