/** Compares pairs with a plain comparison of multisets. */
import { randomTest } from '@weir/platform/testing';
import { compareSorted } from './sorted-merge.js';
import { RowPairs } from './row-pairs.js';

const { seed: SEED, cases: CASES } = randomTest('row pairs');

interface Result {
  readonly key: string;
  readonly resultId: string;
  readonly isOver: boolean;
}

function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return below => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Returns sorted lists of old and new results; some new ones have an old one's id. */
function randomSides(random: (below: number) => number): readonly [Result[], Result[]] {
  const olds: Result[] = [];
  const currents: Result[] = [];
  for (let i = random(12); i > 0; i--) {
    const key = `row ${random(3)}`;
    const resultId = `id ${random(1e9)}`;
    const isOver = random(3) === 0;
    const which = random(3);
    if (which !== 1) olds.push({ key, resultId, isOver });
    if (which !== 0) currents.push({ key, resultId, isOver: false });
  }
  return [olds.sort(compareSorted), currents.sort(compareSorted)];
}

interface Outcome {
  readonly same: (readonly [old: Result, current: Result])[];
  readonly began: (readonly [current: Result, isIdOver: boolean])[];
  readonly ended: Result[];
}

function compared(olds: Result[], currents: Result[], mostWaiting: number): Outcome {
  const outcome: Outcome = { same: [], began: [], ended: [] };
  const pairs = new RowPairs<Result, Result>(
    {
      same: (old, current) => outcome.same.push([old, current]),
      begins: (current, isIdOver) => outcome.began.push([current, isIdOver]),
      ends: old => outcome.ended.push(old),
    },
    mostWaiting,
  );
  for (;;) {
    const [old, current] = [olds[0], currents[0]];
    if (old === undefined && current === undefined) break;
    const order = old === undefined ? 1 : current === undefined ? -1 : compareSorted(old, current);
    if (order < 0) pairs.old(olds.shift()!);
    else if (order > 0) pairs.current(currents.shift()!);
    else pairs.both(olds.shift()!, currents.shift()!);
  }
  pairs.end();
  return outcome;
}

test.each([{ mostWaiting: 1_000 }, { mostWaiting: 2 }])(
  `equals the difference of multisets, with at most $mostWaiting waiting, seed ${SEED}`,
  ({ mostWaiting }) => {
    for (let seed = SEED; seed < SEED + CASES; seed++) {
      const [olds, currents] = randomSides(randomOf(seed));
      const { same, began, ended } = compared([...olds], [...currents], mostWaiting);
      const at = `WEIR_TEST_REPLACEMENT_SEED=${seed}`;
      const mentioned = [...same.flat(), ...began.map(([current]) => current), ...ended];
      expect([at, new Set(mentioned).size]).toEqual([at, mentioned.length]);
      for (const [old, current] of same) {
        expect([at, old.key, old.isOver]).toEqual([at, current.key, false]);
        expect(old.resultId).not.toBe(current.resultId);
      }
      for (const [current, isIdOver] of began) {
        const isKnown = olds.some(({ resultId, isOver }) => isOver && resultId === current.resultId);
        expect([at, isIdOver]).toEqual([at, isKnown]);
      }
      for (const key of ['row 0', 'row 1', 'row 2']) {
        const has = (result: Result): boolean => result.key === key && !result.isOver;
        const ids = new Set(olds.filter(has).map(({ resultId }) => resultId));
        const kept = currents.filter(result => has(result) && ids.has(result.resultId)).length;
        const toEnd = olds.filter(has).length - kept;
        const toBegin = currents.filter(has).length - kept;
        const paired = same.filter(([old]) => has(old)).length;
        expect([at, ended.filter(has).length]).toEqual([at, toEnd - paired]);
        expect([at, began.filter(([current]) => has(current)).length]).toEqual([at, toBegin - paired]);
        if (mostWaiting > olds.length + currents.length) expect(paired).toBe(Math.min(toEnd, toBegin));
      }
    }
  },
);
