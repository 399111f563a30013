import type { Value } from '@weir/model';
import { ENTRY_BYTES, type QueryBudget } from '../budget/query-budget.js';
import { TextSearch } from '../operations/text-search.js';
import { isList } from '../operations/value-kind.js';
import type { RunState } from '../run/run-state.js';
import { define, define1 } from '../registry/define-function.js';
import type { FunctionDefinition } from '../registry/function-definition.js';

function ofString(
  signature: string,
  description: string,
  compute: (text: string) => Value,
): FunctionDefinition {
  return define1(signature, description, (value, { budget }) => {
    if (typeof value !== 'string') return undefined;
    budget.string(value.length);
    return compute(value);
  });
}

function count(value: Value | undefined): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;
}

function left(args: readonly Value[]): Value | undefined {
  const length = count(args[1]);
  if (typeof args[0] !== 'string' || length === undefined) return undefined;
  return args[0].slice(0, Math.max(0, length));
}

function right(args: readonly Value[]): Value | undefined {
  const length = count(args[1]);
  if (typeof args[0] !== 'string' || length === undefined) return undefined;
  return length <= 0 ? '' : args[0].slice(-length);
}

function substring(args: readonly Value[]): Value | undefined {
  const [text] = args;
  const start = count(args[1]);
  if (typeof text !== 'string' || start === undefined) return undefined;
  const from = Math.max(0, start);
  if (args.length === 2) return text.slice(from);
  const length = count(args[2]);
  if (length === undefined) return undefined;
  return text.slice(from, Math.max(from, start + length));
}

/** Literal delimiters. Trailing empty parts are kept, as in openCypher. */
function split([text, delimiter]: readonly Value[], { budget }: RunState): Value | undefined {
  if (typeof text !== 'string') return undefined;
  if (text === '') return [''];
  if (typeof delimiter === 'string') return pieces([text], delimiter, budget);
  if (!isList(delimiter!) || !delimiter.every(part => typeof part === 'string')) return undefined;
  return delimiter.reduce<readonly string[]>((before, part) => pieces(before, part, budget), [text]);
}

/** Overhead of a separate string in addition to its characters. */
const PIECE_BYTES = 24;

function pieces(texts: readonly string[], delimiter: string, budget: QueryBudget): readonly string[] {
  if (delimiter === '') return characters(texts, budget);
  const search = new TextSearch(delimiter, budget);
  const found: string[] = [];
  for (const text of texts) {
    let start = 0;
    for (let at = search.next(text, 0); at >= 0; at = search.next(text, start)) {
      found.push(piece(text, start, at, found.length, budget));
      start = at + delimiter.length;
    }
    found.push(piece(text, start, text.length, found.length, budget));
  }
  return found;
}

function piece(text: string, start: number, end: number, count: number, budget: QueryBudget): string {
  budget.room(count + 1);
  budget.made(ENTRY_BYTES + PIECE_BYTES);
  return text.slice(start, end);
}

/** An empty delimiter splits a text into its UTF-16 units. */
function characters(texts: readonly string[], budget: QueryBudget): readonly string[] {
  const count = texts.reduce((sum, text) => sum + text.length, 0);
  budget.list(count);
  budget.made(count * PIECE_BYTES);
  budget.steps(count);
  return texts.flatMap(text => text.split(''));
}

function replace([text, find, replacement]: readonly Value[], { budget }: RunState): Value | undefined {
  if (typeof text !== 'string' || typeof find !== 'string' || typeof replacement !== 'string')
    return undefined;
  if (find === '') return text;
  const found = pieces([text], find, budget);
  if (found.length === 1) return text;
  budget.string(text.length + (found.length - 1) * (replacement.length - find.length));
  return found.join(replacement);
}

function reverse(value: Value, { budget }: RunState): Value | undefined {
  if (typeof value === 'string') {
    budget.string(value.length);
    budget.steps(value.length >>> 2);
    return backwards(value);
  }
  if (!isList(value)) return undefined;
  budget.list(value.length);
  return value.toReversed();
}

/** Reverses by code points, in chunks: a list of all code points takes many times the memory of the text. */
function backwards(text: string): string {
  let result = '';
  for (let end = text.length; end > 0;) {
    const start = Math.max(0, end - BACKWARDS_AT_ONCE);
    const from = start > 0 && isLowSurrogate(text.charCodeAt(start)) ? start - 1 : start;
    result += [...text.slice(from, end)].reverse().join('');
    end = from;
  }
  return result;
}

const BACKWARDS_AT_ONCE = 8192;

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

function pad(side: 'start' | 'end') {
  return ([text, size, fill = ' ']: readonly Value[], { budget }: RunState): Value | undefined => {
    const length = count(size);
    if (typeof text !== 'string' || typeof fill !== 'string' || length === undefined) return undefined;
    if (length <= text.length || fill === '') return text;
    budget.string(length);
    return side === 'start' ? text.padStart(length, fill) : text.padEnd(length, fill);
  };
}

export const STRING_FUNCTIONS: readonly FunctionDefinition[] = [
  ofString('toLower(text :: STRING) :: STRING', 'The string in lower case', text => text.toLowerCase()),
  ofString('toUpper(text :: STRING) :: STRING', 'The string in upper case', text => text.toUpperCase()),
  ofString('lower(text :: STRING) :: STRING', 'The string in lower case', text => text.toLowerCase()),
  ofString('upper(text :: STRING) :: STRING', 'The string in upper case', text => text.toUpperCase()),
  ofString('trim(text :: STRING) :: STRING', 'The string without white space at both ends', text => {
    let start = 0;
    let end = text.length;
    while (start < end && text.charCodeAt(start) <= 0x20) start++;
    while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
    return text.slice(start, end);
  }),
  ofString('lTrim(text :: STRING) :: STRING', 'The string without white space at the start', text =>
    text.trimStart(),
  ),
  ofString('rTrim(text :: STRING) :: STRING', 'The string without white space at the end', text =>
    text.trimEnd(),
  ),
  define('left(text :: STRING, length :: INTEGER) :: STRING', 'The first characters', left),
  define('right(text :: STRING, length :: INTEGER) :: STRING', 'The last characters', right),
  define(
    'substring(text :: STRING, start :: INTEGER, length :: INTEGER?) :: STRING',
    'A substring; the index of the first character is 0',
    substring,
  ),
  define(
    'replace(text :: STRING, find :: STRING, replacement :: STRING) :: STRING',
    'Replaces all literal occurrences',
    replace,
  ),
  define(
    'split(text :: STRING, delimiter :: STRING) :: LIST OF STRING',
    'The substrings between delimiters',
    split,
  ),
  define1('reverse(x :: ANY) :: ANY', 'A string or list in reverse order', reverse),
  define(
    'lPad(text :: STRING, size :: INTEGER, fill :: STRING?) :: STRING',
    'Pads the string at the start',
    pad('start'),
  ),
  define(
    'rPad(text :: STRING, size :: INTEGER, fill :: STRING?) :: STRING',
    'Pads the string at the end',
    pad('end'),
  ),
  define('normalize(text :: STRING) :: STRING', 'Unicode normal form C', ([text], { budget }) => {
    if (typeof text !== 'string') return undefined;
    budget.string(text.length);
    budget.steps(text.length >>> 3);
    return text.normalize();
  }),
];
