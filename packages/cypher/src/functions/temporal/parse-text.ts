/**
 * Parses temporal values in all forms of ISO 8601: extended and basic, calendar, week, ordinal and quarter dates,
 * reduced accuracy. Returns `undefined` for any other text.
 */
import type { Duration } from '@weir/model';
import { OffsetTime, durationOf, parseDuration, zoneOf } from '@weir/model';
import { LocalTime, ZoneOffset } from '@js-joda/core';
import type { ZoneId, LocalDateTime, LocalDate } from '@js-joda/core';
import { ZonedDateTime } from '@js-joda/core';
import { calendarDate, ordinalDate, quarterDate, weekDate } from './components.js';

const DATE_FORMS: readonly (readonly [RegExp, (parts: readonly number[]) => LocalDate])[] = [
  [/^([+-]?\d{4,9})-(\d\d)-(\d\d)$/, ([y, m, d]) => calendarDate(y!, m!, d!)],
  [/^(\d{4})(\d\d)(\d\d)$/, ([y, m, d]) => calendarDate(y!, m!, d!)],
  [/^([+-]?\d{4,9})-(\d\d)$/, ([y, m]) => calendarDate(y!, m!, 1)],
  [/^(\d{4})(\d\d)$/, ([y, m]) => calendarDate(y!, m!, 1)],
  [/^([+-]?\d{4,9})-?W(\d\d)-?(\d)$/, ([y, w, d]) => weekDate(y!, w!, d!)],
  [/^([+-]?\d{4,9})-?W(\d\d)$/, ([y, w]) => weekDate(y!, w!, 1)],
  [/^([+-]?\d{4,9})-?Q(\d)-?(\d\d)$/, ([y, q, d]) => quarterDate(y!, q!, d!)],
  [/^([+-]?\d{4,9})-?Q(\d)$/, ([y, q]) => quarterDate(y!, q!, 1)],
  [/^([+-]?\d{4,9})-(\d{3})$/, ([y, d]) => ordinalDate(y!, d!)],
  [/^(\d{4})(\d{3})$/, ([y, d]) => ordinalDate(y!, d!)],
  [/^([+-]?\d{4,9})$/, ([y]) => calendarDate(y!, 1, 1)],
];

export function dateOfText(text: string): LocalDate | undefined {
  for (const [form, build] of DATE_FORMS) {
    const match = form.exec(text);
    if (match) return attempt(() => build(match.slice(1).map(Number)));
  }
  return undefined;
}

const TIME = /^(\d\d)(?::?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?)?$/;

export function timeOfText(text: string): LocalTime | undefined {
  const match = TIME.exec(text);
  if (!match) return undefined;
  const [, hour, minute = '0', second = '0', fraction = ''] = match;
  return attempt(() =>
    LocalTime.of(Number(hour), Number(minute), Number(second), Number(fraction.padEnd(9, '0'))),
  );
}

interface ZonedText {
  readonly rest: string;
  readonly offset: ZoneOffset | undefined;
  readonly zone: ZoneId | undefined;
}

const ZONE = /^(.*?)(Z|z|[+-]\d\d(?::?\d\d(?::?\d\d)?)?)?(?:\[([^\]]+)\])?$/;

/** Splits the zone off the end of a time's text. */
function splitZone(text: string): ZonedText | undefined {
  const match = ZONE.exec(text);
  if (!match) return undefined;
  const [, rest = '', offsetText, zoneText] = match;
  const offset = offsetText === undefined ? undefined : offsetOf(offsetText);
  const zone = zoneText === undefined ? undefined : zoneOf(zoneText);
  if ((offsetText !== undefined && !offset) || (zoneText !== undefined && !zone)) return undefined;
  return { rest, offset, zone };
}

export function offsetOf(text: string): ZoneOffset | undefined {
  if (/^z$/i.test(text)) return ZoneOffset.UTC;
  const match = /^([+-])(\d\d)(?::?(\d\d)(?::?(\d\d))?)?$/.exec(text);
  if (!match) return undefined;
  const [, sign, hours, minutes = '0', seconds = '0'] = match;
  const parts = [hours, minutes, seconds].map(part => (sign === '-' ? -1 : 1) * Number(part));
  return attempt(() => ZoneOffset.ofHoursMinutesSeconds(parts[0]!, parts[1]!, parts[2]!));
}

export function offsetTimeOfText(text: string): OffsetTime | undefined {
  const zoned = splitZone(text);
  const time = zoned && timeOfText(zoned.rest);
  return time && new OffsetTime(time.toNanoOfDay(), zoned?.offset?.totalSeconds() ?? 0);
}

export function localDateTimeOfText(text: string): LocalDateTime | undefined {
  const [dateText, timeText, ...more] = text.split('T');
  const date = dateOfText(dateText!);
  if (!date || more.length > 0) return undefined;
  if (timeText === undefined) return date.atStartOfDay();
  const time = timeOfText(timeText);
  return time && date.atTime(time);
}

export function dateTimeOfText(text: string): ZonedDateTime | undefined {
  const at = text.indexOf('T');
  const date = dateOfText(at < 0 ? text : text.slice(0, at));
  if (!date) return undefined;
  if (at < 0) return date.atStartOfDay().atZone(ZoneOffset.UTC);
  const zoned = splitZone(text.slice(at + 1));
  const time = zoned && timeOfText(zoned.rest);
  if (!time) return undefined;
  const local = date.atTime(time);
  const { zone, offset } = zoned;
  if (zone === undefined) return local.atZone(offset ?? ZoneOffset.UTC);
  const result = ZonedDateTime.ofLocal(local, zone, offset ?? null);
  // Rejects an offset that the zone does not have at that time: it would be another instant.
  const fits = offset === undefined || result.toInstant().equals(local.toInstant(offset));
  return fits ? result : undefined;
}

const ALTERNATIVE = /^P(\d+)-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?$/;

export function durationOfText(text: string): Duration | undefined {
  const match = ALTERNATIVE.exec(text);
  if (!match) return parseDuration(text);
  const [years, months, days, hours, minutes, seconds] = match.slice(1, 7).map(Number);
  return durationOf({
    months: years! * 12 + months!,
    days: days!,
    seconds: hours! * 3600 + minutes! * 60 + seconds!,
    nanos: Number((match[7] ?? '').padEnd(9, '0')),
  });
}

/** A value out of range counts as a mismatch. */
function attempt<T>(build: () => T): T | undefined {
  try {
    return build();
  } catch {
    return undefined;
  }
}
