/**
 * Compares arithmetic and comparisons with independent implementations of the rules: integers as bigints truncated to
 * 64 bits, instants as counts of nanoseconds, months as a walk over the calendar.
 */
import { durationOf, float, integer, Float, orderValues, zoneOf } from '@weir/model';
import { WeirError } from '@weir/platform';
import type { Duration, Value } from '@weir/model';
import type { LocalDateTime } from '@js-joda/core';
import { LocalDate, ZonedDateTime } from '@js-joda/core';
import { randomTest } from '@weir/platform/testing';
import { QueryBudget } from '../budget/query-budget.js';
import { fc } from '@weir/platform/testing/properties';
import { plusDuration } from './duration-arithmetic.js';
import { add as addWithin, divide, modulo, multiply, negate, subtract } from './arithmetic.js';
import { equals, greater, greaterOrEqual, less, lessOrEqual } from './comparison.js';

const budget = new QueryBudget();
const add = (left: Value, right: Value): Value => addWithin(left, right, budget);

const { seed, cases: numRuns } = randomTest('arithmetic');
const settings = { seed, numRuns };

const LEAST = -(2n ** 63n);
const MOST = 2n ** 63n - 1n;

const edges = [
  0n,
  1n,
  -1n,
  2n ** 31n,
  2n ** 51n,
  2n ** 53n,
  2n ** 53n - 1n,
  3037000500n,
  MOST,
  LEAST,
  LEAST + 1n,
];
const whole = fc.oneof(
  fc.bigInt({ min: -1000n, max: 1000n }),
  fc.bigInt({ min: LEAST, max: MOST }),
  fc.bigInt({ min: -(2n ** 54n), max: 2n ** 54n }),
  fc.constantFrom(...edges),
);
const double = fc.oneof(
  fc.double(),
  fc.constantFrom(0, -0, 0.1, 2 ** 53, 2 ** 63, -(2 ** 63), NaN, Infinity),
);

function valueOf(number: bigint): Value {
  return integer(number)!;
}

/** The outcome: the value, or the code of the error. */
function outcome(work: () => Value): string {
  try {
    const value = work();
    return value instanceof Float
      ? `float ${numberText(value.value)}`
      : typeof value === 'bigint' || Number.isSafeInteger(value)
        ? `integer ${value}`
        : `float ${numberText(value as number)}`;
  } catch (error) {
    return WeirError.from(error).code;
  }
}

function numberText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

describe('integers', () => {
  const operators: readonly (readonly [
    string,
    (a: Value, b: Value) => Value,
    (a: bigint, b: bigint) => bigint,
  ])[] = [
    ['+', add, (a, b) => a + b],
    ['-', subtract, (a, b) => a - b],
    ['*', multiply, (a, b) => a * b],
    ['/', divide, (a, b) => a / b],
    ['%', modulo, (a, b) => a % b],
  ];
  test.each(operators)('%s is exact, or an error', (symbol, operate, exactly) => {
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        const isByZero = b === 0n && (symbol === '/' || symbol === '%');
        const exact = isByZero ? undefined : exactly(a, b);
        const fits = exact !== undefined && exact >= LEAST && exact <= MOST;
        const expected = fits ? `integer ${exact}` : 'cypher.arithmetic';
        expect(outcome(() => operate(valueOf(a), valueOf(b)))).toBe(expected);
      }),
      settings,
    );
  });

  test('quotient and remainder reproduce the dividend', () => {
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        fc.pre(b !== 0n && !(a === LEAST && b === -1n));
        const quotient = divide(valueOf(a), valueOf(b));
        expect(add(multiply(quotient, valueOf(b)), modulo(valueOf(a), valueOf(b)))).toBe(valueOf(a));
      }),
      settings,
    );
  });

  test('negation', () => {
    fc.assert(
      fc.property(whole, a => {
        expect(outcome(() => negate(valueOf(a)))).toBe(a === LEAST ? 'cypher.arithmetic' : `integer ${-a}`);
      }),
      settings,
    );
  });
});

test('with a float on either side the result is the IEEE 754 float', () => {
  const operators: readonly (readonly [(a: Value, b: Value) => Value, (a: number, b: number) => number])[] = [
    [add, (a, b) => a + b],
    [subtract, (a, b) => a - b],
    [multiply, (a, b) => a * b],
    [divide, (a, b) => a / b],
    [modulo, (a, b) => a % b],
  ];
  fc.assert(
    fc.property(double, fc.oneof(double, whole), fc.boolean(), (x, y, swap) => {
      const left: Value = float(x);
      const right = typeof y === 'bigint' ? valueOf(y) : float(y);
      const [a, b] = swap ? [right, left] : [left, right];
      const [p, q] = swap ? [Number(y), x] : [x, Number(y)];
      for (const [operate, plainly] of operators) {
        expect(outcome(() => operate(a, b))).toBe(`float ${numberText(plainly(p, q))}`);
      }
    }),
    settings,
  );
});

describe('comparison of numbers', () => {
  /** -1, 0, 1, or undefined with a NaN: exact, by integral part and remainder. */
  function exactOrder(a: bigint | number, b: bigint | number): number | undefined {
    if (typeof a === 'bigint' && typeof b === 'bigint') return a < b ? -1 : a > b ? 1 : 0;
    if (typeof a === 'number' && typeof b === 'number')
      return a < b ? -1 : a > b ? 1 : a === b ? 0 : undefined;
    if (typeof a === 'number') {
      const order = exactOrder(b, a);
      return order === undefined ? undefined : 0 - order;
    }
    const real = b as number;
    if (Number.isNaN(real)) return undefined;
    if (!Number.isFinite(real)) return real > 0 ? -1 : 1;
    const floor = BigInt(Math.floor(real));
    if (a !== floor) return a < floor ? -1 : 1;
    return real > Math.floor(real) ? -1 : 0;
  }
  const number = fc.oneof(whole, double);
  const asValue = (each: bigint | number): Value => (typeof each === 'bigint' ? valueOf(each) : float(each));

  test('is exact between integers and floats, false with NaN', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const order = exactOrder(a, b);
        const [x, y] = [asValue(a), asValue(b)];
        expect(equals(x, y, budget)).toBe(order === 0);
        expect(less(x, y, budget)).toBe(order === -1);
        expect(greater(x, y, budget)).toBe(order === 1);
        expect(lessOrEqual(x, y, budget)).toBe(order === -1 || order === 0);
        expect(greaterOrEqual(x, y, budget)).toBe(order === 1 || order === 0);
      }),
      settings,
    );
  });

  test('the sort order is the same, with NaN last', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        const isNaNs = [Number.isNaN(a), Number.isNaN(b)];
        const expected = exactOrder(a, b) ?? Number(isNaNs[0]) - Number(isNaNs[1]);
        expect(Math.sign(orderValues(asValue(a), asValue(b)))).toBe(expected + 0);
      }),
      settings,
    );
  });
});

describe('temporal arithmetic', () => {
  const NANOS = 1_000_000_000n;
  const DAY = 86_400n * NANOS;
  const day = fc.integer({ min: -700_000, max: 1_000_000 }).map(epoch => LocalDate.ofEpochDay(epoch));
  const moment = fc
    .tuple(day, fc.bigInt({ min: 0n, max: DAY - 1n }))
    .map(([date, nanos]) => atNanos(date.toEpochDay(), nanos));
  const seconds = fc.oneof(
    fc.integer({ min: -200_000, max: 200_000 }),
    fc.integer({ min: -5_000_000_000, max: 5_000_000_000 }),
    fc.integer({ min: -40_000, max: 40_000 }).map(days => days * 86_400 + 86_399),
  );
  const duration = fc
    .record({
      months: fc.integer({ min: -5000, max: 5000 }),
      days: fc.integer({ min: -50_000, max: 50_000 }),
      seconds,
      nanos: fc.oneof(fc.constantFrom(0, 999_999_999, -1), fc.integer({ min: -2e9, max: 2e9 })),
    })
    .map(durationOf);

  function atNanos(epochDay: number, nanoOfDay: bigint): LocalDateTime {
    const date = LocalDate.ofEpochDay(epochDay + Number(floorDivide(nanoOfDay, DAY)));
    const rest = nanoOfDay - floorDivide(nanoOfDay, DAY) * DAY;
    return date
      .atStartOfDay()
      .plusSeconds(Number(rest / NANOS))
      .plusNanos(Number(rest % NANOS));
  }

  function floorDivide(a: bigint, b: bigint): bigint {
    return a / b - (a % b < 0n ? 1n : 0n);
  }

  /** Keeps the day of the month, or uses the last day of a shorter month. */
  function monthsLater(date: LocalDate, months: number): LocalDate {
    const count = date.year() * 12 + date.monthValue() - 1 + months;
    const [year, month] = [Math.floor(count / 12), (((count % 12) + 12) % 12) + 1];
    const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
    const length = month === 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
    return LocalDate.of(year, month, Math.min(date.dayOfMonth(), length));
  }

  function timeNanos({ seconds: whole, nanos }: Duration): bigint {
    return BigInt(whole) * NANOS + BigInt(nanos);
  }

  test('a local date and time moves by months, then days, then time', () => {
    fc.assert(
      fc.property(moment, duration, (start, length) => {
        const date = monthsLater(start.toLocalDate(), length.months);
        const nanos = BigInt(start.toLocalTime().toSecondOfDay()) * NANOS + BigInt(start.nano());
        const expected = atNanos(date.toEpochDay() + length.days, nanos + timeNanos(length));
        expect(String(add(start, length))).toBe(String(expected));
        expect(String(plusDuration(start, length, 1))).toBe(String(expected));
      }),
      settings,
    );
  });

  test('a date moves by the whole days of the time, towards zero', () => {
    fc.assert(
      fc.property(day, duration, fc.boolean(), (start, length, isMinus) => {
        const sign = isMinus ? -1 : 1;
        const date = monthsLater(start, sign * length.months);
        const days = length.days + Number(timeNanos(length) / DAY);
        const expected = LocalDate.ofEpochDay(date.toEpochDay() + sign * days);
        expect(String(isMinus ? subtract(start, length) : add(start, length))).toBe(String(expected));
      }),
      settings,
    );
  });

  test('in a zone months and days follow the local clock, time is exact', () => {
    const zones = fc
      .constantFrom('Europe/Berlin', 'America/New_York', 'UTC', '+05:45')
      .map(name => zoneOf(name)!);
    fc.assert(
      fc.property(moment, zones, duration, (local, zone, length) => {
        const start = ZonedDateTime.of(local, zone);
        const afterMonths = monthsLater(start.toLocalDate(), length.months).atTime(start.toLocalTime());
        const afterDays = afterMonths.plusDays(length.days);
        // At a clock change a local time is invalid or ambiguous: separate tables cover these.
        fc.pre([afterMonths, afterDays].every(time => zone.rules().validOffsets(time).length === 1));
        const shifted = ZonedDateTime.of(afterDays, zone);
        const expected = BigInt(shifted.toEpochSecond()) * NANOS + BigInt(shifted.nano()) + timeNanos(length);
        const moved = add(start, length) as ZonedDateTime;
        expect(BigInt(moved.toEpochSecond()) * NANOS + BigInt(moved.nano())).toBe(expected);
        expect(moved.zone().id()).toBe(zone.id());
      }),
      settings,
    );
  });

  test('durations add part by part; a sum minus one addend is the other', () => {
    fc.assert(
      fc.property(duration, duration, (a, b) => {
        const sum = add(a, b) as Duration;
        expect([sum.months, sum.days, timeNanos(sum)]).toEqual([
          a.months + b.months,
          a.days + b.days,
          timeNanos(a) + timeNanos(b),
        ]);
        expect(subtract(sum, b)).toEqual(a);
        expect(subtract(a, b)).toEqual(add(a, negate(b)));
      }),
      settings,
    );
  });
});
