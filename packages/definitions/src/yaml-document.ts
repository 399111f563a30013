/** Reads YAML, and thus JSON, as a plain value that keeps the positions of its parts. */
import { MAX_VALUE_DEPTH } from '@weir/model';
import { messageOf } from '@weir/platform';
import {
  isAlias,
  isCollection,
  isNode,
  isPair,
  isScalar,
  LineCounter,
  parseDocument,
  visit,
  type Document,
} from 'yaml';
import { sourceOffset } from './yaml-scalar.js';

export interface DocumentPosition {
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
}

export interface YamlDocument {
  /** Objects, arrays, strings, booleans, null, numbers; integers beyond 2^53, up to 64 bits, are bigints. */
  readonly value: unknown;
  /** Position of the value at a path, or of the nearest value that encloses it. */
  positionOf(path: readonly PropertyKey[]): DocumentPosition | undefined;
  /**
   * Position of a character of the text at a path, or of the nearest text that encloses it; the position of the whole
   * text if it cannot be determined.
   */
  positionIn(path: readonly PropertyKey[], offset: number): DocumentPosition | undefined;
}

export interface YamlFault {
  readonly message: string;
  readonly position?: DocumentPosition;
}

/** Maximum number of aliases in a document: each may represent a large part of it. */
const MAXIMUM_ALIASES = 100;

const OUT_OF_STACK = /Maximum call stack size exceeded/;

/** Formats an error on one line: `ParsingFailure: ... (line 3, column 1)`. */
export function faultLine({ message, position }: YamlFault): string {
  const place = position ? ` (line ${position.line}, column ${position.column})` : '';
  return `ParsingFailure: ${message}${place}`;
}

/** @returns the document, or its syntax errors. YAML 1.2, so JSON as well. */
export function readYamlDocument(
  text: string,
): YamlDocument | { readonly syntaxErrors: readonly YamlFault[] } {
  const lines = new LineCounter();
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const failure = (message: string, offset: number): YamlFault => {
    const { line, col } = lines.linePos(offset);
    return { message, position: { line, column: col } };
  };
  // The library compares each key of a map with all others, which takes ten seconds for 20,000 keys.
  const options = { lineCounter: lines, intAsBigInt: true, prettyErrors: false, uniqueKeys: false } as const;
  const document = parseDocument(source, options);
  const tooDeep = document.errors.find(({ message }) => OUT_OF_STACK.test(message));
  if (tooDeep !== undefined) {
    // The library reports this for each level that it leaves.
    return { syntaxErrors: [failure('Nested too deeply', tooDeep.pos[0])] };
  }
  const errors = document.errors.map(error => ({ message: error.message, offset: error.pos[0] }));
  if (errors.length === 0) errors.push(...troubleIn(document));
  if (errors.length > 0) {
    return { syntaxErrors: errors.map(({ message, offset }) => failure(message, offset)) };
  }
  let value: unknown;
  try {
    value = asPlainValue(document.toJS(), 0);
  } catch (error) {
    // Aliases that expand without end, or name an anchor that does not exist.
    return { syntaxErrors: [{ message: messageOf(error) }] };
  }
  return {
    value,
    positionOf: path => positionOf(document, lines, path),
    positionIn: (path, offset) =>
      positionIn(source, document, lines, path, offset) ?? positionOf(document, lines, path),
  };
}

interface Trouble {
  readonly message: string;
  /** Offset in the text. */
  readonly offset: number;
}

/** Errors that the grammar allows but a value does not: the first of each type. */
function troubleIn(document: Document): Trouble[] {
  let aliases = 0;
  let tooMany: Trouble | undefined;
  let repeated: Trouble | undefined;
  visit(document, {
    Alias: (_, alias) => {
      if (++aliases <= MAXIMUM_ALIASES) return undefined;
      tooMany = { message: `More than ${MAXIMUM_ALIASES} aliases`, offset: startOf(alias) ?? 0 };
      return visit.BREAK;
    },
    Map: (_, map) => {
      const keys = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value))
          repeated ??= { message: 'Map keys must be unique', offset: startOf(key) ?? 0 };
        keys.add(key.value);
      }
    },
  });
  return [tooMany, repeated].filter(trouble => trouble !== undefined);
}

const INT64_MIN = -(2n ** 63n);
const INT64_MAX = 2n ** 63n - 1n;

/** Converts integers to numbers if that is exact, and, as for JSON, beyond 64 bits. */
function asPlainValue(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') {
    const isExact = value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;
    return isExact || value < INT64_MIN || value > INT64_MAX ? Number(value) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_VALUE_DEPTH) throw new RangeError(`Nested deeper than ${MAX_VALUE_DEPTH} levels`);
  if (Array.isArray(value)) return value.map(inner => asPlainValue(inner, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, asPlainValue(inner, depth + 1)]),
  );
}

function positionOf(
  document: Document,
  lines: LineCounter,
  path: readonly PropertyKey[],
): DocumentPosition | undefined {
  let node: unknown = document.contents;
  let start = startOf(node);
  for (const step of path) {
    if (!isCollection(node)) break;
    const item = node.items.find((candidate, index) =>
      isPair(candidate) ? keyText(candidate.key) === String(step) : index === step,
    );
    if (item === undefined) break;
    node = isPair(item) ? item.value : item;
    start = (isPair(item) ? startOf(item.key) : undefined) ?? startOf(node) ?? start;
  }
  if (start === undefined) return undefined;
  const { line, col } = lines.linePos(start);
  return { line, column: col };
}

function positionIn(
  source: string,
  document: Document,
  lines: LineCounter,
  path: readonly PropertyKey[],
  offset: number,
): DocumentPosition | undefined {
  let node: unknown = document.contents;
  for (const step of path) {
    node = resolved(node, document);
    if (isScalar(node)) break;
    if (!isCollection(node)) return undefined;
    const item = node.items.find((candidate, index) =>
      isPair(candidate) ? keyText(candidate.key) === String(step) : index === step,
    );
    node = isPair(item) ? item.value : item;
  }
  node = resolved(node, document);
  const start = isScalar(node) ? sourceOffset(source, node, offset) : undefined;
  if (start === undefined) return undefined;
  const { line, col } = lines.linePos(start);
  return { line, column: col };
}

function resolved(node: unknown, document: Document): unknown {
  return isAlias(node) ? node.resolve(document) : node;
}

function keyText(key: unknown): string {
  return isNode(key) ? String(key.toJSON()) : String(key);
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
