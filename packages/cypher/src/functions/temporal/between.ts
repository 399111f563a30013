/**
 * Durations between two temporal values. Unless both have a date, only the times of day count; a value without a zone
 * is interpreted in the zone of the other one.
 */
import { durationOf, formatWithPattern, isTemporal } from '@weir/model';
import type { Duration, Value } from '@weir/model';
import { ChronoUnit, LocalTime, ZoneOffset, ZonedDateTime } from '@js-joda/core';
import { define } from '../../registry/define-function.js';
import type { FunctionDefinition } from '../../registry/function-definition.js';
import { plusPeriod } from '../../operations/duration-arithmetic.js';
import { datePart, inZone, timePart, zonePart } from './from-map.js';

/** Both as instants, or `undefined` if one has no date. */
function moments(from: Value, to: Value): readonly [ZonedDateTime, ZonedDateTime] | undefined {
  let startDate = datePart(from);
  let endDate = datePart(to);
  // In a zone with clock changes, a time of day is placed on the other value's day.
  if (changesClocks(from) || changesClocks(to)) {
    startDate ??= endDate;
    endDate ??= startDate;
  }
  if (startDate === undefined || endDate === undefined) return undefined;
  const zone = zonePart(from) ?? zonePart(to) ?? ZoneOffset.UTC;
  const start = inZone(startDate.atTime(timePart(from) ?? LocalTime.MIDNIGHT), zone, from);
  const end = inZone(endDate.atTime(timePart(to) ?? LocalTime.MIDNIGHT), zonePart(to) ?? zone, to);
  return [start, end.withZoneSameInstant(zone)];
}

function changesClocks(value: Value): boolean {
  return value instanceof ZonedDateTime && !(value.zone() instanceof ZoneOffset);
}

function timesApart(from: Value, to: Value): Duration {
  const start = (timePart(from) ?? LocalTime.MIDNIGHT).toNanoOfDay();
  const end = (timePart(to) ?? LocalTime.MIDNIGHT).toNanoOfDay();
  const startOffset = offsetSeconds(from);
  const endOffset = offsetSeconds(to);
  const shift = startOffset === undefined || endOffset === undefined ? 0 : startOffset - endOffset;
  return durationOf({ months: 0, days: 0, seconds: shift, nanos: end - start });
}

function offsetSeconds(value: Value): number | undefined {
  if (value instanceof ZonedDateTime) return value.offset().totalSeconds();
  const zone = zonePart(value);
  return zone instanceof ZoneOffset ? zone.totalSeconds() : undefined;
}

function secondsApart(start: ZonedDateTime, end: ZonedDateTime): { seconds: number; nanos: number } {
  return { seconds: end.toEpochSecond() - start.toEpochSecond(), nanos: end.nano() - start.nano() };
}

function between(from: Value, to: Value): Duration {
  const both = moments(from, to);
  if (both === undefined) return timesApart(from, to);
  const [start, end] = both;
  const { months, days, rest } = calendarApart(start, end);
  return durationOf({ months, days, ...rest });
}

interface Apart {
  readonly months: number;
  readonly days: number;
  readonly rest: { seconds: number; nanos: number };
}

/** The whole months and days of the local clock between two instants, and the remaining time. */
function calendarApart(start: ZonedDateTime, end: ZonedDateTime, withMonths = true): Apart {
  const from = start.toLocalDateTime();
  const direction = end.isBefore(start) ? -1 : 1;
  // With a clock change at the end, the days of the local clock can overshoot; then use one day less.
  for (let to = end.toLocalDateTime(); ; to = to.minusDays(direction)) {
    const months = withMonths ? from.until(to, ChronoUnit.MONTHS) : 0;
    const days = from.plusMonths(months).until(to, ChronoUnit.DAYS);
    const rest = secondsApart(plusPeriod(start, months, days), end);
    const overshoots = (rest.seconds * 1e9 + rest.nanos) * direction < 0;
    if (!overshoots || (months === 0 && days === 0)) return { months, days, rest };
  }
}

function inMonths(from: Value, to: Value): Duration {
  const both = moments(from, to);
  const months = both === undefined ? 0 : calendarApart(...both).months;
  return durationOf({ months, days: 0, seconds: 0, nanos: 0 });
}

function inDays(from: Value, to: Value): Duration {
  const both = moments(from, to);
  const days = both === undefined ? 0 : calendarApart(...both, false).days;
  return durationOf({ months: 0, days, seconds: 0, nanos: 0 });
}

function inSeconds(from: Value, to: Value): Duration {
  const both = moments(from, to);
  if (both === undefined) return timesApart(from, to);
  return durationOf({ months: 0, days: 0, ...secondsApart(...both) });
}

function difference(
  name: string,
  description: string,
  compute: (from: Value, to: Value) => Duration,
): FunctionDefinition {
  return define(`${name}(from :: ANY, to :: ANY) :: DURATION`, description, ([from, to]) => {
    const isInstant = (value: Value): boolean =>
      datePart(value) !== undefined || timePart(value) !== undefined;
    return isInstant(from!) && isInstant(to!) ? compute(from!, to!) : undefined;
  });
}

export const TEMPORAL_DIFFERENCES: readonly FunctionDefinition[] = [
  difference(
    'duration.between',
    'The duration between two temporal values, in months, days and seconds',
    between,
  ),
  difference('duration.inMonths', 'The whole months between two temporal values', inMonths),
  difference('duration.inDays', 'The whole days between two temporal values', inDays),
  difference('duration.inSeconds', 'The duration between two temporal values, in seconds', inSeconds),
  define(
    'temporal.format(value :: ANY, pattern :: STRING) :: STRING',
    'A temporal value as a string, formatted with a Java date pattern',
    ([value, pattern]) => {
      if (typeof pattern !== 'string' || typeof value !== 'object' || value === null) return undefined;
      if (!isTemporal(value) || 'months' in value) return undefined;
      return formatWithPattern(value, pattern);
    },
  ),
];
