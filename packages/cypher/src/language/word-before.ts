/** The unfinished word, and the dotted names before it. */
import type { IToken } from 'chevrotain';
import { isName } from '../syntax/parser/lookahead.js';
import * as token from '../syntax/lexing/token-types.js';

export interface WordBefore {
  /** May be empty. */
  readonly prefix: string;
  /** `a.b.` in `a.b.c`; empty unless a dot directly precedes the word. */
  readonly path: string;
  /** The tokens before both. */
  readonly before: readonly IToken[];
}

/** @param tokens of `text`, which ends at the cursor. @returns `undefined` in a number or a parameter. */
export function wordBefore(tokens: readonly IToken[], text: string): WordBefore | undefined {
  let end = tokens.length;
  let prefix = '';
  const last = tokens.at(-1);
  if (last !== undefined && last.endOffset! + 1 === text.length) {
    if (NO_WORDS.has(last.tokenType)) return undefined;
    if (isName(last)) {
      prefix = last.image;
      end--;
    }
  }
  let path = '';
  let start = end;
  while (tokens[start - 1]?.tokenType === token.Dot && start >= 2 && isName(tokens[start - 2]!)) {
    path = `${tokens[start - 2]!.image}.${path}`;
    start -= 2;
  }
  if (path !== '') return { prefix, path, before: tokens.slice(0, start) };
  return { prefix, path, before: tokens.slice(0, end) };
}

const NO_WORDS: ReadonlySet<unknown> = new Set([
  token.IntegerToken,
  token.FloatToken,
  token.MalformedNumber,
  token.StringToken,
  token.ParameterToken,
  token.QuotedIdentifier,
]);
