/** What a feed makes of a result: parameters of its query, and edges that no graph holds. */
import type { TapQuery } from '../api/types.js';
import { edgeKey, type GraphEdge } from './elements.js';

/** Below the graph. */
export function tapOf({ standingQueryName, outputName, preEnrichment }: TapQuery): string {
  const query = `standingQueries/${encodeURIComponent(standingQueryName)}`;
  if (outputName === undefined || outputName === null) return `${query}:tap`;
  return `${query}/outputs/${encodeURIComponent(outputName)}${preEnrichment ? ':tapPreEnrichment' : ':tap'}`;
}

/** The fields of a result, and `that`, which is all of it. */
export function parametersOfResult(result: unknown): Record<string, unknown> {
  const fields = typeof result === 'object' && result !== null && !Array.isArray(result) ? result : {};
  return { ...fields, that: result };
}

/** Between nodes that the result names. A path that leads to no text makes no edge. */
export function edgesOfResult({ syntheticEdges }: TapQuery, result: unknown): GraphEdge[] {
  return (syntheticEdges ?? []).flatMap(({ fromNode, toNode, label, direction }) => {
    const [one, other] = [valueAt(result, fromNode), valueAt(result, toNode)];
    if (typeof one !== 'string' || typeof other !== 'string') return [];
    const [from, to] = direction === 'IN' ? [other, one] : [one, other];
    return [{ key: edgeKey(from, label, to), from, to, type: label, properties: {}, isSynthetic: true }];
  });
}

/** @param path keys with dots between them. */
function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const key of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[key];
  }
  return found;
}
