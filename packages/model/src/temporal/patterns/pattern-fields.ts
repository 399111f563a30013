/** Fields that a date pattern parses and prints, and the values they form. */
import {
  LocalDate,
  LocalDateTime,
  LocalTime,
  YearMonth,
  ZonedDateTime,
  ZoneOffset,
  type ZoneId,
} from '@js-joda/core';
import type { Duration } from '../../values/value.js';
import { OffsetTime } from '../../values/value.js';
import type { Temporal } from '../iso-text.js';

export type NumericField =
  | 'year'
  | 'month'
  | 'day'
  | 'dayOfYear'
  /** 1 is Monday. */
  | 'dayOfWeek'
  | 'quarter'
  | 'hour'
  /** 0 to 11. */
  | 'hourOfHalf'
  /** 0 is AM. */
  | 'half'
  | 'minute'
  | 'second'
  | 'nano'
  | 'milliOfDay'
  | 'nanoOfDay';

/** Parsed fields; `undefined` if not in the text. */
export class PatternFields {
  year: number | undefined;
  month: number | undefined;
  day: number | undefined;
  dayOfYear: number | undefined;
  dayOfWeek: number | undefined;
  quarter: number | undefined;
  hour: number | undefined;
  hourOfHalf: number | undefined;
  half: number | undefined;
  minute: number | undefined;
  second: number | undefined;
  nano: number | undefined;
  milliOfDay: number | undefined;
  nanoOfDay: number | undefined;
  offsetSeconds: number | undefined;
  zone: ZoneId | undefined;

  /** The fields of a value, for printing. */
  static of(value: Exclude<Temporal, Duration>): PatternFields {
    const fields = new PatternFields();
    if (value instanceof ZonedDateTime) {
      fields.setDate(value.toLocalDate());
      fields.setTime(value.toLocalTime());
      fields.offsetSeconds = value.offset().totalSeconds();
      fields.zone = value.zone();
    } else if (value instanceof LocalDateTime) {
      fields.setDate(value.toLocalDate());
      fields.setTime(value.toLocalTime());
    } else if (value instanceof LocalDate) {
      fields.setDate(value);
    } else if (value instanceof LocalTime) {
      fields.setTime(value);
    } else {
      fields.setTime(LocalTime.ofNanoOfDay(value.nanoOfDay));
      fields.offsetSeconds = value.offsetSeconds;
      fields.zone = ZoneOffset.ofTotalSeconds(value.offsetSeconds);
    }
    return fields;
  }

  copy(): PatternFields {
    return Object.assign(new PatternFields(), this);
  }

  private setDate(date: LocalDate): void {
    this.year = date.year();
    this.month = date.monthValue();
    this.day = date.dayOfMonth();
    this.dayOfYear = date.dayOfYear();
    this.dayOfWeek = date.dayOfWeek().value();
    this.quarter = Math.ceil(date.monthValue() / 3);
  }

  private setTime(time: LocalTime): void {
    this.hour = time.hour();
    this.hourOfHalf = time.hour() % 12;
    this.half = time.hour() < 12 ? 0 : 1;
    this.minute = time.minute();
    this.second = time.second();
    this.nano = time.nano();
    this.nanoOfDay = time.toNanoOfDay();
    this.milliOfDay = Math.floor(time.toNanoOfDay() / 1e6);
  }

  // The value that the parsed fields form; `undefined` if some are missing or out of range.

  date(): LocalDate | undefined {
    const date = this.dateOfFields();
    if (date && this.dayOfWeek !== undefined && date.dayOfWeek().value() !== this.dayOfWeek) return undefined;
    return date;
  }

  private dateOfFields(): LocalDate | undefined {
    const { year, month, day, dayOfYear } = this;
    if (year === undefined) return undefined;
    if (month === undefined) {
      if (dayOfYear === undefined || !inRange(dayOfYear, 1, 366)) return undefined;
      if (dayOfYear === 366 && !LocalDate.of(year, 1, 1).isLeapYear()) return undefined;
      return LocalDate.ofYearDay(year, dayOfYear);
    }
    if (day === undefined || !inRange(month, 1, 12) || !inRange(day, 1, 31)) return undefined;
    // As in Java by default: the 31st of a shorter month is its last day.
    return LocalDate.of(year, month, Math.min(day, YearMonth.of(year, month).lengthOfMonth()));
  }

  localTime(): LocalTime | undefined {
    if (this.nanoOfDay !== undefined) {
      return inRange(this.nanoOfDay, 0, 86_399_999_999_999)
        ? LocalTime.ofNanoOfDay(this.nanoOfDay)
        : undefined;
    }
    if (this.milliOfDay !== undefined) {
      return inRange(this.milliOfDay, 0, 86_399_999)
        ? LocalTime.ofNanoOfDay(this.milliOfDay * 1e6)
        : undefined;
    }
    const hour = this.hourOfDay();
    const { minute = 0, second = 0, nano = 0 } = this;
    if (hour === undefined || !inRange(minute, 0, 59) || !inRange(second, 0, 59)) return undefined;
    return LocalTime.of(hour, minute, second, nano);
  }

  private hourOfDay(): number | undefined {
    if (this.hour !== undefined) return inRange(this.hour, 0, 23) ? this.hour : undefined;
    if (this.hourOfHalf === undefined || this.half === undefined) return undefined;
    return inRange(this.hourOfHalf, 0, 11) ? this.half * 12 + this.hourOfHalf : undefined;
  }

  localDateTime(): LocalDateTime | undefined {
    const date = this.date();
    const time = this.localTime();
    return date && time && LocalDateTime.of(date, time);
  }

  offsetTime(): OffsetTime | undefined {
    const time = this.localTime();
    return time && this.offsetSeconds !== undefined
      ? new OffsetTime(time.toNanoOfDay(), this.offsetSeconds)
      : undefined;
  }

  /** @param defaultZone used if the text names no zone. */
  dateTime(defaultZone?: ZoneId): ZonedDateTime | undefined {
    const local = this.localDateTime();
    const offset =
      this.offsetSeconds === undefined ? undefined : ZoneOffset.ofTotalSeconds(this.offsetSeconds);
    const zone = this.zone ?? offset ?? defaultZone;
    if (!local || !zone) return undefined;
    return offset ? ZonedDateTime.ofInstant(local, offset, zone) : ZonedDateTime.of(local, zone);
  }
}

function inRange(value: number, low: number, high: number): boolean {
  return value >= low && value <= high;
}
