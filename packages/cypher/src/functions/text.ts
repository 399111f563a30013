/** `text.*`: splitting and matching with regular expressions, encodings of bytes and URLs. */
import type { Value } from '@weir/model';
import type { QueryBudget } from '../budget/query-budget.js';
import { compileRegex } from '../operations/regular-expression.js';
import { Matches, replaceAllBy, splitBy } from '../operations/regex-matches.js';
import type { RunState } from '../run/run-state.js';
import { define, define1 } from '../registry/define-function.js';
import type { FunctionDefinition } from '../registry/function-definition.js';
import { percentDecode, percentEncode } from './percent-encoding.js';

/** Splits as Java does: without a limit, trailing empty parts are dropped; no empty part before a match at 0. */
function split([text, pattern, limit = 0]: readonly Value[], { budget }: RunState): Value | undefined {
  if (typeof text !== 'string' || typeof pattern !== 'string' || typeof limit !== 'number') return undefined;
  return splitBy(compileRegex(pattern, budget), text, limit, budget);
}

function groupsOf(text: string, pattern: string, all: boolean, budget: QueryBudget): Value[][] {
  const matches = new Matches(compileRegex(pattern, budget), text, budget);
  const found: Value[][] = [];
  while (matches.next()) {
    const groups = matches.groups();
    budget.room(found.length + 1);
    found.push(groups);
    if (!all) break;
  }
  return found;
}

function firstMatch([text, pattern]: readonly Value[], { budget }: RunState): Value | undefined {
  if (typeof text !== 'string' || typeof pattern !== 'string') return undefined;
  return groupsOf(text, pattern, false, budget)[0] ?? [];
}

function allGroups([text, pattern]: readonly Value[], { budget }: RunState): Value | undefined {
  return typeof text === 'string' && typeof pattern === 'string'
    ? groupsOf(text, pattern, true, budget)
    : undefined;
}

function replaceAll([text, pattern, replacement]: readonly Value[], { budget }: RunState): Value | undefined {
  if (typeof text !== 'string' || typeof pattern !== 'string' || typeof replacement !== 'string')
    return undefined;
  return replaceAllBy(compileRegex(pattern, budget), text, replacement, budget);
}

function urlEncode(args: readonly Value[], { budget }: RunState): Value | undefined {
  const [text, second, third] = args;
  const usePlus = second === undefined || typeof second === 'string' ? false : second;
  const extra = typeof second === 'string' ? second : (third ?? '"{}<>');
  if (typeof text !== 'string' || typeof usePlus !== 'boolean' || typeof extra !== 'string') return undefined;
  if ([...extra].some(char => char.charCodeAt(0) > 0x7f)) return undefined;
  return percentEncode(text, usePlus, extra, budget);
}

const ENCODERS: Record<string, (text: string) => Uint8Array> = {
  'utf-8': text => Buffer.from(text, 'utf8'),
  'utf-16': text => Buffer.from('\ufeff' + text, 'utf16le').swap16(),
  // Unsupported characters become question marks.
  'iso-8859-1': text => Buffer.from(text.replaceAll(/[^\u0000-\u00ff]/g, '?'), 'latin1'),
};

function stringToBytes([text, encoding]: readonly Value[], { budget }: RunState): Value | undefined {
  if (typeof text !== 'string' || typeof encoding !== 'string') return undefined;
  budget.string(text.length);
  const name = encoding.toLowerCase();
  return Object.hasOwn(ENCODERS, name) ? new Uint8Array(ENCODERS[name]!(text)) : null;
}

function bytesOfHex(value: Value, { budget }: RunState): Value | undefined {
  if (typeof value !== 'string') return undefined;
  budget.string(value.length);
  const hex = value.replaceAll(/\s/g, '');
  return /^(?:[0-9a-fA-F]{2})*$/.test(hex) ? new Uint8Array(Buffer.from(hex, 'hex')) : null;
}

const REGEX_FUNCTIONS: readonly FunctionDefinition[] = [
  define(
    'text.split(text :: STRING, regex :: STRING, limit :: INTEGER?) :: LIST OF STRING',
    'The substrings between matches of a regular expression',
    split,
  ),
  define(
    'text.regexFirstMatch(text :: STRING, regex :: STRING) :: LIST OF STRING',
    'The first match and its groups, or an empty list',
    firstMatch,
  ),
  define(
    'text.regexGroups(text :: STRING, regex :: STRING) :: LIST OF LIST OF STRING',
    'All matches, each with its groups',
    allGroups,
  ),
  define(
    'text.regexReplaceAll(text :: STRING, regex :: STRING, replacement :: STRING) :: STRING',
    'Replaces all matches; $1 stands for the first group',
    replaceAll,
  ),
];

export const TEXT_FUNCTIONS: readonly FunctionDefinition[] = [
  ...REGEX_FUNCTIONS.map(definition => ({
    ...definition,
    arguments: { ...definition.arguments, regex: 1 },
  })),
  define(
    'text.urlencode(text :: STRING, usePlus :: BOOLEAN?, extraChars :: STRING?) :: STRING',
    'Percent-encodes characters that have a meaning in URLs',
    urlEncode,
  ),
  define(
    'text.urldecode(text :: STRING, decodePlus :: BOOLEAN?) :: STRING',
    'Decodes percent-encoding; null if the string is malformed',
    ([text, plus = true], { budget }) => {
      if (typeof text !== 'string' || typeof plus !== 'boolean') return undefined;
      budget.string(text.length);
      return percentDecode(text, plus) ?? null;
    },
  ),
  define1('text.utf8Encode(text :: STRING) :: BYTES', 'The bytes of a string', (value, { budget }) => {
    if (typeof value !== 'string') return undefined;
    budget.string(value.length);
    return new Uint8Array(Buffer.from(value, 'utf8'));
  }),
  define1('text.utf8Decode(bytes :: BYTES) :: STRING', 'The string for bytes', (value, { budget }) => {
    if (!(value instanceof Uint8Array)) return undefined;
    budget.string(value.length);
    return new TextDecoder().decode(value);
  }),
  define1('bytes(hex :: STRING) :: BYTES', 'The bytes for hexadecimal digits, or null', bytesOfHex),
  define(
    'convert.stringToBytes(text :: STRING, encoding :: STRING) :: BYTES',
    'The bytes of a string in utf-8, utf-16 or iso-8859-1; null for any other encoding',
    stringToBytes,
  ),
];
