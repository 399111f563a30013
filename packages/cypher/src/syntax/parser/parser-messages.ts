/** Messages for syntax errors: the actual text, the expected text, and a suggestion. */
import type { IParserErrorMessageProvider, IToken, TokenType } from 'chevrotain';
import { EOF } from '../lexing/chevrotain.js';

/** Readable names of rules. Other rules are described by their first tokens. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  statement: 'a query',
  singleQuery: 'a clause such as MATCH, CREATE or RETURN',
  clause: 'a clause such as MATCH, CREATE or RETURN',
  atom: 'an expression',
  patternPart: 'a pattern such as (n)',
  patternChain: 'a node pattern in parentheses',
  projection: "'*' or an expression",
  labelTerm: 'a label',
  accessTail: "a property name or '['",
};

/** Names for the first element of a list that must not be empty. */
const FIRST_ELEMENTS: Readonly<Record<string, string>> = {
  ...DESCRIPTIONS,
  match: 'a pattern such as (n)',
  create: 'a pattern such as (n)',
  subqueryExpression: 'a pattern such as (n)',
};

const CLAUSE_WORDS: readonly string[] = [
  'MATCH',
  'OPTIONAL',
  'WHERE',
  'WITH',
  'RETURN',
  'UNWIND',
  'ORDER',
  'SKIP',
  'LIMIT',
  'UNION',
  'CREATE',
  'MERGE',
  'SET',
  'REMOVE',
  'DELETE',
  'DETACH',
  'FOREACH',
  'CALL',
  'YIELD',
  'LOAD',
  'EXPLAIN',
  'PROFILE',
  'SHOW',
];

const MOST_EXPECTED = 6;
const END_EXPECTED = 'an operator, a clause or the end of the query';
const QUANTIFIER_HINT =
  ' (a path of several edges is written with its length in the brackets, as in -[:x*1..3]->)';

export const messageProvider: IParserErrorMessageProvider = {
  buildMismatchTokenMessage: ({ expected, actual }) => message(actual, labelOf(expected)),
  buildNotAllInputParsedMessage: ({ firstRedundant }) => message(firstRedundant, END_EXPECTED),
  buildNoViableAltMessage: ({ expectedPathsPerAlt, actual, ruleName }) =>
    message(actual[0]!, DESCRIPTIONS[ruleName] ?? alternatives(expectedPathsPerAlt.flat())),
  buildEarlyExitMessage: ({ expectedIterationPaths, actual, ruleName }) =>
    message(actual[0]!, FIRST_ELEMENTS[ruleName] ?? alternatives(expectedIterationPaths)),
};

function message(found: IToken, expected: string): string {
  if (found.tokenType === EOF) return `Unexpected end of the query: expected ${expected}`;
  const meant = meantWord(found.image);
  const hint = meant === undefined ? quantifierHint(found, expected) : ` (did you mean ${meant}?)`;
  return `Invalid input '${shortened(found.image)}': expected ${expected}${hint}`;
}

/** `-[:x]->{1,3}(b)`, `((a)-[:x]->(b)){1,3}`: quantified paths of other dialects. */
function quantifierHint({ image }: IToken, expected: string): string {
  const afterEdge = expected === "'('" && ['{', '+', '*'].includes(image);
  return afterEdge || (expected === END_EXPECTED && image === '{') ? QUANTIFIER_HINT : '';
}

function shortened(image: string): string {
  return image.length > 40 ? `${image.slice(0, 37)}...` : image;
}

function alternatives(paths: readonly (readonly TokenType[])[]): string {
  const labels = [...new Set(paths.flatMap(path => (path[0] ? [labelOf(path[0])] : [])))];
  if (labels.length > MOST_EXPECTED) labels.splice(MOST_EXPECTED, labels.length, 'something else');
  const last = labels.pop() ?? 'something else';
  return labels.length === 0 ? last : `${labels.join(', ')} or ${last}`;
}

function labelOf(type: TokenType): string {
  return type.LABEL ?? type.name;
}

/** The clause keyword that was probably meant, if one is similar enough. */
function meantWord(image: string): string | undefined {
  const word = image.toUpperCase();
  if (word.length < 3 || CLAUSE_WORDS.includes(word)) return undefined;
  const allowed = word.length < 5 ? 1 : 2;
  return CLAUSE_WORDS.find(candidate => distance(word, candidate) <= allowed);
}

/** Edit distance in which swapping two neighbors counts as one edit. */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      let best = Math.min(last[j]! + 1, current[j - 1]! + 1, substitution);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        best = Math.min(best, beforeLast[j - 2]! + 1);
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length]!;
}
