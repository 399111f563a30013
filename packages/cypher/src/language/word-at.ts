/** The word at a position in a query, with the names around its dots, for help texts. */
import type { IToken } from 'chevrotain';
import { isName } from '../syntax/parser/lookahead.js';
import * as token from '../syntax/lexing/token-types.js';
import { scan } from '../syntax/lexing/scanner.js';

export interface WordAt {
  readonly from: number;
  readonly to: number;
  readonly word: string;
}

/** @returns `undefined` if there is none, or if the text has no valid tokens. */
export function wordAt(text: string, offset: number): WordAt | undefined {
  const tokens = readable(text);
  const at = tokens.findIndex(
    each => each.startOffset <= offset && offset <= each.endOffset! && isName(each),
  );
  if (at < 0) return undefined;
  let first = at;
  let last = at;
  while (isLink(tokens[first - 1], tokens[first - 2])) first -= 2;
  while (isLink(tokens[last + 1], tokens[last + 2])) last += 2;
  const from = tokens[first]!.startOffset;
  const to = tokens[last]!.endOffset! + 1;
  return { from, to, word: text.slice(from, to) };
}

function isLink(dot: IToken | undefined, name: IToken | undefined): boolean {
  return dot?.tokenType === token.Dot && name !== undefined && isName(name);
}

function readable(text: string): readonly IToken[] {
  try {
    return scan(text);
  } catch {
    // The text is unfinished.
    return [];
  }
}
