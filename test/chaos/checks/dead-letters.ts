/**
 * Results that could not be delivered while the disk was full or the endpoint failed are in the dead letters. At rest,
 * when everything works, they are delivered again.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { insist } from '../ask.js';
import type { Scene } from '../scene.js';

/** `QUERY.OUTPUT.jsonl`. */
const FILE = /^([^.]+)\.([^.]+)\.jsonl$/;

/** Outputs may still be retrying, so this repeats until the expected results exist. */
export async function redeliverDeadLetters({ folder, standing, gateway, tally }: Scene): Promise<void> {
  const letters = join(folder, 'weir-data', 'dead-letters');
  for (const file of await readdir(letters).catch(() => [])) {
    const [, query, output] = FILE.exec(file) ?? [];
    const results = standing.there.get(query ?? '')?.results;
    const size = (await stat(join(letters, file)).catch(() => undefined))?.size ?? 0;
    if (results === undefined || size === 0) continue;
    results.hadDeadLetters = true;
    const path = `/api/v2/graph/quine/standingQueries/${query}/outputs/${output}:redeliver`;
    const { delivered } = await insist<{ delivered: number }>(gateway, 'POST', path);
    tally.add('dead letters delivered again', delivered);
  }
}
