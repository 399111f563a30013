/** Variables that an expression in the unfinished clause may use. */
import type { IToken } from 'chevrotain';
import { checkQuery, parseQuery, type Scope, type VariableKind } from '../syntax/index.js';
import { isVariable } from '../syntax/parser/lookahead.js';
import * as token from '../syntax/lexing/token-types.js';
import { scan } from '../syntax/lexing/scanner.js';

export interface VisibleName {
  readonly name: string;
  readonly kind: VariableKind;
}

/**
 * @param before the preceding clauses; if they are valid, the semantic checks determine the names in scope, otherwise
 * every name that they seem to bind counts.
 * @param clause its tokens so far.
 */
export function visibleNames(before: string, clause: readonly IToken[]): readonly VisibleName[] {
  const names = new Map(scopeAfter(before) ?? namesBoundIn(scan(before)));
  for (const [name, kind] of namesBoundIn(clause)) if (!names.has(name)) names.set(name, kind);
  return [...names].map(([name, kind]) => ({ name, kind }));
}

function scopeAfter(before: string): Scope | undefined {
  if (before.trim() === '') return new Map();
  try {
    const query = parseQuery(`${before} RETURN 1 AS x`);
    const last = query.body.parts.at(-1)?.clauses.at(-1);
    return last === undefined ? undefined : checkQuery(query).scopeBefore(last);
  } catch {
    // The text is unfinished.
    return undefined;
  }
}

function namesBoundIn(tokens: readonly IToken[]): Map<string, VariableKind> {
  const names = new Map<string, VariableKind>();
  tokens.forEach((each, i) => {
    if (!isVariable(each)) return;
    const kind = kindAfter(tokens[i - 1], tokens[i + 1]);
    if (kind !== undefined) names.set(each.image, kind);
  });
  return names;
}

function kindAfter(previous: IToken | undefined, next: IToken | undefined): VariableKind | undefined {
  const type = previous?.tokenType;
  if (type === token.LeftParen && ENDS_ELEMENT.has(next?.tokenType)) return 'node';
  if (type === token.LeftBracket && ENDS_ELEMENT.has(next?.tokenType)) return 'relationship';
  if (type === token.As) return 'unknown';
  if ((type === token.Yield || type === token.Comma) && next?.tokenType === undefined) return undefined;
  return type === token.Yield ? 'unknown' : undefined;
}

const ENDS_ELEMENT: ReadonlySet<unknown> = new Set([
  token.Colon,
  token.RightParen,
  token.RightBracket,
  token.LeftBrace,
  token.Star,
]);
