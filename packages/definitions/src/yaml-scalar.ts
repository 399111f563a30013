/**
 * Maps a position in the text of a YAML scalar to its position in the file. Whitespace is folded, indented and escaped
 * in many ways; all other characters are written in order, one character each, or an escape. So only these are counted.
 */
import type { Scalar } from 'yaml';

const BLOCKS: ReadonlySet<unknown> = new Set(['BLOCK_LITERAL', 'BLOCK_FOLDED']);
const SPACE = /\s/;

/**
 * @param offset in the scalar's value, in UTF-16 units. Whitespace maps to the position of the character before it.
 * @returns the offset in `source`; `undefined` for a scalar that was not read from it.
 */
export function sourceOffset(source: string, scalar: Scalar, offset: number): number | undefined {
  const { type, value, range } = scalar;
  if (typeof value !== 'string' || range === null || range === undefined) return undefined;
  let at = contentStart(source, type, range[0]);
  for (let i = 0; i < value.length;) {
    if (SPACE.test(value[i]!)) {
      if (i++ === offset) return at;
      continue;
    }
    let written = characterAt(source, at, type);
    while (written.text.trim() === '' && at < range[2]) {
      at += written.length;
      written = characterAt(source, at, type);
    }
    if (offset < i + written.text.length) return at;
    i += written.text.length;
    at += written.length;
  }
  return at;
}

function contentStart(source: string, type: Scalar['type'], start: number): number {
  if (BLOCKS.has(type)) return source.indexOf('\n', start) + 1;
  return type === 'QUOTE_DOUBLE' || type === 'QUOTE_SINGLE' ? start + 1 : start;
}

interface Written {
  /** The text it represents. */
  readonly text: string;
  readonly length: number;
}

const SPACE_ESCAPES = 'tnvfrNLP_ \t\r\n';
const CODE_LENGTHS: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function characterAt(source: string, at: number, type: Scalar['type']): Written {
  const character = source[at] ?? ' ';
  if (type === 'QUOTE_SINGLE' && character === "'") return { text: "'", length: 2 };
  if (type !== 'QUOTE_DOUBLE' || character !== '\\') return { text: character, length: 1 };
  const kind = source[at + 1] ?? ' ';
  if (SPACE_ESCAPES.includes(kind)) return { text: ' ', length: 2 };
  const digits = CODE_LENGTHS[kind];
  if (digits === undefined) return { text: kind, length: 2 };
  const code = parseInt(source.slice(at + 2, at + 2 + digits), 16);
  return { text: String.fromCodePoint(code), length: 2 + digits };
}
