/** Net results of a standing query, for a consumer that ignores duplicates. */
import type { Result } from './v1-client.js';

/** @returns `data.id` of the current matches, sorted; or an error in the results. */
export function standingRoots(results: readonly Result[]): readonly string[] | string {
  const open = new Map<string, string>();
  const cancelled = new Set<string>();
  for (const { meta, data } of results) {
    const id = data['id'] as string;
    if (meta.isPositiveMatch) {
      if (!cancelled.has(meta.resultId)) open.set(meta.resultId, id);
    } else if (open.get(meta.resultId) === id) {
      open.delete(meta.resultId);
      cancelled.add(meta.resultId);
    } else if (!cancelled.has(meta.resultId))
      return `a cancellation without its match: ${JSON.stringify(meta)}`;
  }
  const roots = [...open.values()].sort();
  const twice = roots.find((id, i) => id === roots[i - 1]);
  return twice === undefined ? roots : `two matches at once for ${twice}`;
}
