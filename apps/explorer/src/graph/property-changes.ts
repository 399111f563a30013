/** Converts an edit of a node's properties to one query, with quoted names and values as parameters. */
import { shown } from '../api/exact-json.js';
import { quoted } from './canvas-queries.js';
import type { GraphNode, Properties } from './elements.js';

export interface PropertyEdit {
  readonly key: string;
  /** Value as typed; `undefined`: removed. */
  readonly text: string | undefined;
}

export interface PropertyChange {
  readonly key: string;
  readonly before: unknown;
  /** `undefined`: removed. */
  readonly after: unknown;
}

/** Parses JSON, and treats anything else as text. */
export function valueOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Writes a value so that `valueOf` reads it back. */
export function writtenOf(value: unknown): string {
  if (typeof value !== 'string') return shown(value);
  return typeof valueOf(value) === 'string' && valueOf(value) === value ? value : JSON.stringify(value);
}

export function changesOf(before: Properties, edits: readonly PropertyEdit[]): PropertyChange[] {
  return edits.flatMap(({ key, text }) => {
    const after = text === undefined ? undefined : valueOf(text);
    const isSame = text === undefined ? !(key in before) : shown(before[key]) === shown(after);
    const isSameType = typeof before[key] === typeof after;
    return isSame && isSameType ? [] : [{ key, before: before[key], after }];
  });
}

export function writeQuery(node: GraphNode, changes: readonly PropertyChange[]) {
  const clauses = changes.map(({ key, after }, i) =>
    after === undefined ? `REMOVE n.${quoted(key)}` : `SET n.${quoted(key)} = $value${i}`,
  );
  const values = changes.flatMap(({ after }, i) =>
    after === undefined ? [] : [[`value${i}`, after] as const],
  );
  return {
    query: `MATCH (n) WHERE strId(n) = $id\n${clauses.join('\n')}\nRETURN n`,
    parameters: { id: node.id, ...Object.fromEntries(values) },
  };
}
