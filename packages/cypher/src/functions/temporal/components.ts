/**
 * The components of temporal values, each with its range. A component out of range is an error: it never carries over
 * into a larger one.
 */
import { isInteger } from '@weir/model';
import type { ValueMap } from '@weir/model';
import { IsoFields, LocalDate } from '@js-joda/core';
import { runtimeError, typeMismatch } from '../../operations/runtime-errors.js';

interface Component {
  readonly least: number;
  readonly most: number;
}

export const COMPONENTS = {
  year: { least: -999_999, most: 999_999 },
  quarter: { least: 1, most: 4 },
  month: { least: 1, most: 12 },
  week: { least: 1, most: 53 },
  day: { least: 1, most: 31 },
  ordinalDay: { least: 1, most: 366 },
  dayOfQuarter: { least: 1, most: 92 },
  dayOfWeek: { least: 1, most: 7 },
  weekDay: { least: 1, most: 7 },
  hour: { least: 0, most: 23 },
  minute: { least: 0, most: 59 },
  second: { least: 0, most: 59 },
  millisecond: { least: 0, most: 999 },
  microsecond: { least: 0, most: 999_999 },
  nanosecond: { least: 0, most: 999_999_999 },
  offsetSeconds: { least: -64_800, most: 64_800 },
  epochSeconds: { least: -Infinity, most: Infinity },
  epochMillis: { least: -Infinity, most: Infinity },
} as const satisfies Record<string, Component>;

export type ComponentName = keyof typeof COMPONENTS;

/**
 * Returns an integer component of a map, or `undefined` if the map lacks it.
 * @param most the upper bound if other components lower it.
 * @throws WeirError `cypher.runtime` if it is out of range, `cypher.type-mismatch` if it is not an integer.
 */
export function component(
  map: ValueMap,
  name: ComponentName,
  most: number = COMPONENTS[name].most,
): number | undefined {
  if (!Object.hasOwn(map, name)) return undefined;
  const value = map[name]!;
  if (!isInteger(value)) throw typeMismatch(['Integer'], value, `\`${name}\` field in options map`);
  checkComponent(name, value, most);
  return Number(value);
}

/** @throws WeirError `cypher.runtime` if the value is out of the component's range. */
export function checkComponent(
  name: ComponentName,
  value: number | bigint,
  most: number = COMPONENTS[name].most,
): void {
  const { least } = COMPONENTS[name];
  if (value >= least && value <= most) return;
  throw runtimeError(`\`${name}\` must be from ${least} to ${most}, but is ${value}`, 'InvalidArgumentValue');
}

/** @throws WeirError `cypher.runtime` if the year has no such week. */
export function weekDate(weekYear: number, week: number, dayOfWeek: number): LocalDate {
  // January 4 is always in the first week, December 28 in the last.
  const inFirstWeek = LocalDate.of(weekYear, 1, 4);
  checkComponent('week', week, LocalDate.of(weekYear, 12, 28).get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
  checkComponent('dayOfWeek', dayOfWeek);
  const monday = inFirstWeek.minusDays(inFirstWeek.dayOfWeek().value() - 1);
  return monday.plusDays((week - 1) * 7 + dayOfWeek - 1);
}

/** @throws WeirError `cypher.runtime` if the quarter has no such day. */
export function quarterDate(year: number, quarter: number, dayOfQuarter: number): LocalDate {
  checkComponent('quarter', quarter);
  const first = LocalDate.of(year, (quarter - 1) * 3 + 1, 1);
  const lastMonth = first.plusMonths(2);
  const length = lastMonth.toEpochDay() - first.toEpochDay() + lastMonth.lengthOfMonth();
  checkComponent('dayOfQuarter', dayOfQuarter, length);
  return first.plusDays(dayOfQuarter - 1);
}

/** @throws WeirError `cypher.runtime` if the year has no such day. */
export function ordinalDate(year: number, ordinalDay: number): LocalDate {
  const first = LocalDate.of(year, 1, 1);
  checkComponent('ordinalDay', ordinalDay, first.lengthOfYear());
  return first.plusDays(ordinalDay - 1);
}

/** @throws WeirError `cypher.runtime` if the month has no such day. */
export function calendarDate(year: number, month: number, day: number): LocalDate {
  const first = LocalDate.of(year, month, 1);
  checkComponent('day', day, first.lengthOfMonth());
  return first.withDayOfMonth(day);
}

/**
 * Returns the nanoseconds of the second that the sub-second components of a map add up to, or `undefined` if it has
 * none. Next to a larger sub-second component, a smaller one counts only within it.
 * @param kept sub-second components that apply unless the map has them too.
 */
export function fractionOf(map: ValueMap, kept: ValueMap = {}): number | undefined {
  const given = { ...kept, ...map };
  const hasMillis = Object.hasOwn(given, 'millisecond');
  const hasMicros = Object.hasOwn(given, 'microsecond');
  if (!hasMillis && !hasMicros && !Object.hasOwn(given, 'nanosecond')) return undefined;
  const millis = component(given, 'millisecond') ?? 0;
  const micros = component(given, 'microsecond', hasMillis ? 999 : undefined) ?? 0;
  const nanos = component(given, 'nanosecond', hasMicros ? 999 : hasMillis ? 999_999 : undefined) ?? 0;
  return millis * 1_000_000 + micros * 1000 + nanos;
}
