/** `date.truncate(unit, value, fields)` and similar functions: truncate to a unit, then set fields. */
import { IsoFields, LocalDate, LocalTime, ZoneOffset } from '@js-joda/core';
import type { Value, ValueMap } from '@weir/model';
import { runtimeError } from '../../operations/runtime-errors.js';
import { isMap } from '../../operations/value-kind.js';
import { define } from '../../registry/define-function.js';
import type { FunctionDefinition } from '../../registry/function-definition.js';
import {
  dateFrom,
  datePart,
  inZone,
  offsetPart,
  timeFrom,
  timePart,
  zoneFrom,
  zonePart,
} from './from-map.js';
import { guarded, offsetTimeOf } from './constructors.js';
import { quarterDate, weekDate } from './components.js';

const DATE_UNITS: Record<string, (date: LocalDate) => LocalDate> = {
  millennium: date => LocalDate.of(Math.floor(date.year() / 1000) * 1000, 1, 1),
  century: date => LocalDate.of(Math.floor(date.year() / 100) * 100, 1, 1),
  decade: date => LocalDate.of(Math.floor(date.year() / 10) * 10, 1, 1),
  year: date => LocalDate.of(date.year(), 1, 1),
  weekyear: date => weekDate(date.get(IsoFields.WEEK_BASED_YEAR), 1, 1),
  quarter: date => quarterDate(date.year(), date.get(IsoFields.QUARTER_OF_YEAR), 1),
  month: date => date.withDayOfMonth(1),
  week: date => date.minusDays(date.dayOfWeek().value() - 1),
  day: date => date,
};

/** In nanoseconds. */
const TIME_UNITS: Record<string, number> = {
  day: 86_400_000_000_000,
  hour: 3_600_000_000_000,
  minute: 60_000_000_000,
  second: 1_000_000_000,
  millisecond: 1_000_000,
  microsecond: 1000,
};

interface Truncated {
  readonly date: LocalDate | undefined;
  readonly time: LocalTime | undefined;
  /** The remaining sub-second components, to which smaller ones of the given fields are added. */
  readonly kept?: ValueMap;
}

function truncated(unit: string, value: Value): Truncated {
  const name = unit.toLowerCase();
  const date = datePart(value);
  const time = timePart(value);
  if (Object.hasOwn(TIME_UNITS, name) && (name !== 'day' || date === undefined)) {
    const nanos = time?.toNanoOfDay() ?? 0;
    const millisecond = Math.floor((nanos % 1_000_000_000) / 1_000_000);
    const microsecond = Math.floor((nanos % 1_000_000) / 1000);
    return {
      date,
      time: LocalTime.ofNanoOfDay(nanos - (nanos % TIME_UNITS[name]!)),
      ...(name === 'millisecond' && { kept: { millisecond } }),
      ...(name === 'microsecond' && { kept: { millisecond, microsecond } }),
    };
  }
  const cut = Object.hasOwn(DATE_UNITS, name) ? DATE_UNITS[name] : undefined;
  if (cut === undefined)
    throw runtimeError(`\`${unit}\` is not a unit for truncation`, 'InvalidArgumentValue');
  if (date === undefined)
    throw runtimeError(`A time cannot be truncated to \`${unit}\``, 'InvalidArgumentValue');
  return { date: cut(date), time: LocalTime.MIDNIGHT };
}

/** @returns `undefined` if the value lacks a part. */
type Build = (parts: Truncated, fields: ValueMap, value: Value) => Value | undefined;

const dateOf = (parts: Truncated, fields: ValueMap): LocalDate | undefined =>
  parts.date && dateFrom(fields, parts.date);
const timeOf = (parts: Truncated, fields: ValueMap): LocalTime =>
  timeFrom(fields, parts.time ?? LocalTime.MIDNIGHT, parts.kept);

const TYPES: readonly (readonly [name: string, type: string, build: Build])[] = [
  ['date', 'DATE', dateOf],
  ['localtime', 'LOCALTIME', timeOf],
  [
    'time',
    'TIME',
    (parts, fields, value) =>
      offsetTimeOf(timeOf(parts, fields), zoneFrom(fields) ?? offsetPart(value) ?? ZoneOffset.UTC),
  ],
  ['localdatetime', 'LOCALDATETIME', (parts, fields) => dateOf(parts, fields)?.atTime(timeOf(parts, fields))],
  [
    'datetime',
    'DATETIME',
    (parts, fields, value) => {
      const local = dateOf(parts, fields)?.atTime(timeOf(parts, fields));
      return local && inZone(local, zoneFrom(fields) ?? zonePart(value) ?? ZoneOffset.UTC, value);
    },
  ],
];

export const TEMPORAL_TRUNCATIONS: readonly FunctionDefinition[] = TYPES.map(([name, type, build]) =>
  define(
    `${name}.truncate(unit :: STRING, value :: ANY, fields :: MAP?) :: ${type}`,
    'Truncates to a unit, then sets the given fields',
    ([unit, value, fields = {}]) => {
      if (typeof unit !== 'string' || !isMap(fields)) return undefined;
      return guarded(() => build(truncated(unit, value!), fields, value!));
    },
  ),
);
