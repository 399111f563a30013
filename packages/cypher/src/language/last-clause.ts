/** The unfinished clause: it starts at the last clause keyword that is not in brackets. */
import type { IToken, TokenType } from 'chevrotain';
import * as token from '../syntax/lexing/token-types.js';

export interface LastClause {
  /** Offset in the text. */
  readonly start: number;
  readonly tokens: readonly IToken[];
  /** Maximum number of open brackets and CASEs. */
  readonly depth: number;
}

/** Excludes `SET` and `CREATE`, which also occur in `ON MATCH SET` and `FOREACH`, and keywords that may be names. */
const STARTS: ReadonlySet<TokenType> = new Set([
  token.Match,
  token.Unwind,
  token.With,
  token.Return,
  token.Merge,
  token.Delete,
  token.Remove,
]);
const OPENING: ReadonlySet<TokenType> = new Set([token.LeftParen, token.LeftBracket, token.LeftBrace]);
const CLOSING: ReadonlySet<TokenType> = new Set([token.RightParen, token.RightBracket, token.RightBrace]);
/** After these the word does not start a clause: `STARTS WITH`, `ON MATCH`, `n.match`, `:Match`. */
const BEFORE_NAMES: ReadonlySet<TokenType> = new Set([
  token.Starts,
  token.Ends,
  token.On,
  token.Dot,
  token.Colon,
  token.As,
  token.Recursively,
  token.Optional,
  token.Detach,
]);

export function lastClause(tokens: readonly IToken[]): LastClause {
  let depth = 0;
  let cases = 0;
  let deepest = 0;
  let at = 0;
  tokens.forEach(({ tokenType }, i) => {
    const isName = BEFORE_NAMES.has(tokens[i - 1]?.tokenType as TokenType);
    if (OPENING.has(tokenType)) depth++;
    else if (CLOSING.has(tokenType)) depth = Math.max(0, depth - 1);
    else if (tokenType === token.Case && !isName) cases++;
    else if (tokenType === token.End && !isName) cases = Math.max(0, cases - 1);
    else if (depth === 0 && STARTS.has(tokenType) && !isName) {
      at = i;
      deepest = 0;
    }
    deepest = Math.max(deepest, depth + cases);
  });
  return { start: tokens[at]?.startOffset ?? 0, tokens: tokens.slice(at), depth: deepest };
}
