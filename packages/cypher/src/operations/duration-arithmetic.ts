/** Arithmetic with durations. Months, days and seconds are separate; fractions carry over to the next smaller unit. */
import { OffsetTime, durationOf, float } from '@weir/model';
import type { Duration, Value } from '@weir/model';
import { ArithmeticException, DateTimeException, LocalDate, LocalTime, ZonedDateTime } from '@js-joda/core';
import type { LocalDateTime } from '@js-joda/core';
import { arithmeticFailure } from './runtime-errors.js';

const NANOS_PER_SECOND = 1_000_000_000;
const NANOS_PER_DAY = 86_400 * NANOS_PER_SECOND;
const SECONDS_PER_DAY = 86_400;

export type Instant = LocalDate | LocalTime | OffsetTime | LocalDateTime | ZonedDateTime;

export function sumDurations(a: Duration, b: Duration, sign: 1 | -1): Duration {
  return checkedDuration(
    {
      months: a.months + sign * b.months,
      days: a.days + sign * b.days,
      seconds: a.seconds + sign * b.seconds,
      nanos: a.nanos + sign * b.nanos,
    },
    [a, b],
  );
}

export function negateDuration(duration: Duration): Duration {
  return multiplyDuration(duration, -1);
}

export function multiplyDuration(duration: Duration, factor: number): Duration {
  // Multiplied nanoseconds may have more digits than a double.
  const nanos = Number.isSafeInteger(factor)
    ? BigInt(duration.nanos) * BigInt(factor)
    : BigInt(Math.trunc(duration.nanos * factor) || 0);
  return checkedDuration(
    {
      months: duration.months * factor,
      days: duration.days * factor,
      seconds: duration.seconds * factor + Number(nanos / 1_000_000_000n),
      nanos: Number(nanos % 1_000_000_000n),
    },
    [duration, float(factor)],
  );
}

export function divideDuration(duration: Duration, divisor: number): Duration {
  if (divisor === 0) throw arithmeticFailure('/ by zero', [duration, 0]);
  return checkedDuration(
    {
      months: duration.months / divisor,
      days: duration.days / divisor,
      seconds: duration.seconds / divisor,
      nanos: Math.trunc(duration.nanos / divisor),
    },
    [duration, float(divisor)],
  );
}

/** @throws WeirError `cypher.arithmetic` if a part is out of range. */
export function checkedDuration(
  parts: Pick<Duration, 'months' | 'days' | 'seconds' | 'nanos'>,
  operands: readonly Value[],
): Duration {
  const result = durationOf(parts);
  const { months, days, seconds } = result;
  if ([months, days, seconds].every(Number.isSafeInteger)) return result;
  throw arithmeticFailure('long overflow', operands);
}

/**
 * Moves an instant: first by months, then days, then time. A date moves by whole days of the time part.
 * @throws WeirError `cypher.arithmetic` beyond the years -999999 to 999999.
 */
export function plusDuration(instant: Instant, duration: Duration, sign: 1 | -1): Value {
  try {
    return plus(instant, duration, sign);
  } catch (error) {
    if (error instanceof DateTimeException || error instanceof ArithmeticException) {
      throw arithmeticFailure('long overflow', [instant, duration]);
    }
    throw error;
  }
}

function plus(instant: Instant, duration: Duration, sign: 1 | -1): Value {
  const months = sign * duration.months;
  const days = sign * duration.days;
  const seconds = sign * duration.seconds;
  const nanos = sign * duration.nanos;
  if (instant instanceof LocalDate) {
    return instant.plusMonths(months).plusDays(days + sign * wholeDays(duration));
  }
  if (instant instanceof LocalTime)
    return LocalTime.ofNanoOfDay(moved(instant.toNanoOfDay(), seconds, nanos));
  if (instant instanceof OffsetTime) {
    return new OffsetTime(moved(instant.nanoOfDay, seconds, nanos), instant.offsetSeconds);
  }
  return plusPeriod(instant, months, days).plusSeconds(seconds).plusNanos(nanos);
}

/**
 * Moves by months, then days, of the local clock. In a zone the result is resolved once, at the end, so a skipped local
 * time midway does not matter. In a repeated hour the offset is kept.
 */
export function plusPeriod<T extends LocalDateTime | ZonedDateTime>(
  instant: T,
  months: number,
  days: number,
): T;
export function plusPeriod(
  instant: LocalDateTime | ZonedDateTime,
  months: number,
  days: number,
): LocalDateTime | ZonedDateTime {
  if (months === 0 && days === 0) return instant;
  if (!(instant instanceof ZonedDateTime)) return instant.plusMonths(months).plusDays(days);
  const local = instant.toLocalDateTime().plusMonths(months).plusDays(days);
  return ZonedDateTime.ofLocal(local, instant.zone(), instant.offset());
}

/** Whole days of the time part, rounded towards zero. */
function wholeDays({ seconds, nanos }: Duration): number {
  const towardsZero = seconds < 0 && nanos > 0 ? seconds + 1 : seconds;
  return Math.trunc(towardsZero / SECONDS_PER_DAY);
}

function moved(nanoOfDay: number, seconds: number, nanos: number): number {
  const total = nanoOfDay + (seconds % SECONDS_PER_DAY) * NANOS_PER_SECOND + nanos;
  return ((total % NANOS_PER_DAY) + NANOS_PER_DAY) % NANOS_PER_DAY;
}
