/**
 * Kinds of the words in a query, for syntax highlighting. Determined only by adjacent tokens: the text need not be a
 * valid query. Stops at a character that starts no token.
 */
import type { IToken } from 'chevrotain';
import * as token from '../syntax/lexing/token-types.js';
import { scan } from '../syntax/lexing/scanner.js';
import { isName } from '../syntax/parser/lookahead.js';

export type WordKind =
  | 'comment'
  | 'keyword'
  | 'string'
  | 'number'
  | 'operator'
  | 'parameter'
  | 'variable'
  | 'property'
  | 'function'
  | 'label'
  | 'edgeType';

export interface KindOfWord {
  readonly from: number;
  /** After its last character. A string or a comment may span several lines. */
  readonly to: number;
  readonly kind: WordKind;
}

const COMMENT = /\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g;

export function wordKinds(text: string): readonly KindOfWord[] {
  const tokens: IToken[] = [];
  try {
    scan(text, each => tokens.push(each));
  } catch {
    // The text is unfinished.
  }
  const words: KindOfWord[] = [];
  const opened = openBrackets(tokens);
  let end = 0;
  tokens.forEach((each, i) => {
    words.push(...commentsIn(text, end, each.startOffset));
    end = each.endOffset! + 1;
    const kind = kindOf(tokens, i, opened[i]);
    if (kind !== undefined) words.push({ from: each.startOffset, to: end, kind });
  });
  words.push(...commentsIn(text, end, text.length));
  return words;
}

function commentsIn(text: string, from: number, to: number): KindOfWord[] {
  if (from === to) return [];
  return [...text.slice(from, to).matchAll(COMMENT)].map(({ index, 0: comment }) => ({
    from: from + index,
    to: from + index + comment.length,
    kind: 'comment',
  }));
}

const KIND_OF_TYPE: ReadonlyMap<unknown, WordKind> = new Map([
  [token.StringToken, 'string'],
  [token.IntegerToken, 'number'],
  [token.FloatToken, 'number'],
  [token.ParameterToken, 'parameter'],
]);
/** Between the names of an expression of labels. */
const LINKS: ReadonlySet<unknown> = new Set([token.Colon, token.Bar, token.Ampersand, token.Exclamation]);
const OPERATORS = new Set('+ - * / % ^ = <> < <= > >= =~ += | & !'.split(' '));

/** @param opened the innermost bracket open at that position. */
function kindOf(tokens: readonly IToken[], at: number, opened: unknown): WordKind | undefined {
  const { tokenType, image } = tokens[at]!;
  const known = KIND_OF_TYPE.get(tokenType);
  if (known !== undefined) return known;
  if (!isName(tokens[at]!)) return OPERATORS.has(image) ? 'operator' : undefined;
  const previous = tokens[at - 1]?.tokenType;
  const next = tokens[at + 1]?.tokenType;
  if (previous === token.Dot) return isCalled(tokens, at) ? 'function' : 'property';
  // In `{a: 1}` a colon precedes a value, elsewhere a label.
  if (opened !== token.LeftBrace && isLabel(tokens, at))
    return opened === token.LeftBracket ? 'edgeType' : 'label';
  if (opened === token.LeftBrace && next === token.Colon) return 'property';
  if (isCalled(tokens, at) && !IS_CLAUSE.has(tokenType)) return 'function';
  const isKeyword = tokenType !== token.Identifier && tokenType !== token.QuotedIdentifier;
  return isKeyword ? 'keyword' : 'variable';
}

/** Keywords that a parenthesis may follow. */
const IS_CLAUSE: ReadonlySet<unknown> = new Set([
  token.Match,
  token.Create,
  token.Merge,
  token.Delete,
  token.And,
  token.Or,
  token.Xor,
  token.Not,
  token.In,
  token.Where,
  token.Return,
  token.With,
  token.Unwind,
  token.Foreach,
  token.Then,
  token.Else,
  token.When,
  token.Case,
]);

/** Whether it, or the dotted name that contains it, precedes a parenthesis. */
function isCalled(tokens: readonly IToken[], at: number): boolean {
  let last = at;
  while (tokens[last + 1]?.tokenType === token.Dot && tokens[last + 2] && isName(tokens[last + 2]!))
    last += 2;
  return tokens[last + 1]?.tokenType === token.LeftParen;
}

function isLabel(tokens: readonly IToken[], at: number): boolean {
  for (let i = at - 1; i >= 0; i--) {
    const each = tokens[i]!;
    if (each.tokenType === token.Colon) return true;
    if (!LINKS.has(each.tokenType) && !(i < at - 1 && isName(each))) return false;
  }
  return false;
}

const OPENING: ReadonlySet<unknown> = new Set([token.LeftParen, token.LeftBracket, token.LeftBrace]);
const CLOSING: ReadonlySet<unknown> = new Set([token.RightParen, token.RightBracket, token.RightBrace]);
/** A brace after one of these opens a query, not a map. */
const BEFORE_QUERY: ReadonlySet<unknown> = new Set([
  token.Call,
  token.Exists,
  token.Count,
  token.Collect,
  token.RightParen,
]);

/** For each token the innermost open bracket; `undefined` if there is none, or if it encloses a query. */
function openBrackets(tokens: readonly IToken[]): readonly unknown[] {
  const open: unknown[] = [];
  return tokens.map(({ tokenType }, i) => {
    const innermost = open.at(-1);
    const isQuery = tokenType === token.LeftBrace && BEFORE_QUERY.has(tokens[i - 1]?.tokenType);
    if (OPENING.has(tokenType)) open.push(isQuery ? undefined : tokenType);
    else if (CLOSING.has(tokenType)) open.pop();
    return innermost;
  });
}
