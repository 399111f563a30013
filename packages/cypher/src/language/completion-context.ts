/**
 * Completions for a position in a query: the keywords that the grammar allows (Chevrotain's content assist), the
 * variables in scope, and the kinds of names. Only the text before the position counts.
 *
 * Content assist starts at the last clause that is not in brackets: any clause may begin a query, and this keeps its
 * input short.
 */
import type { IToken } from 'chevrotain';
import { wordBefore } from './word-before.js';
import { isName } from '../syntax/parser/lookahead.js';
import { queryParser } from '../syntax/parser/query-parser.js';
import { KEYWORDS } from '../syntax/lexing/token-types.js';
import * as token from '../syntax/lexing/token-types.js';
import { scan } from '../syntax/lexing/scanner.js';
import { lastClause } from './last-clause.js';
import { visibleNames, type VisibleName } from './visible-names.js';

export type NameKind = 'function' | 'procedure' | 'label' | 'edgeType' | 'property';

export interface CompletionContext {
  /** Offsets, in UTF-16 units, of the text that the completion replaces: the word before the cursor. */
  readonly from: number;
  readonly to: number;
  /** That word. */
  readonly prefix: string;
  /** `text.` in `text.re`: dotted names continue after it. */
  readonly path: string;
  readonly keywords: readonly string[];
  readonly variables: readonly VisibleName[];
  readonly names: readonly NameKind[];
  /** Columns of this procedure are allowed here, after YIELD. */
  readonly yieldsOf?: string;
}

/** Maximum for one clause. Content assist takes a fraction of a millisecond per token, and more with deeper nesting. */
const MOST_TOKENS = 500;
const DEEPEST = 20;

/** @returns `undefined` where nothing can be completed: in a string, a comment, a number. */
export function completionContext(text: string, offset: number): CompletionContext | undefined {
  const before = text.slice(0, offset);
  const tokens = tokensOf(before);
  if (tokens === undefined) return undefined;
  const word = wordBefore(tokens, before);
  if (word === undefined) return undefined;
  const clause = lastClause(word.before);
  if (clause.tokens.length > MOST_TOKENS || clause.depth > DEEPEST) return undefined;
  const suggestions = queryParser().computeContentAssist('statement', withoutProperties(clause.tokens));
  const keywords = new Set<string>();
  const names = new Set<NameKind>();
  let isVariable = false;
  let isYield = false;
  for (const { nextTokenType, ruleStack } of suggestions) {
    const keyword = WORDS.get(nextTokenType.name);
    const rule = ruleStack.at(-1)!;
    if (keyword !== undefined) keywords.add(keyword);
    else if (rule === 'yieldItem') isYield = true;
    else if (nextTokenType === token.VariableName && BINDING.has(rule)) continue;
    else if (nextTokenType === token.VariableName) isVariable = true;
    else if (nextTokenType === token.AnyName) addNames(names, ruleStack);
  }
  // In `SET n.` and similar clauses a property follows; the grammar alone cannot distinguish it from a function.
  if (word.path !== '' && names.delete('function')) names.add('function').add('property');
  const isPath = word.path !== '';
  const yieldsOf = isYield ? procedureBefore(word.before) : undefined;
  return {
    from: offset - word.prefix.length,
    to: offset,
    prefix: word.prefix,
    path: word.path,
    keywords: isPath ? [] : [...keywords],
    variables: isVariable && !isPath ? visibleNames(before.slice(0, clause.start), clause.tokens) : [],
    names: [...names],
    ...(yieldsOf === undefined ? {} : { yieldsOf }),
  };
}

/**
 * Content assist follows the first rule that fits, which for `n.x` is a function name: it would only suggest `(`.
 * Without its properties `n` has the same continuations.
 */
function withoutProperties(tokens: readonly IToken[]): IToken[] {
  if (tokens[0]?.tokenType === token.Remove) return [...tokens];
  return tokens.filter((each, i) => {
    if (each.tokenType === token.Dot) return !isName(tokens[i - 1] ?? each) || i + 1 === tokens.length;
    return tokens[i - 1]?.tokenType !== token.Dot || !isName(tokens[i - 2] ?? each) || !isName(each);
  });
}

/** Keywords by Chevrotain's names of their token types. */
const WORDS: ReadonlyMap<string, string> = new Map([...KEYWORDS].map(([word, { name }]) => [name, word]));

/** Rules in which a new name is introduced. Patterns also allow a known one. */
const BINDING: ReadonlySet<string> = new Set(['projectionItem', 'unwind', 'listComprehension', 'foreach']);

function addNames(names: Set<NameKind>, ruleStack: readonly string[]): void {
  const rule = ruleStack.at(-1)!;
  if (rule === 'labelTerm' || rule === 'plainLabels') {
    names.add(isInRelationship(ruleStack) ? 'edgeType' : 'label');
  } else if (rule === 'mapEntry' || rule === 'mapProjectionItem') names.add('property');
  else if (rule === 'dottedName') names.add(ruleStack.includes('callProcedure') ? 'procedure' : 'function');
  else if (rule === 'accessTail') names.add('property');
}

function isInRelationship(ruleStack: readonly string[]): boolean {
  return ruleStack.lastIndexOf('relationshipDetail') > ruleStack.lastIndexOf('nodePattern');
}

function tokensOf(text: string): IToken[] | undefined {
  try {
    return scan(text);
  } catch {
    // An unclosed string, name or comment: the cursor is in it.
    return undefined;
  }
}

/** `a.b` of `CALL a.b(...) YIELD x, `. */
function procedureBefore(tokens: readonly IToken[]): string | undefined {
  const at = tokens.findLastIndex(({ tokenType }) => tokenType === token.Call);
  if (at < 0) return undefined;
  let name = '';
  for (const { image, tokenType } of tokens.slice(at + 1)) {
    if (tokenType === token.LeftParen || tokenType === token.Yield) break;
    name += image;
  }
  return name;
}
