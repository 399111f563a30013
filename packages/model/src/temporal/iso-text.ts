/**
 * Temporal values in ISO 8601, as Java reads and prints them: zero seconds are omitted, fractions have 3, 6 or 9
 * digits, a named zone follows its offset in brackets.
 */
import {
  DateTimeException,
  DateTimeParseException,
  LocalDate,
  LocalDateTime,
  LocalTime,
  OffsetDateTime,
  ZonedDateTime,
  ZoneOffset,
} from '@js-joda/core';
import { Duration, OffsetTime } from '../values/value.js';
import { formatDuration } from './duration-text.js';
import { ensureZones } from './zones.js';

export type Temporal = LocalDate | LocalTime | OffsetTime | LocalDateTime | ZonedDateTime | Duration;

export function isTemporal(value: object): value is Temporal {
  return (
    value instanceof ZonedDateTime ||
    value instanceof LocalDateTime ||
    value instanceof LocalDate ||
    value instanceof Duration ||
    value instanceof LocalTime ||
    value instanceof OffsetTime
  );
}

/** `2024-05-01T10:15:30+02:00[Europe/Paris]`, `10:15`, `PT1H`, ... */
export function formatTemporal(value: Temporal): string {
  if (value instanceof OffsetTime) return formatOffsetTime(value);
  if (value instanceof Duration) return formatDuration(value);
  return value.toString();
}

/** Returns a date and time with only its offset: `2024-05-01T10:15:30+02:00`. */
export function formatWithOffset(value: ZonedDateTime): string {
  return value.toLocalDateTime().toString() + value.offset().id();
}

function formatOffsetTime({ nanoOfDay, offsetSeconds }: OffsetTime): string {
  return LocalTime.ofNanoOfDay(nanoOfDay).toString() + ZoneOffset.ofTotalSeconds(offsetSeconds).id();
}

// Each of these returns `undefined` if the text has another form.

export function parseDate(text: string): LocalDate | undefined {
  return attempt(() => LocalDate.parse(text));
}

export function parseLocalTime(text: string): LocalTime | undefined {
  return attempt(() => LocalTime.parse(text));
}

export function parseLocalDateTime(text: string): LocalDateTime | undefined {
  return attempt(() => LocalDateTime.parse(text));
}

export function parseOffsetTime(text: string): OffsetTime | undefined {
  const at = text.search(/[Zz+-]/);
  if (at < 0) return undefined;
  return attempt(() => {
    const time = LocalTime.parse(text.slice(0, at));
    return new OffsetTime(time.toNanoOfDay(), ZoneOffset.of(text.slice(at).toUpperCase()).totalSeconds());
  });
}

export function parseDateTime(text: string): ZonedDateTime | undefined {
  if (!text.endsWith(']')) return attempt(() => OffsetDateTime.parse(text).toZonedDateTime());
  ensureZones();
  return attempt(() => ZonedDateTime.parse(text));
}

function attempt<T>(parse: () => T): T | undefined {
  try {
    return parse();
  } catch (thrown) {
    // js-joda reports a mismatch by throwing; anything else is a bug.
    if (thrown instanceof DateTimeParseException || thrown instanceof DateTimeException) return undefined;
    throw thrown;
  }
}
