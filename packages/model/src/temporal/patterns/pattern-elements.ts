/** Elements of a date pattern: each parses and prints its section of a text. */
import { ZoneOffset } from '@js-joda/core';
import type { NumericField, PatternFields } from './pattern-fields.js';
import { zoneOf } from '../zones.js';

export interface PatternElement {
  /** Parses from `at` on. @returns the position after the element, or -1 if the text doesn't match. */
  parse(text: string, at: number, into: PatternFields): number;
  /** @returns `undefined` if the value has no such field. */
  print(from: PatternFields): string | undefined;
}

export class LiteralElement implements PatternElement {
  constructor(private readonly literal: string) {}

  parse(text: string, at: number): number {
    return text.startsWith(this.literal, at) ? at + this.literal.length : -1;
  }

  print(): string {
    return this.literal;
  }
}

/** A number: exactly `min` digits, or up to `max` if that is more. */
export class NumberElement implements PatternElement {
  /** Digits reserved for the fixed numbers that follow directly. */
  reserved = 0;

  /** @param scale converts between the written number and the field where they differ (clock hours). */
  constructor(
    private readonly field: NumericField,
    readonly min: number,
    readonly max: number,
    private readonly scale: { read(written: number): number; write(value: number): number } = SAME,
  ) {}

  get isFixed(): boolean {
    return this.min === this.max;
  }

  parse(text: string, at: number, into: PatternFields): number {
    const sign = text[at];
    const signed = !this.isFixed && (sign === '-' || sign === '+');
    const start = signed ? at + 1 : at;
    let end = start;
    while (end - start < this.max + this.reserved && isDigit(text.charCodeAt(end))) end++;
    if (this.reserved > 0) end = Math.max(start + this.min, end - this.reserved);
    if (end - start < this.min || end > text.length) return -1;
    // More digits than in the pattern need a sign; otherwise two adjacent numbers could be read as one.
    if (!this.isFixed && this.min > 1 && end - start > this.min && !signed) return -1;
    const number = Number(text.slice(start, end));
    into[this.field] = this.scale.read(sign === '-' && signed ? -number : number);
    return end;
  }

  print(from: PatternFields): string | undefined {
    const value = from[this.field];
    if (value === undefined) return undefined;
    const written = this.scale.write(value);
    const digits = String(Math.abs(written)).padStart(this.min, '0');
    if (written < 0) return '-' + digits;
    return digits.length > this.min && this.min > 1 && !this.isFixed ? '+' + digits : digits;
  }
}

const SAME = { read: (written: number) => written, write: (value: number) => value };
/** `yy`: the years 2000 to 2099. */
export const TWO_DIGIT_YEAR = {
  read: (written: number) => 2000 + written,
  write: (value: number) => ((value % 100) + 100) % 100,
};
/** Clock hours count from 1 to 12, or to 24. */
export const CLOCK_12 = {
  read: (written: number) => (written === 12 ? 0 : written),
  write: (value: number) => (value === 0 ? 12 : value),
};
export const CLOCK_24 = {
  read: (written: number) => (written === 24 ? 0 : written),
  write: (value: number) => (value === 0 ? 24 : value),
};

const NANO_DIGITS = 9;

/** The first `digits` digits after the decimal point. */
export class FractionElement implements PatternElement {
  readonly isFixed = true;
  readonly min: number;

  constructor(private readonly digits: number) {
    this.min = digits;
  }

  parse(text: string, at: number, into: PatternFields): number {
    const end = at + this.digits;
    for (let i = at; i < end; i++) if (!isDigit(text.charCodeAt(i))) return -1;
    into.nano = Number(text.slice(at, end).padEnd(NANO_DIGITS, '0'));
    return end;
  }

  print({ nano }: PatternFields): string | undefined {
    return nano === undefined ? undefined : String(nano).padStart(NANO_DIGITS, '0').slice(0, this.digits);
  }
}

export class NameElement implements PatternElement {
  /** @param first the value of the first name. */
  constructor(
    private readonly field: NumericField,
    private readonly names: readonly string[],
    private readonly first: number,
  ) {}

  parse(text: string, at: number, into: PatternFields): number {
    for (let i = 0; i < this.names.length; i++) {
      if (!text.startsWith(this.names[i]!, at)) continue;
      into[this.field] = i + this.first;
      return at + this.names[i]!.length;
    }
    return -1;
  }

  print(from: PatternFields): string | undefined {
    const value = from[this.field];
    return value === undefined ? undefined : this.names[value - this.first];
  }
}

export interface OffsetStyle {
  /** Text for a zero offset, such as `Z`; `undefined` writes the offset out. */
  readonly zero: string | undefined;
  readonly prefix: string;
  readonly colon: boolean;
  readonly minutes: 'always' | 'if any';
  readonly seconds: 'never' | 'if any';
  /** Hours without a leading zero. */
  readonly short: boolean;
}

export class OffsetElement implements PatternElement {
  private readonly pattern: RegExp;

  constructor(private readonly style: OffsetStyle) {
    const separator = style.colon ? ':' : '';
    const minutes = `${separator}([0-5]\\d)${style.seconds === 'never' ? '' : `(?:${separator}([0-5]\\d))?`}`;
    const hours = style.short ? '(\\d{1,2})' : '(\\d{2})';
    const always = style.minutes === 'always';
    this.pattern = new RegExp(`${style.prefix}([+-])${hours}${always ? minutes : `(?:${minutes})?`}`, 'y');
  }

  parse(text: string, at: number, into: PatternFields): number {
    this.pattern.lastIndex = at;
    const match = this.pattern.exec(text);
    if (!match) {
      if (this.style.zero === undefined || !text.startsWith(this.style.zero, at)) return -1;
      into.offsetSeconds = 0;
      return at + this.style.zero.length;
    }
    const [whole, sign, hours, minutes = '0', seconds = '0'] = match;
    const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    if (total > MAX_OFFSET_SECONDS) return -1;
    into.offsetSeconds = sign === '-' ? 0 - total : total;
    return at + whole.length;
  }

  print({ offsetSeconds }: PatternFields): string | undefined {
    if (offsetSeconds === undefined) return undefined;
    const { zero, prefix, colon, minutes, seconds, short } = this.style;
    if (offsetSeconds === 0 && zero !== undefined) return zero;
    const size = Math.abs(offsetSeconds);
    const hour = String(Math.trunc(size / 3600));
    const minute = Math.trunc(size / 60) % 60;
    const second = seconds === 'never' ? 0 : size % 60;
    const separator = colon ? ':' : '';
    let text = `${prefix}${offsetSeconds < 0 ? '-' : '+'}${short ? hour : hour.padStart(2, '0')}`;
    if (minutes === 'always' || minute > 0 || second > 0) text += separator + String(minute).padStart(2, '0');
    if (second > 0) text += separator + String(second).padStart(2, '0');
    return text;
  }
}

const MAX_OFFSET_SECONDS = 18 * 3600;
const ZONE_NAME = /[A-Za-z][A-Za-z0-9/_+-]*(?::\d\d)?|[+-]\d\d(?::?\d\d)?/y;

export class ZoneElement implements PatternElement {
  parse(text: string, at: number, into: PatternFields): number {
    ZONE_NAME.lastIndex = at;
    const [name] = ZONE_NAME.exec(text) ?? [];
    const zone = name === undefined ? undefined : zoneOf(name);
    if (name === undefined || zone === undefined) return -1;
    into.zone = zone;
    if (zone instanceof ZoneOffset) into.offsetSeconds = zone.totalSeconds();
    return at + name.length;
  }

  print({ zone }: PatternFields): string | undefined {
    return zone?.id();
  }
}

/** `[...]`: optional in a parsed text; omitted when printing a value that lacks a field. */
export class OptionalElement implements PatternElement {
  constructor(private readonly elements: readonly PatternElement[]) {}

  parse(text: string, at: number, into: PatternFields): number {
    const attempt = into.copy();
    const end = parseAll(this.elements, text, at, attempt);
    if (end < 0) return at;
    Object.assign(into, attempt);
    return end;
  }

  print(from: PatternFields): string {
    return printAll(this.elements, from) ?? '';
  }
}

export function parseAll(
  elements: readonly PatternElement[],
  text: string,
  at: number,
  into: PatternFields,
): number {
  let position = at;
  for (let i = 0; i < elements.length && position >= 0; i++)
    position = elements[i]!.parse(text, position, into);
  return position;
}

export function printAll(elements: readonly PatternElement[], from: PatternFields): string | undefined {
  let text = '';
  for (const element of elements) {
    const printed = element.print(from);
    if (printed === undefined) return undefined;
    text += printed;
  }
  return text;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
