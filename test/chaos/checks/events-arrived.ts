/** Checks that every event was ingested, and that the last one of each key was ingested last. */
import { rowsOf } from '../ask.js';
import { EVENT_KEYS } from '../load/event-source.js';
import type { Scene } from '../scene.js';
import { eventually } from './eventually.js';

const READ = `UNWIND range(0, ${EVENT_KEYS - 1}) AS k MATCH (n) WHERE id(n) = idFrom('event', k) RETURN k, coalesce(n.seq, 0)`;

export async function checkEventsArrived(scene: Scene): Promise<void> {
  const { gateway, events, tally } = scene;
  await eventually(scene, 'all events are ingested', async () => {
    const { results } = await rowsOf(gateway, READ);
    const wrong = (results as [number, number][]).filter(([key, seq]) => seq !== events.lastOf(key));
    if (wrong.length === 0) return undefined;
    const [key, seq] = wrong[0]!;
    return `${wrong.length} keys, such as ${key}: event ${seq} instead of ${events.lastOf(key)}`;
  });
  tally.most('events made', events.made);
}
