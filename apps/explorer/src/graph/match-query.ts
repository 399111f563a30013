/**
 * From a match to the part of the graph that it is: the standing query's own pattern, begun at the node that the match
 * names.
 */
export interface MatchQuery {
  readonly query: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

const ID_OF_NODE = /\b(?:id|strId)\(\s*(\w+)\s*\)(?:\s+AS\s+(`[^`]+`|\w+))?/gi;
const NODE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** These make other rows of what was matched; the pattern alone would not find what they returned. */
const NOT_ONE_MATCH = /\b(?:UNION|UNWIND|CALL|WITH)\b/i;

/**
 * @returns `undefined` when the pattern returns no id of a node, or is more than matches with conditions; the nodes that
 * the data names are all that can be shown then.
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
  return {
    query: `MATCH ${variables} WHERE ${conditions}\n${returned.before}\nRETURN * LIMIT 25`,
    parameters: Object.fromEntries(anchors.map(({ id }, i) => [`anchor${i}`, id])),
  };
}

/** It has the form of one. */
export function isNodeId(value: unknown): value is string {
  return typeof value === 'string' && NODE_ID.test(value);
}

/** All texts of a match's data that are ids of nodes. */
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
