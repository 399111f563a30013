/** Converts a result for a feed: parameters of its query, and edges that the graph does not have. */
import type { TapQuery } from '../api/types.js';
import { edgeKey, type GraphEdge } from './elements.js';

/** Path below the graph. */
export function tapOf({ standingQueryName, outputName, preEnrichment }: TapQuery): string {
  const query = `standingQueries/${encodeURIComponent(standingQueryName)}`;
  if (outputName === undefined || outputName === null) return `${query}:tap`;
  return `${query}/outputs/${encodeURIComponent(outputName)}${preEnrichment ? ':tapPreEnrichment' : ':tap'}`;
}

/** The fields of a result, and `that`, the whole result. */
export function parametersOfResult(result: unknown): Record<string, unknown> {
  const fields = typeof result === 'object' && result !== null && !Array.isArray(result) ? result : {};
  return { ...fields, that: result };
}

/** Edges between nodes named by the result. A path that does not lead to text creates no edge. */
export function edgesOfResult({ syntheticEdges }: TapQuery, result: unknown): GraphEdge[] {
  return (syntheticEdges ?? []).flatMap(({ fromNode, toNode, label, direction }) => {
    const [one, other] = [valueAt(result, fromNode), valueAt(result, toNode)];
    if (typeof one !== 'string' || typeof other !== 'string') return [];
    const [from, to] = direction === 'IN' ? [other, one] : [one, other];
    return [{ key: edgeKey(from, label, to), from, to, type: label, properties: {}, isSynthetic: true }];
  });
}

/** @param path keys separated by dots. */
function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[key];
  }
  return found;
}
