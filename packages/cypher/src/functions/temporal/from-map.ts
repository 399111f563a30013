/**
 * Temporal values from maps of fields, on top of other temporal values. The given fields of a date determine its form
 * (by weeks, days of the year, quarters or months). Missing fields are taken from the base, or are the first of their
 * range.
 */
import { OffsetTime, zoneOf } from '@weir/model';
import type { Value, ValueMap } from '@weir/model';
import type { WeirError } from '@weir/platform';
import { IsoFields, LocalDate, LocalDateTime, LocalTime, ZoneOffset, ZonedDateTime } from '@js-joda/core';
import type { ZoneId } from '@js-joda/core';
import { runtimeError, typeMismatch } from '../../operations/runtime-errors.js';
import {
  calendarDate,
  component,
  fractionOf,
  ordinalDate,
  quarterDate,
  weekDate,
  type ComponentName,
} from './components.js';
import { offsetOf } from './parse-text.js';

const DATE_COMPONENTS = [
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'ordinalDay',
  'dayOfQuarter',
  'dayOfWeek',
  'weekDay',
] as const satisfies readonly ComponentName[];
type DateComponent = (typeof DATE_COMPONENTS)[number];
const TIME_COMPONENTS: readonly ComponentName[] = [
  'hour',
  'minute',
  'second',
  'millisecond',
  'microsecond',
  'nanosecond',
];

export type FieldGroup = 'date' | 'time' | 'zone' | 'epoch';

const NAMES: Record<FieldGroup, readonly string[]> = {
  date: [...DATE_COMPONENTS, 'date', 'datetime'],
  time: [...TIME_COMPONENTS, 'time', 'datetime'],
  zone: ['timezone', 'offsetSeconds'],
  epoch: ['epochMillis', 'epochSeconds', 'nanosecond'],
};

/** Rejects fields that the type does not have. */
export function checkFields(map: ValueMap, groups: readonly FieldGroup[]): void {
  const known = new Set(groups.flatMap(group => NAMES[group]));
  const unknown = Object.keys(map).filter(key => !known.has(key));
  if (unknown.length === 0) return;
  throw runtimeError(
    `Unknown fields in options map: ${unknown.map(key => `\`${key}\``).join(', ')}`,
    'InvalidArgumentValue',
  );
}

/** Returns the date of a base; `undefined` if it has none. */
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

/** Returns the zone of a time of day: for an instant in a named zone, its offset. */
export function offsetPart(value: Value | undefined): ZoneId | undefined {
  return value instanceof ZonedDateTime ? value.offset() : zonePart(value);
}

/**
 * Returns a local date and time in a zone. In a repeated hour it keeps the offset of the value it was created from; a
 * skipped local time moves forward by the missing hour.
 */
export function inZone(local: LocalDateTime, zone: ZoneId, from?: Value): ZonedDateTime {
  return ZonedDateTime.ofLocal(local, zone, from instanceof ZonedDateTime ? from.offset() : null);
}

/** Returns the value from which the time of day is taken, if any. */
export function timeBase(map: ValueMap): Value | undefined {
  return baseOf(map, 'time', timePart);
}

function baseOf(
  map: ValueMap,
  key: 'date' | 'time',
  part: (value: Value) => LocalDate | LocalTime | undefined,
): Value | undefined {
  const isGiven = Object.hasOwn(map, key);
  const hasBoth = Object.hasOwn(map, 'datetime');
  if (isGiven && hasBoth) throw conflicting(key, 'datetime');
  if (!isGiven && !hasBoth) return undefined;
  const name = isGiven ? key : 'datetime';
  const value = map[name]!;
  if (part(value) !== undefined) return value;
  const types = key === 'date' ? ['Date'] : ['LocalTime', 'Time'];
  throw typeMismatch([...types, 'LocalDateTime', 'DateTime'], value, `\`${name}\` field in options map`);
}

/** The forms of dates. The date components of a map must all belong to one of them. */
const DATE_FORMS: readonly (readonly [
  components: readonly DateComponent[],
  build: (year: number, map: ValueMap, base: LocalDate | undefined) => LocalDate,
])[] = [
  [
    ['week', 'dayOfWeek', 'weekDay'],
    (year, map, base) => {
      const weekYear = Object.hasOwn(map, 'year') ? year : base!.get(IsoFields.WEEK_BASED_YEAR);
      const week = component(map, 'week') ?? base?.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR) ?? 1;
      const day = component(map, 'dayOfWeek') ?? component(map, 'weekDay');
      return weekDate(weekYear, week, day ?? base?.dayOfWeek().value() ?? 1);
    },
  ],
  [['ordinalDay'], (year, map) => ordinalDate(year, component(map, 'ordinalDay')!)],
  [
    ['quarter', 'dayOfQuarter'],
    (year, map, base) =>
      quarterDate(
        year,
        component(map, 'quarter') ?? base?.get(IsoFields.QUARTER_OF_YEAR) ?? 1,
        component(map, 'dayOfQuarter') ?? base?.get(IsoFields.DAY_OF_QUARTER) ?? 1,
      ),
  ],
  [
    ['month', 'day'],
    (year, map, base) =>
      calendarDate(
        year,
        component(map, 'month') ?? base?.monthValue() ?? 1,
        component(map, 'day') ?? base?.dayOfMonth() ?? 1,
      ),
  ],
];

export function dateFrom(map: ValueMap, base = datePart(baseOf(map, 'date', datePart))): LocalDate {
  const year = component(map, 'year') ?? base?.year();
  if (year === undefined) throw runtimeError('A date needs at least a year', 'InvalidArgumentValue');
  const given = DATE_COMPONENTS.filter(name => name !== 'year' && Object.hasOwn(map, name));
  const [names, build] = DATE_FORMS.find(([all]) => all.some(name => given.includes(name))) ?? DATE_FORMS[3]!;
  const stray = given.find(name => !names.includes(name));
  if (stray !== undefined) throw conflicting(given[0]!, stray);
  if (given.includes('dayOfWeek') && given.includes('weekDay')) throw conflicting('dayOfWeek', 'weekDay');
  return build(year, map, base);
}

export function conflicting(one: string, other: string): WeirError {
  return runtimeError(
    `\`${one}\` and \`${other}\` cannot be combined in options map: use only one of them`,
    'InvalidArgumentValue',
  );
}

/** @param kept sub-second components of a truncated base, used unless the map has them. */
export function timeFrom(map: ValueMap, base = timePart(timeBase(map)), kept?: ValueMap): LocalTime {
  return LocalTime.of(
    component(map, 'hour') ?? base?.hour() ?? 0,
    component(map, 'minute') ?? base?.minute() ?? 0,
    component(map, 'second') ?? base?.second() ?? 0,
    fractionOf(map, kept) ?? base?.nano() ?? 0,
  );
}

/** Returns the zone that a map names, or `undefined`. */
export function zoneFrom(map: ValueMap): ZoneId | undefined {
  const seconds = component(map, 'offsetSeconds');
  const hasName = Object.hasOwn(map, 'timezone');
  if (seconds !== undefined && hasName) throw conflicting('offsetSeconds', 'timezone');
  if (seconds !== undefined) return ZoneOffset.ofTotalSeconds(seconds);
  if (!hasName) return undefined;
  const name = map['timezone']!;
  if (typeof name !== 'string') throw typeMismatch(['Str'], name, '`timezone` field in options map');
  return zoneByName(name);
}

export function zoneByName(name: string): ZoneId {
  const zone = offsetOf(name) ?? zoneOf(name);
  if (zone === undefined) throw runtimeError(`Unknown time zone \`${name}\``, 'InvalidArgumentValue');
  return zone;
}
