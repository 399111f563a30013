import type { Value } from '@weir/model';
import { isList } from '../expression/operations/value-kind.js';
import { define, define1 } from './define.js';
import type { FunctionDefinition } from './function-definition.js';

function ofString(
  signature: string,
  description: string,
  compute: (text: string) => Value,
): FunctionDefinition {
  return define1(signature, description, value => (typeof value === 'string' ? compute(value) : undefined));
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

/** Literal delimiters. Empty pieces at the end stay, as openCypher has it. */
function split([text, delimiter]: readonly Value[]): Value | undefined {
  if (typeof text !== 'string') return undefined;
  if (text === '') return [''];
  if (typeof delimiter === 'string') return text.split(delimiter);
  if (!isList(delimiter!) || !delimiter.every(part => typeof part === 'string')) return undefined;
  return delimiter.reduce<string[]>((pieces, part) => pieces.flatMap(piece => piece.split(part)), [text]);
}

function replace([text, find, replacement]: readonly Value[]): Value | undefined {
  if (typeof text !== 'string' || typeof find !== 'string' || typeof replacement !== 'string')
    return undefined;
  return find === '' ? text : text.split(find).join(replacement);
}

function reverse(value: Value): Value | undefined {
  if (typeof value === 'string') return [...value].reverse().join('');
  return isList(value) ? [...value].reverse() : undefined;
}

function pad(side: 'start' | 'end') {
  return ([text, size, fill = ' ']: readonly Value[]): Value | undefined => {
    const length = count(size);
    if (typeof text !== 'string' || typeof fill !== 'string' || length === undefined) return undefined;
    return side === 'start' ? text.padStart(length, fill) : text.padEnd(length, fill);
  };
}

export const STRING_FUNCTIONS: readonly FunctionDefinition[] = [
  ofString('toLower(text :: STRING) :: STRING', 'In lower case', text => text.toLowerCase()),
  ofString('toUpper(text :: STRING) :: STRING', 'In upper case', text => text.toUpperCase()),
  ofString('lower(text :: STRING) :: STRING', 'In lower case', text => text.toLowerCase()),
  ofString('upper(text :: STRING) :: STRING', 'In upper case', text => text.toUpperCase()),
  ofString('trim(text :: STRING) :: STRING', 'Without white space at both ends', text => {
    let start = 0;
    let end = text.length;
    while (start < end && text.charCodeAt(start) <= 0x20) start++;
    while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
    return text.slice(start, end);
  }),
  ofString('lTrim(text :: STRING) :: STRING', 'Without white space at the start', text => text.trimStart()),
  ofString('rTrim(text :: STRING) :: STRING', 'Without white space at the end', text => text.trimEnd()),
  define('left(text :: STRING, length :: INTEGER) :: STRING', 'The first chars', left),
  define('right(text :: STRING, length :: INTEGER) :: STRING', 'The last chars', right),
  define(
    'substring(text :: STRING, start :: INTEGER, length :: INTEGER?) :: STRING',
    'A piece of the text; the first char is 0',
    substring,
  ),
  define(
    'replace(text :: STRING, find :: STRING, replacement :: STRING) :: STRING',
    'Replaces all that is literally the same',
    replace,
  ),
  define(
    'split(text :: STRING, delimiter :: STRING) :: LIST OF STRING',
    'The pieces between delimiters',
    split,
  ),
  define1('reverse(x :: ANY) :: ANY', 'A text or list backwards', reverse),
  define(
    'lPad(text :: STRING, size :: INTEGER, fill :: STRING?) :: STRING',
    'Fills up at the start',
    pad('start'),
  ),
  define(
    'rPad(text :: STRING, size :: INTEGER, fill :: STRING?) :: STRING',
    'Fills up at the end',
    pad('end'),
  ),
  define('normalize(text :: STRING) :: STRING', 'Unicode normal form C', ([text]) =>
    typeof text === 'string' ? text.normalize() : undefined,
  ),
];
