/**
 * Finds the part of the graph that a match describes: the standing query's own pattern, anchored at the node that the
 * match names.
 */
export interface MatchQuery {
  readonly query: string;
  /** Without the values of the match, which may have changed since. */
  readonly unfiltered: string;
  /** Without names of paths, for a pattern that cannot have them. */
  readonly plain: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Begins the names of paths. */
const PATH = '__path';
const ID_OF_NODE = /\b(?:id|strId)\(\s*(\w+)\s*\)(?:\s+AS\s+(`[^`]+`|\w+))?/gi;
const PROPERTY = /(?:^|,)\s*(?:DISTINCT\s+)?((\w+)\.(`[^`]+`|\w+))(?:\s+AS\s+(`[^`]+`|\w+))?\s*(?=,|$)/gi;
const NODE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** These transform the matched rows; the pattern alone would not find their results. */
const NOT_ONE_MATCH = /\b(?:UNION|UNWIND|CALL|WITH)\b/i;

/**
 * @returns `undefined` when the pattern returns no node id, or contains more than matches with conditions; only nodes
 * named by the data can be shown then.
 */
export function matchQuery(pattern: string, data: Readonly<Record<string, unknown>>): MatchQuery | undefined {
  const returned = lastReturn(pattern);
  if (returned === undefined || NOT_ONE_MATCH.test(pattern)) return undefined;
  const anchors = [...returned.columns.matchAll(ID_OF_NODE)].flatMap(([text, variable, alias]) => {
    const column = alias?.replaceAll('`', '') ?? text.trim();
    const id = data[column];
    return typeof id === 'string' ? [{ variable: variable!, id }] : [];
  });
  if (anchors.length === 0) return undefined;
  const variables = anchors.map(({ variable }) => `(${variable})`).join(', ');
  const conditions = anchors.map(({ variable }, i) => `strId(${variable}) = $anchor${i}`).join(' AND ');
  const values = valuesIn(returned.columns, data);
  const filter = values.map(({ expression }, i) => `${expression} = $value${i}`).join(' AND ');
  const anchored = (pattern: string, end = ''): string =>
    `MATCH ${variables} WHERE ${conditions}\n${pattern}${end}\nRETURN * LIMIT 25`;
  return {
    query: anchored(withPaths(returned.before), filter === '' ? '' : `\nWITH * WHERE ${filter}`),
    unfiltered: anchored(withPaths(returned.before)),
    plain: anchored(returned.before),
    parameters: Object.fromEntries([
      ...anchors.map(({ id }, i) => [`anchor${i}`, id]),
      ...values.map(({ value }, i) => [`value${i}`, value]),
    ]),
  };
}

/** Several matches may have the same node ids: returned properties distinguish them. */
function valuesIn(
  columns: string,
  data: Readonly<Record<string, unknown>>,
): readonly { readonly expression: string; readonly value: string | number | boolean }[] {
  return [...columns.matchAll(PROPERTY)].flatMap(([, expression, , , alias]) => {
    const value = data[alias?.replaceAll('`', '') ?? expression!];
    return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? [{ expression: expression!, value }]
      : [];
  });
}

/** Names the first path of each MATCH, so that the inner nodes of paths are returned, and nodes in their order. */
function withPaths(pattern: string): string {
  let count = 0;
  return pattern.replace(/\bMATCH\s+(?=\()/gi, word => `${word}${PATH}${count++} = `);
}

/** Returns the columns of `row` with those of paths first. */
export function pathsFirst(columns: readonly string[], row: readonly unknown[]): readonly unknown[] {
  const isPath = (i: number): boolean => columns[i]?.startsWith(PATH) ?? false;
  return [...row.filter((_, i) => isPath(i)), ...row.filter((_, i) => !isPath(i))];
}

/** Returns whether the value has the form of a node id. */
export function isNodeId(value: unknown): value is string {
  return typeof value === 'string' && NODE_ID.test(value);
}

/** Returns all texts in a match's data that are node ids. */
export function idsIn(value: unknown): string[] {
  if (isNodeId(value)) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(idsIn))];
}

function lastReturn(pattern: string): { before: string; columns: string } | undefined {
  const words = [...pattern.matchAll(/\bRETURN\b/gi)];
  const last = words.at(-1);
  if (last === undefined || words.length > 1) return undefined;
  return { before: pattern.slice(0, last.index), columns: pattern.slice(last.index) };
}
