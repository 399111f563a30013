/** `kill -9` at any moment of a process, and of its successors while they start. */
import { type Fault, nothingToUndo } from './fault.js';

const START_MILLIS = 1_000;
const MOST_KILLED_STARTS = 2;

export const KILL: Fault = {
  name: 'kill',
  cards: 3,
  async apply({ gateway }, random) {
    const starts = Array.from({ length: random.below(MOST_KILLED_STARTS + 1) }, () =>
      random.below(START_MILLIS),
    );
    gateway.workers = random.pick([1, 2, 2]);
    await gateway.kill(async () => {
      for (const millis of starts) await gateway.startAndKill(millis);
    });
    const again = starts.map(millis => `, and again after ${millis} ms`).join('');
    return nothingToUndo(`killed${again}; then ${gateway.workers} workers`);
  },
};
