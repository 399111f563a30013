/**
 * Decisions that need unbounded lookahead, made on the token list before a rule is chosen: does a parenthesis start a
 * pattern or an expression, a bracket a list or a comprehension?
 */
import type { IToken, TokenType } from 'chevrotain';
import * as token from '../lexing/token-types.js';

/** The k-th token from here; 1 is the next one. */
export type Peek = (k: number) => IToken;

const OPENING: ReadonlySet<TokenType> = new Set([token.LeftParen, token.LeftBracket, token.LeftBrace]);
const CLOSING: ReadonlySet<TokenType> = new Set([token.RightParen, token.RightBracket, token.RightBrace]);

const isEnd = (at: IToken): boolean => Number.isNaN(at.startOffset) || at.image === '';

/** Position where the bracket at `k` closes, or 0 if it never does. */
function closingOf(peek: Peek, k: number): number {
  let depth = 0;
  for (let at = k; !isEnd(peek(at)); at++) {
    const type = peek(at).tokenType;
    if (OPENING.has(type)) depth++;
    else if (CLOSING.has(type) && --depth === 0) return at;
  }
  return 0;
}

/**
 * At `(`: whether it is closed and followed by the start of a relationship (`--`, `-[`, `<--`, `<-[`). `(a)-[1]` passes
 * too, so the answer is "maybe": the caller tries the pattern.
 */
export function mayBeginPattern(peek: Peek): boolean {
  if (peek(1).tokenType !== token.LeftParen) return false;
  const close = closingOf(peek, 1);
  if (close === 0) return false;
  let next = close + 1;
  if (peek(next).tokenType === token.Less) next++;
  if (peek(next).tokenType !== token.Minus) return false;
  const after = peek(next + 1).tokenType;
  return after === token.Minus || after === token.LeftBracket;
}

/** At `[`: whether there is a `|` directly inside, after the start of a pattern. */
export function beginsPatternComprehension(peek: Peek): boolean {
  const isNamed = peek(3).tokenType === token.Equal;
  const first = isNamed ? peek(4).tokenType : peek(2).tokenType;
  if (first !== token.LeftParen && first !== token.ShortestPath && first !== token.AllShortestPaths)
    return false;
  return hasDirectly(peek, token.Bar);
}

/** At `[`: whether it is `[x IN list ...]`, and not a list of expressions that begins with an `IN`. */
export function beginsListComprehension(peek: Peek): boolean {
  return isVariable(peek(2)) && peek(3).tokenType === token.In && !hasDirectly(peek, token.Comma);
}

/** Whether there is a token of this type inside the bracket at 1, but not inside a nested bracket. */
function hasDirectly(peek: Peek, type: TokenType): boolean {
  let depth = 0;
  for (let at = 1; !isEnd(peek(at)); at++) {
    const found = peek(at).tokenType;
    if (OPENING.has(found)) depth++;
    else if (CLOSING.has(found) && --depth === 0) return false;
    else if (depth === 1 && found === type) return true;
  }
  return false;
}

/** `a.b.c(` */
export function beginsCall(peek: Peek): boolean {
  let at = 1;
  if (!isName(peek(at))) return false;
  while (peek(at + 1).tokenType === token.Dot && isName(peek(at + 2))) at += 2;
  return peek(at + 1).tokenType === token.LeftParen;
}

/** After the `{` of EXISTS or COUNT: whether a pattern rather than a clause follows. */
export function beginsBarePattern(peek: Peek): boolean {
  const first = peek(1).tokenType;
  if (first === token.LeftParen) return true;
  if (first === token.ShortestPath || first === token.AllShortestPaths) return true;
  return isVariable(peek(1)) && peek(2).tokenType === token.Equal;
}

export function isName(at: IToken): boolean {
  return at.tokenType.CATEGORIES?.includes(token.AnyName) === true || isVariable(at);
}

export function isVariable(at: IToken): boolean {
  return at.tokenType.CATEGORIES?.includes(token.VariableName) === true;
}
