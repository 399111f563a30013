/**
 * Values of columns that no file contains, because they are the same for all rows of a file: text, typed by the table's
 * schema.
 */
import { LocalDate, LocalDateTime, ZoneOffset } from '@js-joda/core';
import { float, integer, type Value } from '@weir/model';
import { SharingProblem } from './sharing-problem.js';

/** Maximum length of values other than text and bytes. */
const LONGEST = 100;
const SHOWN = 80;
const DECIMAL = /^decimal\(\d+,\s*(-?\d+)\)$/;
const WHOLE: ReadonlySet<string | undefined> = new Set(['long', 'integer', 'short', 'byte']);
const NOT_FINITE: ReadonlyMap<string, number> = new Map([
  ['NaN', NaN],
  ['Infinity', Infinity],
  ['-Infinity', -Infinity],
]);

/** @throws SharingProblem `unreadable` for a value that is invalid for its type. */
export function partitionValue(name: string, type: string | undefined, text: string | null): Value {
  // The protocol defines this for all types.
  if (text === null || text === '') return null;
  if (type === 'string') return text;
  if (type === 'binary') return new TextEncoder().encode(text);
  if (text.length > LONGEST) throw wrong(name, type, text);
  try {
    const value = typed(type, text);
    if (value !== undefined) return value;
  } catch (error) {
    throw wrong(name, type, text, error);
  }
  throw wrong(name, type, text);
}

/** @returns `undefined` for an invalid value; functions that throw mean the same. */
function typed(type: string | undefined, text: string): Value | undefined {
  if (WHOLE.has(type)) return /^[+-]?\d+$/.test(text) ? (integer(BigInt(text)) ?? undefined) : undefined;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (type === 'double' || type === 'float') return fraction(text);
  if (type === 'date') return LocalDate.parse(text);
  if (type === 'timestamp') return local(text.replace(/Z$/, '')).atZone(ZoneOffset.UTC);
  if (type === 'timestamp_ntz') return local(text);
  const scale = type === undefined ? undefined : DECIMAL.exec(type)?.[1];
  if (scale === undefined) return undefined;
  return Number(scale) === 0 && /^-?\d+$/.test(text)
    ? (integer(BigInt(text)) ?? float(Number(text)))
    : fraction(text);
}

function fraction(text: string): Value | undefined {
  const special = NOT_FINITE.get(text);
  if (special !== undefined) return float(special);
  return /^[+-]?(\d+\.?\d*|\.\d+)(E[+-]?\d+)?$/i.test(text) ? float(Number(text)) : undefined;
}

/** With a space or a `T` as separator. */
function local(text: string): LocalDateTime {
  return LocalDateTime.parse(text.replace(' ', 'T'));
}

function wrong(name: string, type = 'simple type', text: string, cause?: unknown): SharingProblem {
  const shown = [name, text, type].map(each => each.slice(0, SHOWN));
  return new SharingProblem(
    'unreadable',
    `the partition column ${shown[0]} has '${shown[1]}', which is not a valid ${shown[2]}`,
    { cause },
  );
}
