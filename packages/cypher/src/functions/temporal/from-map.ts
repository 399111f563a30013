/**
 * Temporal values from maps of fields, on top of other temporal values. Of a date, the fields given decide how
 * it is counted (by weeks, days of the year, quarters or months); what is not given comes from the base, or is
 * the first.
 */
import { OffsetTime, isInteger, zoneOf } from '@weir/model';
import type { Value, ValueMap } from '@weir/model';
import { IsoFields, LocalDate, LocalDateTime, LocalTime, ZoneOffset, ZonedDateTime } from '@js-joda/core';
import type { ZoneId } from '@js-joda/core';
import { runtimeError, typeMismatch } from '../../expression/operations/runtime-errors.js';
import { dayOfQuarter, offsetOf, quarterDate, weekDate } from './parse-text.js';

const DATE_FIELDS = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'ordinalDay',
  'dayOfQuarter',
  'dayOfWeek',
  'weekDay',
];
const TIME_FIELDS = ['hour', 'minute', 'second', 'millisecond', 'microsecond', 'nanosecond'];

export type FieldGroup = 'date' | 'time' | 'zone' | 'epoch';

const NAMES: Record<FieldGroup, readonly string[]> = {
  date: [...DATE_FIELDS, 'date', 'datetime'],
  time: [...TIME_FIELDS, 'time', 'datetime'],
  zone: ['timezone', 'offsetSeconds'],
  epoch: ['epochMillis', 'epochSeconds', 'nanosecond'],
};

/** Refuses fields that the type does not have. */
export function checkFields(map: ValueMap, groups: readonly FieldGroup[]): void {
  const known = new Set(groups.flatMap(group => NAMES[group]));
  const unknown = Object.keys(map).filter(key => !known.has(key));
  if (unknown.length === 0) return;
  throw runtimeError(
    `Unknown fields in options map: ${unknown.map(key => `\`${key}\``).join(', ')}`,
    'InvalidArgumentValue',
  );
}

export function integerField(map: ValueMap, key: string): number | undefined {
  if (!Object.hasOwn(map, key)) return undefined;
  const value = map[key]!;
  if (!isInteger(value)) throw typeMismatch(['Integer'], value, `\`${key}\` field in options map`);
  return Number(value);
}

/** What a base gives of a date; `undefined` when it has none. */
export function datePart(value: Value | undefined): LocalDate | undefined {
  if (value instanceof LocalDate) return value;
  if (value instanceof LocalDateTime || value instanceof ZonedDateTime) return value.toLocalDate();
  return undefined;
}

export function timePart(value: Value | undefined): LocalTime | undefined {
  if (value instanceof LocalTime) return value;
  if (value instanceof OffsetTime) return LocalTime.ofNanoOfDay(value.nanoOfDay);
  if (value instanceof LocalDateTime || value instanceof ZonedDateTime) return value.toLocalTime();
  return undefined;
}

export function zonePart(value: Value | undefined): ZoneId | undefined {
  if (value instanceof OffsetTime) return ZoneOffset.ofTotalSeconds(value.offsetSeconds);
  return value instanceof ZonedDateTime ? value.zone() : undefined;
}

function baseOf(map: ValueMap, keys: readonly string[]): Value | undefined {
  for (const key of keys) if (Object.hasOwn(map, key)) return map[key]!;
  return undefined;
}

/** The value that the time of day comes from, if any. */
export function timeBase(map: ValueMap): Value | undefined {
  return baseOf(map, ['time', 'datetime']);
}

export function dateFrom(map: ValueMap, base = datePart(baseOf(map, ['date', 'datetime']))): LocalDate {
  const field = (key: string): number | undefined => integerField(map, key);
  const has = (key: string): boolean => Object.hasOwn(map, key);
  if (base === undefined && !has('year')) {
    throw runtimeError('A date needs at least a year', 'InvalidArgumentValue');
  }
  const year = field('year') ?? base?.year() ?? 0;
  const weekDay = field('dayOfWeek') ?? field('weekDay');
  if (has('week') || (weekDay !== undefined && !has('day'))) {
    const weekYear = field('year') ?? base!.get(IsoFields.WEEK_BASED_YEAR);
    const week = field('week') ?? base?.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) ?? 1;
    return weekDate(weekYear, week, weekDay ?? base?.dayOfWeek().value() ?? 1);
  }
  const ordinal = field('ordinalDay');
  if (ordinal !== undefined) return LocalDate.ofYearDay(year, ordinal);
  if (has('quarter') || has('dayOfQuarter')) {
    const quarter = field('quarter') ?? base?.get(IsoFields.QUARTER_OF_YEAR) ?? 1;
    return quarterDate(year, quarter, field('dayOfQuarter') ?? (base ? dayOfQuarter(base) : 1));
  }
  return LocalDate.of(
    year,
    field('month') ?? base?.monthValue() ?? 1,
    field('day') ?? base?.dayOfMonth() ?? 1,
  );
}

export function timeFrom(map: ValueMap, base = timePart(timeBase(map))): LocalTime {
  const field = (key: string): number | undefined => integerField(map, key);
  return LocalTime.of(
    field('hour') ?? base?.hour() ?? 0,
    field('minute') ?? base?.minute() ?? 0,
    field('second') ?? base?.second() ?? 0,
    nanosFrom(map, base?.nano() ?? 0),
  );
}

/** Milli-, micro- and nanoseconds each fill their own three digits; alone, one of them fills all below it. */
function nanosFrom(map: ValueMap, base: number): number {
  const nano = integerField(map, 'nanosecond');
  const micro = integerField(map, 'microsecond');
  const milli = integerField(map, 'millisecond');
  if (nano !== undefined && nano > 999) return nano;
  if (micro !== undefined && micro > 999) return micro * 1000 + (nano ?? 0);
  const millis = milli ?? Math.floor(base / 1_000_000);
  const micros = micro ?? Math.floor(base / 1000) % 1000;
  return millis * 1_000_000 + micros * 1000 + (nano ?? base % 1000);
}

/** The zone that a map names, or `undefined`. */
export function zoneFrom(map: ValueMap): ZoneId | undefined {
  const seconds = integerField(map, 'offsetSeconds');
  if (seconds !== undefined) return ZoneOffset.ofTotalSeconds(seconds);
  if (!Object.hasOwn(map, 'timezone')) return undefined;
  const name = map['timezone']!;
  if (typeof name !== 'string') throw typeMismatch(['Str'], name, '`timezone` field in options map');
  return zoneByName(name);
}

export function zoneByName(name: string): ZoneId {
  const zone = offsetOf(name) ?? zoneOf(name);
  if (zone === undefined) throw runtimeError(`There is no time zone \`${name}\``, 'InvalidArgumentValue');
  return zone;
}
