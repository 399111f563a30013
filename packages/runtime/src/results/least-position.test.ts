/** Compares the heap with a linear search, over random moves. For other runs, set WEIR_TEST_SEED (printed). */
import { SeededRandom } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import { LeastPosition } from './least-position.js';

const { seed: SEED, cases: RUNS } = randomTest('least positions');
const MOVES = 200;

test('has no least position without holders', () => {
  const positions = new LeastPosition<string>();
  expect(positions.least).toBeUndefined();
  positions.set('a', 3);
  positions.delete('b');
  expect(positions.least).toBe(3);
  positions.delete('a');
  expect([positions.least, positions.size]).toEqual([undefined, 0]);
});

test(`${RUNS} runs, WEIR_TEST_SEED=${SEED}`, () => {
  process.stderr.write(`least positions, WEIR_TEST_SEED=${SEED}\n`);
  for (let run = 0; run < RUNS; run++) {
    const random = new SeededRandom(SEED + run);
    // A small range makes equal positions frequent.
    const furthest = random.pick([3, 20, 1000]);
    const readers = random.pick([2, 10, 50]);
    const positions = new LeastPosition<number>();
    const naive = new Map<number, number>();
    for (let move = 0; move < MOVES; move++) {
      const key = random.below(readers);
      if (random.chance(0.25)) {
        positions.delete(key);
        naive.delete(key);
      } else {
        const at = random.chance(0.8) ? (naive.get(key) ?? 0) + random.below(4) : random.below(furthest);
        positions.set(key, at);
        naive.set(key, at);
      }
      const least = naive.size === 0 ? undefined : Math.min(...naive.values());
      expect([run, move, positions.least, positions.size]).toEqual([run, move, least, naive.size]);
    }
  }
});
