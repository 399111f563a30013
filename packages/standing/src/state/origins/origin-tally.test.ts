/** Origins of rows during additions and removals, compared with a recomputation from the remaining rows. */
import { fc } from '@weir/platform/testing/properties';
import type { OriginSet } from '../../contract/origin.js';
import { NO_ORIGINS, unionOf } from './origin-set.js';
import { OriginTally } from './origin-tally.js';

const records = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(60)), { maxLength: 40 });
const originSet: fc.Arbitrary<OriginSet> = records.map(some =>
  some.map(record => [...record] as OriginSet).reduce(unionOf, NO_ORIGINS),
);
/** Sets to add; those with `true` are removed again. */
const history = fc.array(fc.tuple(originSet, fc.boolean()), { maxLength: 30 });

/** A total order: sets with earlier records first. */
function compareOriginSets(a: OriginSet, b: OriginSet): number {
  const end = Math.min(a.length, b.length);
  for (let i = 0; i < end - (end % 2); i++) {
    if (a[i] !== b[i]) return a[i]! < b[i]! ? -1 : 1;
  }
  return a.length - b.length;
}

const NAIVE = {
  one: (sets: readonly OriginSet[]): OriginSet => [...sets].sort(compareOriginSets)[0] ?? NO_ORIGINS,
  all: (sets: readonly OriginSet[]): OriginSet => sets.reduce(unionOf, NO_ORIGINS),
};

test.each(['one', 'all'] as const)('%s', of => {
  fc.assert(
    fc.property(history, steps => {
      const tally = new OriginTally(of);
      const left: OriginSet[] = [];
      for (const [set] of steps) {
        tally.add(set, 1);
        left.push(set);
        expect(tally.set()).toEqual(NAIVE[of](left));
      }
      for (const [set] of steps.filter(([, leaves]) => leaves)) {
        tally.add(set, -1);
        left.splice(left.indexOf(set), 1);
        expect(tally.set()).toEqual(NAIVE[of](left));
      }
      expect(tally.isEmpty).toBe(left.length === 0);
    }),
    { numRuns: 100 },
  );
});
