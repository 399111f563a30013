/** Pauses and resumes ingest streams. */
import { describe } from '../ask.js';
import { isHonestTrouble, isOk } from '../reply.js';
import type { Scene } from '../scene.js';
import type { Fault } from './fault.js';

async function put({ gateway, findings }: Scene, name: string, what: 'pause' | 'start'): Promise<void> {
  const reply = await gateway.request(`/api/v1/ingest/${name}/${what}`, { method: 'PUT' });
  // A stream that has ended meanwhile cannot be started.
  if (reply.isLost || isOk(reply) || isHonestTrouble(reply)) return;
  if (reply.code !== 'ingest.not-startable') findings.add(`${what} of ${name}: ${describe(reply)}`);
}

export const PAUSE_STREAMS: Fault = {
  name: 'pause-streams',
  async apply(scene, random) {
    const names = random.pick([['events'], [scene.files.name], ['events', scene.files.name]]);
    for (const name of names) await put(scene, name, 'pause');
    return {
      what: names.join(', '),
      undo: async () => {
        for (const name of names) await put(scene, name, 'start');
      },
    };
  },
};
