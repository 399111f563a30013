/** Text to syntax tree: scan, parse, build. */
import type { CstNode, IRecognitionException, IToken, TokenType } from 'chevrotain';
import { cypherError } from '../errors/index.js';
import type { AstNode, Expression, Query } from './ast/ast.js';
import { nodeBelow } from './ast/walk.js';
import { EOF } from './lexing/chevrotain.js';
import { node } from './builder/cst.js';
import { isShown, shownProcedure } from './builder/show-commands.js';
import { QueryBuilder } from './builder/query-builder.js';
import { queryParser, type QueryParser } from './parser/query-parser.js';
import { scan } from './lexing/scanner.js';
import * as token from './lexing/token-types.js';

/**
 * Parses a whole query. Does not check its semantics: see `checkQuery`.
 * @throws WeirError `cypher.syntax` with a position, `cypher.compile` for commands that are not queries.
 */
export function parseQuery(text: string): Query {
  return guarded(text, () => {
    const tokens = tokensOf(text);
    refuseCommands(tokens, text);
    const tree = run(tokens, text, parser => parser.statement());
    return refuseDeepTree(new QueryBuilder(text).statement(tree), text);
  });
}

/** Parses one expression. @throws WeirError `cypher.syntax` with a position. */
export function parseExpression(text: string): Expression {
  return guarded(text, () => {
    const tree = run(tokensOf(text), text, parser => parser.loneExpression());
    return refuseDeepTree(new QueryBuilder(text).expression(node(tree, 'expression')), text);
  });
}

/** Maximum length of a query in characters. */
const LONGEST_QUERY = 1024 ** 2;
/** Maximum number of tokens in a query: parsing blocks its thread for some 30 microseconds per token. */
const MOST_TOKENS = 100_000;
/** Maximum nesting of brackets of all kinds, which the parser's own stack can handle safely. */
const DEEPEST_NESTING = 100;

/** Maximum depth of the syntax tree: a chain such as `a + b + c` has one level for each operator. */
const DEEPEST_TREE = 1000;

const OPENING: ReadonlySet<TokenType> = new Set([token.LeftParen, token.LeftBracket, token.LeftBrace]);
const CLOSING: ReadonlySet<TokenType> = new Set([token.RightParen, token.RightBracket, token.RightBrace]);

/** The parser looks ahead to closing brackets, again at each level, so nesting is limited before it starts. */
function tokensOf(source: string): IToken[] {
  if (source.length > LONGEST_QUERY) {
    const message = `This query has ${source.length} characters, more than the limit of ${LONGEST_QUERY}`;
    throw cypherError('cypher.syntax', message, undefined, 'UnexpectedSyntax');
  }
  let count = 0;
  let depth = 0;
  return scan(source, ({ tokenType, startOffset }) => {
    if (++count > MOST_TOKENS) {
      const message = `This query has more than ${MOST_TOKENS} words and symbols. Give large data as parameters`;
      throw cypherError('cypher.syntax', message, { source, offset: startOffset }, 'UnexpectedSyntax');
    }
    if (OPENING.has(tokenType) && ++depth > DEEPEST_NESTING) throw nestedTooDeeply(source, startOffset);
    if (CLOSING.has(tokenType)) depth = Math.max(0, depth - 1);
  });
}

function run(tokens: IToken[], source: string, rule: (parser: QueryParser) => CstNode): CstNode {
  const parser = queryParser();
  parser.input = tokens;
  const tree = rule(parser);
  const error = parser.errors[0];
  if (error) throw syntaxError(error, tokens, source);
  return tree;
}

function syntaxError(error: IRecognitionException, tokens: readonly IToken[], source: string): Error {
  const atEnd = error.token.tokenType === EOF;
  const last = tokens.at(-1);
  const offset = !atEnd ? error.token.startOffset : last ? last.endOffset! + 1 : 0;
  if (isInTransactions(tokens, error.token)) {
    const message =
      'IN TRANSACTIONS is not supported. Omit it: each write takes effect as the query runs, so there are no ' +
      'transactions to divide it into';
    return cypherError('cypher.syntax', message, { source, offset }, 'UnexpectedSyntax');
  }
  const inRelationship = error.context.ruleStack.includes('relationshipPattern');
  const detail = inRelationship ? 'InvalidRelationshipPattern' : 'UnexpectedSyntax';
  return cypherError('cypher.syntax', error.message, { source, offset }, detail);
}

/** As after a subquery: `CALL { ... } IN 4 CONCURRENT TRANSACTIONS`. */
function isInTransactions(tokens: readonly IToken[], unexpected: IToken): boolean {
  if (unexpected.tokenType !== token.In) return false;
  const next = tokens.indexOf(unexpected) + 1;
  return tokens.slice(next, next + 3).some(({ image }) => /^TRANSACTIONS?$/i.test(image));
}

const COMMANDS: ReadonlySet<string> = new Set([
  'ALTER',
  'DENY',
  'DROP',
  'GRANT',
  'RENAME',
  'REVOKE',
  'START',
  'STOP',
  'USE',
]);

/** Schema and administration commands of other systems get their own error. */
function refuseCommands(tokens: readonly IToken[], source: string): void {
  const first = tokens[0]?.image.toUpperCase();
  const second = tokens[1]?.image.toUpperCase();
  if (first === undefined || second === undefined) return;
  const isCommand =
    (COMMANDS.has(first) && /^\w/.test(second)) ||
    (first === 'CREATE' && /^[A-Z]/.test(second) && tokens[2]?.image !== '=') ||
    (first === 'SHOW' && !isKnownShow(tokens) && /^[A-Z]/.test(second));
  if (!isCommand) return;
  const location = { source, offset: tokens[0]!.startOffset };
  throw cypherError(
    'cypher.compile',
    'Cypher commands are not supported (only queries)',
    location,
    'UnexpectedSyntax',
  );
}

function isKnownShow([, ...following]: readonly IToken[]): boolean {
  const words = following.map(({ image }) => image);
  return shownProcedure(words.slice(0, words.findIndex(isShown) + 1)) !== undefined;
}

/** All later stages recurse over the tree. */
function refuseDeepTree<T extends AstNode>(tree: T, source: string): T {
  const tooDeep = nodeBelow(tree, DEEPEST_TREE);
  if (tooDeep !== undefined) throw nestedTooDeeply(source, tooDeep.span.start);
  return tree;
}

/** Reports a text nested too deeply for the stack as an error of the text. */
export function guarded<T>(source: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw nestedTooDeeply(source, 0);
  }
}

function nestedTooDeeply(source: string, offset: number): Error {
  return cypherError(
    'cypher.syntax',
    `This query is nested too deeply. At most ${DEEPEST_NESTING} brackets and ${DEEPEST_TREE} operators ` +
      'may be nested: use a list or a parameter instead of a long chain of operators',
    { source, offset },
    'UnexpectedSyntax',
  );
}
