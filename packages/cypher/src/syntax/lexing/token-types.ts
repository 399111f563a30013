/**
 * Token types. Keywords are ordinary words in Cypher: each may name a label, a property, a type or a function
 * (`AnyName`), and all but the reserved ones also a variable (`VariableName`).
 */
import type { TokenType } from 'chevrotain';
import { createToken, EOF, Lexer } from './chevrotain.js';

/** Category: tokens that may name a label, a type, a property or a function. */
export const AnyName = createToken({ name: 'AnyName', label: 'a name', pattern: Lexer.NA });

/** Category: tokens that may name a variable. */
export const VariableName = createToken({
  name: 'VariableName',
  label: 'a variable',
  pattern: Lexer.NA,
  categories: [AnyName],
});

const byCategory = (name: string, label: string, categories: TokenType[] = []): TokenType =>
  createToken({ name, label, pattern: Lexer.NA, categories });

export const Identifier = byCategory('Identifier', 'a name', [VariableName]);
/** Including its backticks. */
export const QuotedIdentifier = byCategory('QuotedIdentifier', 'a name', [VariableName]);
export const IntegerToken = byCategory('IntegerToken', 'an integer');
export const FloatToken = byCategory('FloatToken', 'a number');
/** Digits followed by letters: neither a number nor a name. */
export const MalformedNumber = byCategory('MalformedNumber', 'a number');
/** Including its quotes and escapes. */
export const StringToken = byCategory('StringToken', 'a string');
/** Including its dollar sign. */
export const ParameterToken = byCategory('ParameterToken', 'a parameter');

const symbols = new Map<string, TokenType>();

function symbol(image: string, name: string): TokenType {
  const type = byCategory(name, `'${image}'`);
  symbols.set(image, type);
  return type;
}

export const LeftParen = symbol('(', 'LeftParen');
export const RightParen = symbol(')', 'RightParen');
export const LeftBracket = symbol('[', 'LeftBracket');
export const RightBracket = symbol(']', 'RightBracket');
export const LeftBrace = symbol('{', 'LeftBrace');
export const RightBrace = symbol('}', 'RightBrace');
export const Comma = symbol(',', 'Comma');
export const Semicolon = symbol(';', 'Semicolon');
export const Colon = symbol(':', 'Colon');
export const Dot = symbol('.', 'Dot');
export const DotDot = symbol('..', 'DotDot');
export const Bar = symbol('|', 'Bar');
export const Ampersand = symbol('&', 'Ampersand');
export const Exclamation = symbol('!', 'Exclamation');
export const Percent = symbol('%', 'Percent');
export const Plus = symbol('+', 'Plus');
export const Minus = symbol('-', 'Minus');
export const Star = symbol('*', 'Star');
export const Slash = symbol('/', 'Slash');
export const Caret = symbol('^', 'Caret');
export const Equal = symbol('=', 'Equal');
export const NotEqual = symbol('<>', 'NotEqual');
export const Less = symbol('<', 'Less');
export const LessEqual = symbol('<=', 'LessEqual');
export const Greater = symbol('>', 'Greater');
export const GreaterEqual = symbol('>=', 'GreaterEqual');
export const Matches = symbol('=~', 'Matches');
export const PlusEqual = symbol('+=', 'PlusEqual');

/** Longest first. */
export const SYMBOLS: readonly (readonly [string, TokenType])[] = [...symbols].sort(
  (a, b) => b[0].length - a[0].length,
);

const keywords = new Map<string, TokenType>();

function keyword(word: string, category: TokenType): TokenType {
  const type = byCategory(`Keyword${word}`, word, [category]);
  keywords.set(word, type);
  return type;
}

const reserved = (word: string): TokenType => keyword(word, AnyName);
const free = (word: string): TokenType => keyword(word, VariableName);

export const And = reserved('AND');
export const As = reserved('AS');
export const Case = reserved('CASE');
export const Contains = reserved('CONTAINS');
export const Create = reserved('CREATE');
export const Delete = reserved('DELETE');
export const Detach = reserved('DETACH');
export const Distinct = reserved('DISTINCT');
export const Else = reserved('ELSE');
export const Ends = reserved('ENDS');
export const False = reserved('FALSE');
export const Foreach = reserved('FOREACH');
export const In = reserved('IN');
export const Is = reserved('IS');
export const Match = reserved('MATCH');
export const Merge = reserved('MERGE');
export const Not = reserved('NOT');
export const Null = reserved('NULL');
export const Optional = reserved('OPTIONAL');
export const Or = reserved('OR');
export const Order = reserved('ORDER');
export const Remove = reserved('REMOVE');
export const Return = reserved('RETURN');
export const Set = reserved('SET');
export const Starts = reserved('STARTS');
export const Then = reserved('THEN');
export const True = reserved('TRUE');
export const Union = reserved('UNION');
export const Unwind = reserved('UNWIND');
export const When = reserved('WHEN');
export const Where = reserved('WHERE');
export const With = reserved('WITH');
export const Xor = reserved('XOR');
export const Yield = reserved('YIELD');

export const All = free('ALL');
export const AllShortestPaths = free('ALLSHORTESTPATHS');
export const Any = free('ANY');
export const Asc = free('ASC');
export const Ascending = free('ASCENDING');
export const By = free('BY');
export const Call = free('CALL');
export const Collect = free('COLLECT');
export const Count = free('COUNT');
export const Csv = free('CSV');
export const Desc = free('DESC');
export const Descending = free('DESCENDING');
export const End = free('END');
export const Executable = free('EXECUTABLE');
export const Exists = free('EXISTS');
export const Explain = free('EXPLAIN');
export const FieldTerminator = free('FIELDTERMINATOR');
export const From = free('FROM');
export const Headers = free('HEADERS');
export const Index = free('INDEX');
export const Join = free('JOIN');
export const Limit = free('LIMIT');
export const Load = free('LOAD');
export const NoDetach = free('NODETACH');
export const None = free('NONE');
export const On = free('ON');
export const Profile = free('PROFILE');
export const Recursively = free('RECURSIVELY');
export const Reduce = free('REDUCE');
export const Scan = free('SCAN');
export const Seek = free('SEEK');
export const ShortestPath = free('SHORTESTPATH');
export const Show = free('SHOW');
export const Single = free('SINGLE');
export const Skip = free('SKIP');
export const Until = free('UNTIL');
export const Using = free('USING');

/** Keyed by upper-case word. */
export const KEYWORDS: ReadonlyMap<string, TokenType> = keywords;

export const VOCABULARY: TokenType[] = [
  AnyName,
  VariableName,
  Identifier,
  QuotedIdentifier,
  IntegerToken,
  FloatToken,
  MalformedNumber,
  StringToken,
  ParameterToken,
  ...symbols.values(),
  ...keywords.values(),
  EOF,
];
