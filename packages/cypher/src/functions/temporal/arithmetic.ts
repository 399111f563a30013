/** Arithmetic with durations. Months, days and seconds are kept apart; fractions go over to the next smaller unit. */
import { OffsetTime, durationOf } from '@weir/model';
import type { Duration, Value } from '@weir/model';
import { LocalDate, LocalDateTime, LocalTime } from '@js-joda/core';
import type { ZonedDateTime } from '@js-joda/core';

const NANOS_PER_SECOND = 1_000_000_000;
const NANOS_PER_DAY = 86_400 * NANOS_PER_SECOND;
const SECONDS_PER_DAY = 86_400;

export type Instant = LocalDate | LocalTime | OffsetTime | LocalDateTime | ZonedDateTime;

export function sumDurations(a: Duration, b: Duration, sign: 1 | -1): Duration {
  return durationOf({
    months: a.months + sign * b.months,
    days: a.days + sign * b.days,
    seconds: a.seconds + sign * b.seconds,
    nanos: a.nanos + sign * b.nanos,
  });
}

export function negateDuration(duration: Duration): Duration {
  return durationOf({
    months: -duration.months,
    days: -duration.days,
    seconds: -duration.seconds,
    nanos: -duration.nanos,
  });
}

export function multiplyDuration(duration: Duration, factor: number): Duration {
  return durationOf({
    months: duration.months * factor,
    days: duration.days * factor,
    seconds: duration.seconds * factor,
    nanos: Math.trunc(duration.nanos * factor),
  });
}

export function divideDuration(duration: Duration, divisor: number): Duration {
  return durationOf({
    months: duration.months / divisor,
    days: duration.days / divisor,
    seconds: duration.seconds / divisor,
    nanos: Math.trunc(duration.nanos / divisor),
  });
}

/** Moves an instant: first by months, then days, then time. A date moves by whole days of the time part. */
export function plusDuration(instant: Instant, duration: Duration, sign: 1 | -1): Value {
  const months = sign * duration.months;
  const days = sign * duration.days;
  const seconds = sign * duration.seconds;
  const nanos = sign * duration.nanos;
  if (instant instanceof LocalDate) {
    const wholeDays = Math.trunc((seconds + nanos / NANOS_PER_SECOND) / SECONDS_PER_DAY);
    return instant.plusMonths(months).plusDays(days + wholeDays);
  }
  if (instant instanceof LocalTime)
    return LocalTime.ofNanoOfDay(moved(instant.toNanoOfDay(), seconds, nanos));
  if (instant instanceof OffsetTime) {
    return new OffsetTime(moved(instant.nanoOfDay, seconds, nanos), instant.offsetSeconds);
  }
  if (instant instanceof LocalDateTime) {
    return instant.plusMonths(months).plusDays(days).plusSeconds(seconds).plusNanos(nanos);
  }
  return instant.plusMonths(months).plusDays(days).plusSeconds(seconds).plusNanos(nanos);
}

function moved(nanoOfDay: number, seconds: number, nanos: number): number {
  const total = nanoOfDay + (seconds % SECONDS_PER_DAY) * NANOS_PER_SECOND + nanos;
  return ((total % NANOS_PER_DAY) + NANOS_PER_DAY) % NANOS_PER_DAY;
}
