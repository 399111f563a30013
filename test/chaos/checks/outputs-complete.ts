/** Every output had every result: the file's are in the endpoint or among the dead letters, and in the graph. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../support/v1-client.js';
import { rowsOf } from '../ask.js';
import { resultKey } from '../load/result-endpoint.js';
import { MARKING, POSTED } from '../load/standing-queries.js';
import type { Scene } from '../scene.js';
import { comesTrue } from './come-true.js';

export async function checkOutputsComplete(scene: Scene): Promise<void> {
  const { standing, endpoint } = scene;
  const posted = standing.there.get(POSTED)!.results;
  await comesTrue(scene, 'all results are posted or dead letters', async () => {
    const deadLetters = await readDeadLetters(scene, POSTED, 'post');
    await posted.rows();
    const missing = [...posted.keys].filter(key => !endpoint.taken.has(key) && !deadLetters.has(key));
    const excess = [...endpoint.taken].filter(key => !posted.keys.has(key));
    if (missing.length + excess.length === 0) return undefined;
    return `posted, but not in the file: ${excess.join(', ')}; not posted: ${missing.join(', ')}`;
  });
  const marked = standing.there.get(MARKING)!.results;
  await comesTrue(scene, 'all results are written into the graph', async () => {
    const deadLetters = await readDeadLetters(scene, MARKING, 'mark');
    if (deadLetters.size > 0) return `${deadLetters.size} dead letters of ${MARKING}`;
    const ids = [...new Set((await marked.rows()).map(row => (JSON.parse(row) as { id: string }).id))];
    const query = 'UNWIND $ids AS i MATCH (n:Seen) WHERE id(n) = idFrom("seen", i) RETURN count(*)';
    const { results } = await rowsOf(scene.gateway, query, { ids });
    return results[0]![0] === ids.length ? undefined : `${String(results[0]![0])} of ${ids.length}`;
  });
}

async function readDeadLetters({ folder }: Scene, query: string, output: string): Promise<Set<string>> {
  const path = join(folder, 'weir-data', 'dead-letters', `${query}.${output}.jsonl`);
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = text.split('\n').slice(0, -1);
  return new Set(lines.map(line => resultKey((JSON.parse(line) as { result: Result }).result.meta)));
}
