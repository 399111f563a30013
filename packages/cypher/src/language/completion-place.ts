/**
 * What may stand at a place of a query that is being written: the words of the grammar (Chevrotain's content assist), the
 * variables in sight, and which kinds of names. The text before the place decides; what follows it doesn't.
 *
 * The grammar is asked from the beginning of the last clause that is in no bracket: any clause may begin a query, and what
 * is asked stays short.
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

export interface CompletionPlace {
  /** Offsets in UTF-16 units of what the completion takes the place of: the word before the cursor. */
  readonly from: number;
  readonly to: number;
  /** That word. */
  readonly prefix: string;
  /** `text.` of `text.re`: names with dots go on after it. */
  readonly path: string;
  readonly keywords: readonly string[];
  readonly variables: readonly VisibleName[];
  readonly names: readonly NameKind[];
  /** Columns of this procedure may stand here, after YIELD. */
  readonly yieldsOf?: string;
}

/** Of one clause. Asking takes a fraction of a millisecond for each word, and the longer the deeper it lies. */
const MOST_TOKENS = 500;
const DEEPEST = 20;

/** @returns `undefined` where nothing can be offered: in a string, a comment, a number. */
export function completionPlace(text: string, offset: number): CompletionPlace | undefined {
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
  // `SET n.` and the like are written as a property of something; the grammar alone can't tell it from a function.
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
 * The assistant takes the first rule that fits what is there, which for `n.x` is the name of a function: it would offer
 * nothing but `(`. Without its properties `n` is followed by the same.
 */
function withoutProperties(tokens: readonly IToken[]): IToken[] {
  if (tokens[0]?.tokenType === token.Remove) return [...tokens];
  return tokens.filter((each, i) => {
    if (each.tokenType === token.Dot) return !isName(tokens[i - 1] ?? each) || i + 1 === tokens.length;
    return tokens[i - 1]?.tokenType !== token.Dot || !isName(tokens[i - 2] ?? each) || !isName(each);
  });
}

/** Chevrotain's names of the keywords' types. */
const WORDS: ReadonlyMap<string, string> = new Map([...KEYWORDS].map(([word, { name }]) => [name, word]));

/** Where a name is made up. In patterns one that is known may stand too. */
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
    // A string, a name or a comment that is not closed yet: the cursor is in it.
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
