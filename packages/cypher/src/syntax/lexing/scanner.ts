/**
 * Text to tokens: one pass, one sticky regular expression per kind of token. Replaces Chevrotain's lexer, because
 * keywords are looked up in a map (no pattern per keyword to analyze at start-up) and names are Unicode.
 */
import type { IToken, TokenType } from 'chevrotain';
import { cypherError } from '../../errors/index.js';
import { createTokenInstance } from './chevrotain.js';
import * as token from './token-types.js';

const BLANK = /(?:[\s\u001c-\u001f]|\/\/[^\n\r]*|\/\*[\s\S]*?\*\/)+/uy;
const NAME = /[\p{ID_Start}\p{Pc}]\p{ID_Continue}*/uy;
const QUOTED_NAME = /`[^`]*`(?:`[^`]*`)*/y;
const FLOAT = /(?:\d+\.\d+|\.\d+|\d+(?=[eE]))(?:[eE][+-]?\d+)?(?![\p{ID_Continue}])/uy;
const INTEGER = /(?:0x[0-9a-f]+|0o[0-7]+|\d+)(?![\p{ID_Continue}])/iuy;
const MALFORMED_NUMBER = /\d[\p{ID_Continue}]*/uy;
const STRING = /'[^'\\]*(?:\\[\s\S][^'\\]*)*'|"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y;
const PARAMETER = /\$(?:`[^`]*`(?:`[^`]*`)*|[\p{ID_Continue}]+)/uy;

/**
 * @param see called with each token; if it throws, the scan ends.
 * @throws WeirError `cypher.syntax` at the first character that starts no token.
 */
export function scan(text: string, see?: (token: IToken) => void): IToken[] {
  const tokens: IToken[] = [];
  let offset = 0;
  while (offset < text.length) {
    const blank = matchAt(BLANK, text, offset);
    if (blank !== undefined) {
      offset += blank.length;
      continue;
    }
    const next = tokenAt(text, offset);
    see?.(next);
    tokens.push(next);
    offset += next.image.length;
  }
  return tokens;
}

function matchAt(pattern: RegExp, text: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0];
}

const WORDS: readonly (readonly [RegExp, TokenType])[] = [
  [FLOAT, token.FloatToken],
  [INTEGER, token.IntegerToken],
  [MALFORMED_NUMBER, token.MalformedNumber],
  [STRING, token.StringToken],
  [PARAMETER, token.ParameterToken],
  [QUOTED_NAME, token.QuotedIdentifier],
];

function tokenAt(text: string, offset: number): IToken {
  const name = matchAt(NAME, text, offset);
  if (name !== undefined)
    return make(token.KEYWORDS.get(name.toUpperCase()) ?? token.Identifier, name, offset);
  for (const [pattern, type] of WORDS) {
    const image = matchAt(pattern, text, offset);
    if (image !== undefined) return make(type, image, offset);
  }
  if (text.startsWith('/*', offset)) throw unknownCharacter(text, offset);
  for (const [image, type] of token.SYMBOLS) {
    if (text.startsWith(image, offset)) return make(type, image, offset);
  }
  throw unknownCharacter(text, offset);
}

/** Lines and columns are not set: only errors need them, and compute them from the offset. */
function make(type: TokenType, image: string, offset: number): IToken {
  return createTokenInstance(type, image, offset, offset + image.length - 1, NaN, NaN, NaN, NaN);
}

function unknownCharacter(source: string, offset: number): Error {
  const location = { source, offset };
  const character = String.fromCodePoint(source.codePointAt(offset)!);
  if (character === "'" || character === '"') {
    return cypherError(
      'cypher.syntax',
      `This string is never closed: expected ${character}`,
      location,
      'UnexpectedSyntax',
    );
  }
  if (character === '`') {
    return cypherError(
      'cypher.syntax',
      'This name is never closed: expected `',
      location,
      'UnexpectedSyntax',
    );
  }
  if (source.startsWith('/*', offset)) {
    return cypherError(
      'cypher.syntax',
      'This comment is never closed: expected */',
      location,
      'UnexpectedSyntax',
    );
  }
  const isAscii = character.charCodeAt(0) < 128;
  const detail = isAscii ? 'UnexpectedSyntax' : 'InvalidUnicodeCharacter';
  return cypherError('cypher.syntax', `Invalid input '${character}'`, location, detail);
}
