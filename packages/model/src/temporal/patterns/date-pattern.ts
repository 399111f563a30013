/**
 * Java's date patterns (`dd/MMM/yyyy:HH:mm:ss Z`), US English, the calendar of ISO 8601.
 *
 * Letters: `y u` year, `M L` month, `d` day, `D` day of the year, `Q q` quarter, `E` day of the week, `a` half of
 * the day, `H k K h` hour, `m` minute, `s` second, `S` fraction, `A` millisecond of the day, `n` nanosecond, `N`
 * nanosecond of the day, `V z` zone, `O X x Z` offset; `'text'` and `''` literally, `[...]` optional. Patterns are
 * compiled once.
 */
import { LruMap } from '@weir/platform';
import { WeirError } from '@weir/platform/errors';
import type { Duration } from '../../values/value.js';
import { DAYS, HALVES, MONTHS, SHORT_DAYS, SHORT_MONTHS } from './english-names.js';
import type { Temporal } from '../iso-text.js';
import {
  CLOCK_12,
  CLOCK_24,
  FractionElement,
  LiteralElement,
  NameElement,
  NumberElement,
  OffsetElement,
  OptionalElement,
  parseAll,
  printAll,
  TWO_DIGIT_YEAR,
  ZoneElement,
  type PatternElement,
} from './pattern-elements.js';
import { PatternFields, type NumericField } from './pattern-fields.js';

/**
 * Parses a whole text.
 * @returns its fields, or `undefined` if the text does not follow the pattern.
 * @throws WeirError `cypher.runtime` for an invalid pattern.
 */
export function parseWithPattern(text: string, pattern: string): PatternFields | undefined {
  const fields = new PatternFields();
  return parseAll(compiled(pattern), text, 0, fields) === text.length ? fields : undefined;
}

/**
 * @returns the text, or `undefined` if the pattern requires a field that the value lacks.
 * @throws WeirError `cypher.runtime` for an invalid pattern.
 */
export function formatWithPattern(value: Exclude<Temporal, Duration>, pattern: string): string | undefined {
  return printAll(compiled(pattern), PatternFields.of(value));
}

const cache = new LruMap<string, readonly PatternElement[]>(200);

function compiled(pattern: string): readonly PatternElement[] {
  let elements = cache.get(pattern);
  if (elements === undefined) {
    elements = new PatternCompiler(pattern).compile();
    cache.set(pattern, elements);
  }
  return elements;
}

class PatternCompiler {
  private at = 0;

  constructor(private readonly pattern: string) {}

  compile(): readonly PatternElement[] {
    const elements = this.sequence();
    if (this.at < this.pattern.length) throw this.error("']' without '['");
    return elements;
  }

  private sequence(): readonly PatternElement[] {
    const elements: PatternElement[] = [];
    while (this.at < this.pattern.length && this.pattern[this.at] !== ']') elements.push(this.element());
    reserveDigits(elements);
    return elements;
  }

  private element(): PatternElement {
    const char = this.pattern[this.at]!;
    if (char === '[') return this.optional();
    if (char === "'") return this.quoted();
    if (/[A-Za-z]/.test(char)) return this.letters(char);
    if ('{}#'.includes(char)) throw this.error(`the character '${char}' is reserved`);
    this.at++;
    return new LiteralElement(char);
  }

  private optional(): PatternElement {
    this.at++;
    const elements = this.sequence();
    if (this.pattern[this.at] !== ']') throw this.error("'[' without ']'");
    this.at++;
    return new OptionalElement(elements);
  }

  private quoted(): PatternElement {
    const match = /'((?:[^']|'')*)'/y;
    match.lastIndex = this.at;
    const [whole, content] = match.exec(this.pattern) ?? [];
    if (whole === undefined) throw this.error('a quote is not closed');
    this.at += whole.length;
    return new LiteralElement(whole === "''" ? "'" : content!.replaceAll("''", "'"));
  }

  private letters(letter: string): PatternElement {
    let count = 1;
    while (this.pattern[this.at + count] === letter) count++;
    const element = elementOf(letter, count);
    if (element === undefined) throw this.error(`'${letter.repeat(count)}' is not a valid pattern letter`);
    this.at += count;
    return element;
  }

  private error(why: string): WeirError {
    return new WeirError(
      'cypher.runtime',
      `Not a date pattern: ${JSON.stringify(this.pattern)}: ${why} (at position ${this.at + 1})`,
    );
  }
}

/** A number of variable width leaves the fixed numbers right after it the digits they need: `yyyyMMdd`. */
function reserveDigits(elements: readonly PatternElement[]): void {
  let open: NumberElement | undefined;
  for (const element of elements) {
    const fixed = (element instanceof NumberElement || element instanceof FractionElement) && element.isFixed;
    if (fixed && open) open.reserved += element.min;
    else open = element instanceof NumberElement && !element.isFixed ? element : undefined;
  }
}

function elementOf(letter: string, count: number): PatternElement | undefined {
  switch (letter) {
    case 'y':
    case 'u':
      return count === 2
        ? new NumberElement('year', 2, 2, TWO_DIGIT_YEAR)
        : new NumberElement('year', count, 19);
    case 'M':
    case 'L':
      return count <= 2 ? digits('month', count) : name('month', count, SHORT_MONTHS, MONTHS);
    case 'd':
      return count <= 2 ? digits('day', count) : undefined;
    case 'D':
      return count <= 3 ? new NumberElement('dayOfYear', count, 3) : undefined;
    case 'Q':
    case 'q':
      return count <= 2 ? digits('quarter', count) : undefined;
    case 'E':
      return name('dayOfWeek', Math.max(count, 3), SHORT_DAYS, DAYS);
    case 'a':
      return count === 1 ? new NameElement('half', HALVES, 0) : undefined;
    case 'S':
      return count <= 9 ? new FractionElement(count) : undefined;
    case 'A':
      return new NumberElement('milliOfDay', count, 19);
    case 'n':
      return new NumberElement('nano', count, 19);
    case 'N':
      return new NumberElement('nanoOfDay', count, 19);
    default:
      return clockElement(letter, count) ?? zoneElement(letter, count);
  }
}

function clockElement(letter: string, count: number): PatternElement | undefined {
  if (count > 2) return undefined;
  const max = count === 2 ? 2 : 19;
  switch (letter) {
    case 'H':
      return new NumberElement('hour', count, max);
    case 'k':
      return new NumberElement('hour', count, max, CLOCK_24);
    case 'K':
      return new NumberElement('hourOfHalf', count, max);
    case 'h':
      return new NumberElement('hourOfHalf', count, max, CLOCK_12);
    case 'm':
      return new NumberElement('minute', count, max);
    case 's':
      return new NumberElement('second', count, max);
    default:
      return undefined;
  }
}

function digits(field: NumericField, count: number): PatternElement {
  return new NumberElement(field, count, count === 2 ? 2 : 19);
}

function name(
  field: NumericField,
  count: number,
  short: readonly string[],
  full: readonly string[],
): PatternElement | undefined {
  if (count > 4) return undefined;
  return new NameElement(field, count === 4 ? full : short, 1);
}

const ISO_OFFSET = {
  zero: 'Z',
  prefix: '',
  colon: false,
  minutes: 'always',
  seconds: 'never',
  short: false,
} as const;

function zoneElement(letter: string, count: number): PatternElement | undefined {
  switch (letter) {
    case 'V':
      return count === 2 ? new ZoneElement() : undefined;
    case 'z':
      return count <= 4 ? new ZoneElement() : undefined;
    case 'X':
      return isoOffset(count, 'Z');
    case 'x':
      return isoOffset(count, undefined);
    case 'Z':
      if (count <= 3) return new OffsetElement({ ...ISO_OFFSET, zero: undefined });
      return count === 4 ? localizedOffset(4) : isoOffset(count, 'Z');
    case 'O':
      return localizedOffset(count);
    default:
      return undefined;
  }
}

/** 1: `+02`, minutes if nonzero; 2: `+0200`; 3: `+02:00`; 4 and 5: as 2 and 3 with seconds if nonzero. */
function isoOffset(count: number, zero: string | undefined): PatternElement | undefined {
  if (count > 5) return undefined;
  return new OffsetElement({
    ...ISO_OFFSET,
    zero,
    colon: count === 3 || count === 5,
    minutes: count === 1 ? 'if any' : 'always',
    seconds: count >= 4 ? 'if any' : 'never',
  });
}

/** 1: `GMT+2`; 4: `GMT+02:00`. */
function localizedOffset(count: number): PatternElement | undefined {
  if (count !== 1 && count !== 4) return undefined;
  const short = count === 1;
  return new OffsetElement({
    zero: 'GMT',
    prefix: 'GMT',
    colon: true,
    minutes: short ? 'if any' : 'always',
    seconds: 'if any',
    short,
  });
}
