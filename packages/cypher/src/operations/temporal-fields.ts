/** `value.field` of temporal values. A field that the type lacks is null. */
import { Duration, OffsetTime } from '@weir/model';
import type { Value } from '@weir/model';
import { IsoFields, LocalDate, LocalDateTime, LocalTime, ZonedDateTime, ZoneOffset } from '@js-joda/core';

const NANOS_PER_SECOND = 1_000_000_000;

/** @returns `undefined` if the value is not temporal. */
export function temporalField(value: Value, field: string): Value | undefined {
  if (value instanceof Duration) return durationField(value, field);
  if (value instanceof LocalDate) return dateField(value, field) ?? null;
  if (value instanceof LocalTime) return timeField(value.toNanoOfDay(), field) ?? null;
  if (value instanceof OffsetTime)
    return timeField(value.nanoOfDay, field) ?? offsetField(value.offsetSeconds, field) ?? null;
  if (value instanceof LocalDateTime)
    return dateTimeField(value, field) ?? epochField(value.atZone(ZoneOffset.UTC), field) ?? null;
  if (value instanceof ZonedDateTime) return zonedField(value, field) ?? null;
  return undefined;
}

function dateField(date: LocalDate, field: string): Value | undefined {
  switch (field) {
    case 'year':
      return date.year();
    case 'quarter':
      return Math.floor((date.monthValue() - 1) / 3) + 1;
    case 'month':
      return date.monthValue();
    case 'week':
      return date.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
    case 'weekYear':
      return date.get(IsoFields.WEEK_BASED_YEAR);
    case 'dayOfQuarter':
    case 'quarterDay':
      return date.get(IsoFields.DAY_OF_QUARTER);
    case 'day':
      return date.dayOfMonth();
    case 'ordinalDay':
      return date.dayOfYear();
    case 'dayOfWeek':
    case 'weekDay':
      return date.dayOfWeek().value();
    default:
      return undefined;
  }
}

function timeField(nanoOfDay: number, field: string): Value | undefined {
  const nanos = nanoOfDay % NANOS_PER_SECOND;
  const seconds = Math.floor(nanoOfDay / NANOS_PER_SECOND);
  switch (field) {
    case 'hour':
      return Math.floor(seconds / 3600);
    case 'minute':
      return Math.floor(seconds / 60) % 60;
    case 'second':
      return seconds % 60;
    case 'millisecond':
      return Math.floor(nanos / 1_000_000);
    case 'microsecond':
      return Math.floor(nanos / 1000);
    case 'nanosecond':
      return nanos;
    default:
      return undefined;
  }
}

function dateTimeField(value: LocalDateTime, field: string): Value | undefined {
  return dateField(value.toLocalDate(), field) ?? timeField(value.toLocalTime().toNanoOfDay(), field);
}

function offsetField(offsetSeconds: number, field: string): Value | undefined {
  switch (field) {
    case 'timezone':
    case 'offset':
      return ZoneOffset.ofTotalSeconds(offsetSeconds).id();
    case 'offsetMinutes':
      return Math.trunc(offsetSeconds / 60);
    case 'offsetSeconds':
      return offsetSeconds;
    default:
      return undefined;
  }
}

function epochField(value: ZonedDateTime, field: string): Value | undefined {
  if (field === 'epochSeconds') return value.toEpochSecond();
  if (field === 'epochMillis') return value.toEpochSecond() * 1000 + Math.floor(value.nano() / 1_000_000);
  return undefined;
}

function zonedField(value: ZonedDateTime, field: string): Value | undefined {
  if (field === 'timezone') return value.zone().id();
  return (
    dateTimeField(value.toLocalDateTime(), field) ??
    offsetField(value.offset().totalSeconds(), field) ??
    epochField(value, field)
  );
}

/** A part of a duration in whole units, rounded towards zero; for seconds and smaller units, rounded down. */
function durationField(duration: Duration, field: string): Value {
  const { months, days, seconds, nanos } = duration;
  switch (field) {
    case 'years':
      return Math.trunc(months / 12);
    case 'quarters':
      return Math.trunc(months / 3);
    case 'months':
      return months;
    case 'weeks':
      return Math.trunc(days / 7);
    case 'days':
      return days;
    case 'hours':
      return Math.trunc(seconds / 3600);
    case 'minutes':
      return Math.trunc(seconds / 60);
    case 'seconds':
      return seconds;
    case 'milliseconds':
      return seconds * 1000 + Math.floor(nanos / 1_000_000);
    case 'microseconds':
      return seconds * 1_000_000 + Math.floor(nanos / 1000);
    case 'nanoseconds':
      return exactNanos(seconds, nanos);
    case 'quartersOfYear':
      return Math.trunc(months / 3) % 4;
    case 'monthsOfQuarter':
      return months % 3;
    case 'monthsOfYear':
      return months % 12;
    case 'daysOfWeek':
      return days % 7;
    case 'minutesOfHour':
      return Math.trunc(seconds / 60) % 60;
    case 'secondsOfMinute':
      return seconds % 60;
    case 'millisecondsOfSecond':
      return Math.floor(nanos / 1_000_000);
    case 'microsecondsOfSecond':
      return Math.floor(nanos / 1000);
    case 'nanosecondsOfSecond':
      return nanos;
    default:
      return null;
  }
}

function exactNanos(seconds: number, nanos: number): Value {
  const total = BigInt(seconds) * 1_000_000_000n + BigInt(nanos);
  return total >= -9007199254740991n && total <= 9007199254740991n ? Number(total) : total;
}
