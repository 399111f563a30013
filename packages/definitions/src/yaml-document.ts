/** YAML, and so JSON too, as a plain value that still knows where everything stood. */
import { isCollection, isNode, isPair, LineCounter, parseDocument, type Document } from 'yaml';

export interface DocumentPosition {
  /** 1-based. */
  readonly line: number;
  /** 1-based. */
  readonly column: number;
}

export interface YamlDocument {
  /** Objects, arrays, strings, booleans, null, numbers; integers beyond 2^53 are bigints. */
  readonly value: unknown;
  /** Where the value at a path stands, or the nearest that encloses it. */
  positionOf(path: readonly PropertyKey[]): DocumentPosition | undefined;
}

/** @returns the document, or one line for each syntax error. YAML 1.2, so JSON as well. */
export function readYamlDocument(text: string): YamlDocument | { readonly syntaxErrors: readonly string[] } {
  const lines = new LineCounter();
  const source = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const document = parseDocument(source, { lineCounter: lines, intAsBigInt: true, prettyErrors: false });
  if (document.errors.length > 0) {
    return {
      syntaxErrors: document.errors.map(error => {
        const { line, col } = lines.linePos(error.pos[0]);
        return `ParsingFailure: ${error.message} (line ${line}, column ${col})`;
      }),
    };
  }
  let value: unknown;
  try {
    value = withPlainIntegers(document.toJS());
  } catch (error) {
    // Aliases that expand without end, or name an anchor that does not exist.
    return { syntaxErrors: [`ParsingFailure: ${error instanceof Error ? error.message : String(error)}`] };
  }
  return { value, positionOf: path => positionOf(document, lines, path) };
}

function withPlainIntegers(value: unknown): unknown {
  if (typeof value === 'bigint') {
    return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
  }
  if (Array.isArray(value)) return value.map(withPlainIntegers);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withPlainIntegers(inner)]));
  }
  return value;
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

function keyText(key: unknown): string {
  return isNode(key) ? String(key.toJSON()) : String(key);
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}
