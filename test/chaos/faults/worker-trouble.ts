/** Worker threads that end, or run an endless computation (`worker-orders.mjs` is loaded into them). */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SeededRandom } from '@weir/platform';
import type { Scene } from '../scene.js';
import { type AppliedFault, type Fault } from './fault.js';

async function order({ folder, tally }: Scene, text: string): Promise<AppliedFault> {
  const path = join(folder, 'worker-order');
  await writeFile(path, text);
  // An order that no thread took, because there are none, must not affect a later fault's threads.
  const undo = (): Promise<void> =>
    rm(path).then(
      () => tally.add('orders that no worker took'),
      () => tally.add('orders that a worker took'),
    );
  return { what: text, undo };
}

export const WORKER_DEATH: Fault = {
  name: 'worker-death',
  apply: (scene: Scene, random: SeededRandom) => order(scene, random.pick(['exit', 'throw'])),
};

/** Some exceed `worker-turn-limit`. */
const SHORTEST_MILLIS = 500;
const LONGEST_MILLIS = 12_000;

export const WORKER_HANG: Fault = {
  name: 'worker-hang',
  apply: (scene, random) => order(scene, `hang ${SHORTEST_MILLIS + random.below(LONGEST_MILLIS)}`),
};
