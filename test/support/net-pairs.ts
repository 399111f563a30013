/** Net results of a standing query that returns pairs `a`, `b`, compared with the rows of the same query. */
import type { Result } from './v1-client.js';

/** @returns the matches without a retraction as text, which equals `pairRows` of the query. Duplicates are ignored. */
export function netPairs(results: readonly Pick<Result, 'meta' | 'data'>[]): string {
  const net = new Map<string, string>();
  const over = new Set<string>();
  for (const { meta, data } of results) {
    if (!meta.isPositiveMatch) {
      over.add(meta.resultId);
      net.delete(meta.resultId);
    } else if (!over.has(meta.resultId))
      net.set(meta.resultId, `${data['a'] as string} ${data['b'] as string}`);
  }
  return lines([...net.values()]);
}

/** @param rows of two values each. */
export function pairRows(rows: readonly (readonly unknown[])[]): string {
  return lines(rows.map(([a, b]) => `${a as string} ${b as string}`));
}

function lines(texts: readonly string[]): string {
  return [...texts].sort().join('\n');
}
