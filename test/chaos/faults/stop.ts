/** A graceful stop, sometimes cut short by a kill. */
import { type Fault, nothingToUndo } from './fault.js';

const MOST_MILLIS = 400;

export const STOP: Fault = {
  name: 'stop',
  async apply({ gateway }, random) {
    const killAfter = random.chance(1 / 3) ? random.below(MOST_MILLIS) : undefined;
    gateway.workers = random.pick([0, 1, 2, 2]);
    await gateway.stop(killAfter);
    const cut = killAfter === undefined ? '' : `, killed after ${killAfter} ms`;
    return nothingToUndo(`stopped${cut}; then ${gateway.workers} workers`);
  },
};
