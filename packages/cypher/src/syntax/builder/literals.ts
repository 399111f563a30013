/** Values of tokens: numbers, strings, names. */
import { float, integer, type Float } from '@weir/model';
import type { IToken } from 'chevrotain';
import { cypherError } from '../../errors/index.js';

/** Returns the name in an identifier, a keyword used as a name, or backticks (a doubled backtick represents one). */
export function nameOf(at: IToken): string {
  return at.image.startsWith('`') ? unquoted(at.image) : at.image;
}

/** `$name` without the dollar sign. */
export function parameterNameOf(at: IToken): string {
  const name = at.image.slice(1);
  return name.startsWith('`') ? unquoted(name) : name;
}

function unquoted(image: string): string {
  return image.slice(1, -1).replaceAll('``', '`');
}

/** Decimal, `0x` or `0o`. @throws WeirError if it does not fit 64 bits. */
export function integerOf(at: IToken, negative: boolean, source: string): number | bigint {
  const magnitude = BigInt(at.image.toLowerCase());
  const value = integer(negative ? -magnitude : magnitude);
  if (value !== undefined) return value;
  const location = { source, offset: at.startOffset };
  throw cypherError(
    'cypher.syntax',
    `The integer ${at.image} does not fit 64 bits`,
    location,
    'IntegerOverflow',
  );
}

/** @throws WeirError if it exceeds the range of a float. */
export function floatOf(at: IToken, source: string): number | Float {
  const value = Number(at.image);
  if (Number.isFinite(value)) return float(value);
  const location = { source, offset: at.startOffset };
  throw cypherError(
    'cypher.syntax',
    `The number ${at.image} is too large for a float`,
    location,
    'FloatingPointOverflow',
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
};

/** A backslash before a letter that is not an escape is kept, so that regular expressions need no doubling. */
export function stringOf(at: IToken, source: string): string {
  const image = at.image;
  if (!image.includes('\\')) return image.slice(1, -1);
  let text = '';
  for (let i = 1; i < image.length - 1; i++) {
    const character = image[i]!;
    if (character !== '\\') {
      text += character;
      continue;
    }
    const letter = image[++i]!;
    if (letter === 'u' || letter === 'U') {
      const digits = letter === 'u' ? 4 : 8;
      text += codePoint(image.slice(i + 1, i + 1 + digits), digits, source, at.startOffset + i - 1);
      i += digits;
    } else {
      text += ESCAPES[letter] ?? `\\${letter}`;
    }
  }
  return text;
}

function codePoint(hex: string, digits: number, source: string, offset: number): string {
  const value = hex.length === digits && /^[0-9a-f]+$/i.test(hex) ? Number.parseInt(hex, 16) : NaN;
  if (value <= 0x10ffff) return String.fromCodePoint(value);
  const message = `A Unicode escape needs ${digits} hexadecimal digits of a character`;
  throw cypherError('cypher.syntax', message, { source, offset }, 'InvalidUnicodeLiteral');
}
