/** The range of every component, at and beyond its bounds, and the components that exclude each other. */
import { literalText } from '@weir/model';
import { WeirError } from '@weir/platform';
import { MapGraph, runQuery } from '../../testing/index.js';
import { COMPONENTS } from './components.js';
import type { ComponentName } from './components.js';

async function outcome(expression: string): Promise<string> {
  try {
    const { rows } = await runQuery(new MapGraph(), `RETURN ${expression} AS x`);
    return literalText(rows[0]![0]!);
  } catch (error) {
    return WeirError.from(error).code;
  }
}

/** For every component: a constructor that accepts it, with `N` as its value. */
const CONSTRUCTORS: Record<ComponentName, string> = {
  year: 'date({year: N})',
  quarter: 'date({year: 2024, quarter: N})',
  month: 'date({year: 2024, month: N})',
  week: 'date({year: 2020, week: N})',
  day: 'date({year: 2024, day: N})',
  ordinalDay: 'date({year: 2024, ordinalDay: N})',
  dayOfQuarter: 'date({year: 2024, quarter: 3, dayOfQuarter: N})',
  dayOfWeek: 'date({year: 2024, week: 3, dayOfWeek: N})',
  weekDay: 'date({year: 2024, week: 3, weekDay: N})',
  hour: 'localtime({hour: N})',
  minute: 'localtime({hour: 1, minute: N})',
  second: 'localtime({hour: 1, second: N})',
  millisecond: 'localtime({hour: 1, millisecond: N})',
  microsecond: 'localtime({hour: 1, microsecond: N})',
  nanosecond: 'localtime({hour: 1, nanosecond: N})',
  offsetSeconds: 'time({hour: 1, offsetSeconds: N})',
  epochSeconds: 'datetime({epochSeconds: N})',
  epochMillis: 'datetime({epochMillis: N})',
};

describe.each(Object.keys(CONSTRUCTORS) as ComponentName[])('%s', name => {
  const { least, most } = COMPONENTS[name];
  const isBounded = Number.isFinite(most);
  const at = (value: number | bigint): Promise<string> =>
    outcome(CONSTRUCTORS[name].replace('N', String(value)));

  test('accepts its bounds', async () => {
    for (const value of isBounded ? [least, most] : [-1, 0, 1]) {
      expect(await at(value)).toMatch(/^[a-z]+\("/);
    }
  });

  test('rejects values beyond them', async () => {
    const beyond = isBounded ? [least - 1, most + 1, 2 ** 40] : [2n ** 63n - 1n];
    for (const value of beyond) expect(await at(value)).toMatch(/^cypher\.(?:runtime|arithmetic)$/);
  });
});

const REJECTED: readonly string[] = [
  // Days and weeks that the year, quarter or month lacks
  'date({year: 2024, week: 53})',
  'date({year: 2024, week: 54})',
  "date('2024-W53')",
  "date('2024-W53-1')",
  "date('2024W00')",
  "date('2024-W10-8')",
  "date('2024-W10-0')",
  'date({year: 2023, ordinalDay: 366})',
  "date('2023-366')",
  "date('2024-000')",
  'date({year: 2023, quarter: 1, dayOfQuarter: 91})',
  'date({year: 2024, quarter: 2, dayOfQuarter: 92})',
  "date('2024-Q2-92')",
  "date('2024-Q1-00')",
  "date('2024-Q5')",
  "date('2024-Q0')",
  'date({year: 2023, month: 2, day: 29})',
  "date('2023-02-29')",
  "date('2024-13')",
  "date({date: date('2024-12-31'), quarter: 2})",
  // Sub-second components within a larger one
  'localtime({hour: 1, millisecond: 5, microsecond: 1000})',
  'localtime({hour: 1, millisecond: 5, nanosecond: 1000000})',
  'localtime({hour: 1, microsecond: 5, nanosecond: 1000})',
  "localtime.truncate('millisecond', localtime('10:00:00.123456789'), {microsecond: 1000})",
  "localtime.truncate('microsecond', localtime('10:00:00.123456789'), {nanosecond: 1000})",
  'datetime({epochMillis: 1, nanosecond: 1000000})',
  'datetime.fromepoch(0, 1000000000)',
  'datetime.fromepoch(0, -1)',
  // Texts
  "localtime('24:00')",
  "localtime('10:60')",
  "localtime('10:00:60')",
  "time('10:00+02:60')",
  "time('10:00+01:00:60')",
  "time('10:00+19:00')",
  "datetime('2024-01-01T00:00+02:99')",
  "datetime('2024-07-01T12:00+05:00[Europe/Berlin]')",
  "datetime('2024-03-31T02:30+02:00[Europe/Berlin]')",
  "datetime({year: 2024, timezone: '+02:60'})",
  // Components that exclude each other
  'date({year: 2024, month: 5, week: 10})',
  'date({year: 2024, week: 10, day: 3})',
  'date({year: 2024, ordinalDay: 10, day: 3})',
  'date({year: 2024, quarter: 2, month: 3})',
  'date({year: 2024, week: 2, dayOfWeek: 3, weekDay: 3})',
  'datetime({epochMillis: 1, epochSeconds: 1})',
  "datetime({year: 2024, timezone: 'Europe/Berlin', offsetSeconds: 3600})",
  "datetime({date: date('2024-01-01'), datetime: localdatetime('2024-01-01T00:00')})",
];

test.each(REJECTED)('rejects %s', async expression => {
  expect(await outcome(expression)).toBe('cypher.runtime');
});

const ACCEPTED: readonly (readonly [expression: string, value: string])[] = [
  ["date('2020-W53-7')", 'date("2021-01-03")'],
  ['date({year: 2024, quarter: 1, dayOfQuarter: 91})', 'date("2024-03-31")'],
  [
    'localtime({hour: 1, millisecond: 5, microsecond: 999, nanosecond: 999})',
    'localtime("01:00:00.005999999")',
  ],
  ['localtime({hour: 1, millisecond: 5, nanosecond: 999999})', 'localtime("01:00:00.005999999")'],
  // A sub-second component replaces the fraction of the base; after a truncation it fills the truncated part.
  ["localtime({time: localtime('10:00:00.123456789'), nanosecond: 5})", 'localtime("10:00:00.000000005")'],
  ["localtime({time: localtime('10:00:00.123456789'), second: 5})", 'localtime("10:00:05.123456789")'],
  [
    "localtime.truncate('millisecond', localtime('10:00:00.123456789'), {nanosecond: 5})",
    'localtime("10:00:00.123000005")',
  ],
  [
    "localtime.truncate('microsecond', localtime('10:00:00.123456789'), {nanosecond: 5})",
    'localtime("10:00:00.123456005")',
  ],
  // Clock changes: an hour skipped midway, and a repeated hour
  [
    "datetime('2024-01-31T02:30[Europe/Berlin]') + duration('P2M1D')",
    'datetime("2024-04-01T02:30+02:00[Europe/Berlin]")',
  ],
  [
    "datetime('2024-10-27T02:30+01:00[Europe/Berlin]') + duration('PT0S')",
    'datetime("2024-10-27T02:30+01:00[Europe/Berlin]")',
  ],
  [
    "datetime.truncate('hour', datetime('2024-10-27T02:30+01:00[Europe/Berlin]'))",
    'datetime("2024-10-27T02:00+01:00[Europe/Berlin]")',
  ],
  [
    "duration.between(datetime('2024-10-26T02:30[Europe/Berlin]'), datetime('2024-10-27T02:10+01:00[Europe/Berlin]'))",
    'duration("PT24H40M")',
  ],
  [
    "duration.inSeconds(datetime('2024-10-27T02:30+02:00[Europe/Berlin]'), datetime('2024-10-27T02:30+01:00[Europe/Berlin]'))",
    'duration("PT1H")',
  ],
  // A skipped hour, with the offset before it
  ["datetime('2024-03-31T02:30+01:00[Europe/Berlin]').epochSeconds", '1711848600'],
];

test.each(ACCEPTED)('%s is %s', async (expression, expected) => {
  expect(await outcome(expression)).toBe(expected);
});

test('the base of a date or time must contain one', async () => {
  expect(await outcome("date({year: 2024, date: localtime('10:00')})")).toBe('cypher.type-mismatch');
  expect(await outcome("localtime({time: date('2024-01-01')})")).toBe('cypher.type-mismatch');
  expect(await outcome('datetime({year: 2024, datetime: 1})')).toBe('cypher.type-mismatch');
});

const PROPERTIES: readonly (readonly [value: string, properties: readonly string[]])[] = [
  ["date('2024-05-06')", ['year', 'quarter', 'dayOfWeek', 'nothing']],
  ["localtime('10:11:12.5')", ['hour', 'millisecond', 'year']],
  ["time('10:11:12+02:00')", ['hour', 'offset', 'offsetSeconds']],
  ["localdatetime('2024-05-06T10:11:12')", ['year', 'epochMillis', 'timezone']],
  ["datetime('2024-05-06T10:11:12[Europe/Berlin]')", ['year', 'timezone', 'epochSeconds']],
  ["duration('P1Y2DT3.5S')", ['years', 'days', 'seconds', 'nanosecondsOfSecond', 'nothing']],
];

test.each(PROPERTIES)('a subscript of %s is its property', async (value, properties) => {
  for (const name of properties) {
    expect([name, await outcome(`(${value})['${name}']`)]).toEqual([
      name,
      await outcome(`(${value}).${name}`),
    ]);
  }
  expect(await outcome(`${value}[0]`)).toBe('cypher.type-mismatch');
  expect(await outcome(`${value}[null]`)).toBe('null');
});
