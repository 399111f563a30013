/**
 * Checks that every output received every result: those in a file were also posted to the endpoint and written to the
 * graph.
 */
import { rowsOf } from '../ask.js';
import { MARKING, POSTED } from '../load/standing-queries.js';
import type { Scene } from '../scene.js';
import { redeliverDeadLetters } from './dead-letters.js';
import { eventually } from './eventually.js';

export async function checkOutputsComplete(scene: Scene): Promise<void> {
  const { standing, endpoint } = scene;
  const posted = standing.there.get(POSTED)!.results;
  await eventually(scene, 'all results are posted', async () => {
    await redeliverDeadLetters(scene);
    await posted.rows();
    const missing = [...posted.keys].filter(key => !endpoint.taken.has(key));
    const excess = [...endpoint.taken].filter(key => !posted.keys.has(key));
    if (missing.length + excess.length === 0) return undefined;
    return `posted, but not in the file: ${excess.join(', ')}; not posted: ${missing.join(', ')}`;
  });
  const marked = standing.there.get(MARKING)!.results;
  await eventually(scene, 'all results are written into the graph', async () => {
    await redeliverDeadLetters(scene);
    const ids = [...new Set((await marked.rows()).map(row => (JSON.parse(row) as { id: string }).id))];
    const query = 'UNWIND $ids AS i MATCH (n:Seen) WHERE id(n) = idFrom("seen", i) RETURN count(*)';
    const { results } = await rowsOf(scene.gateway, query, { ids });
    return results[0]![0] === ids.length ? undefined : `${String(results[0]![0])} of ${ids.length}`;
  });
}
