/** Bags with additions and removals, compared with sorting the remaining values. */
import { Float, orderValues, type Value } from '@weir/model';
import { fc } from '@weir/platform/testing/properties';
import { RankedBag } from './ranked-bag.js';
import { ValueBag } from './value-bag.js';

const value: fc.Arbitrary<Value> = fc.oneof(
  fc.integer({ min: 0, max: 2_000 }),
  fc.constantFrom<Value>(1, new Float(1), 'a', 'b', true, new Float(2)),
);
/** Values to add; every second value that `leaves` selects is removed again later. */
const history = fc.array(fc.tuple(value, fc.boolean()), { maxLength: 2_500 });

function left(steps: readonly (readonly [Value, boolean])[]): Value[] {
  return steps.filter(([, leaves]) => !leaves).map(([each]) => each);
}

function play(
  steps: readonly (readonly [Value, boolean])[],
  bag: { add(value: Value, count: number): void },
): void {
  const leaving: Value[] = [];
  for (const [each, leaves] of steps) {
    bag.add(each, 1);
    if (leaves) leaving.push(each);
    if (leaving.length > 3) bag.add(leaving.shift()!, -1);
  }
  for (const each of leaving) bag.add(each, -1);
}

test('a ranked bag has the remaining values, in order, at every rank', () => {
  fc.assert(
    fc.property(history, steps => {
      const bag = new RankedBag();
      play(steps, bag);
      const expected = left(steps).sort(orderValues);
      expect(bag.size).toBe(expected.length);
      const found = bag.values();
      expect(found.length).toBe(expected.length);
      found.forEach((each, rank) => {
        expect(orderValues(each, expected[rank]!)).toBe(0);
        expect(bag.at(rank)).toBe(each);
      });
      expect(bag.at(expected.length)).toBeUndefined();
    }),
    { numRuns: 40 },
  );
});

test.each([1, -1] as const)('the first value of a bag is the first remaining value (%d)', sign => {
  fc.assert(
    fc.property(history, steps => {
      const bag = new ValueBag(sign);
      play(steps, bag);
      const [expected] = left(steps).sort((a, b) => orderValues(a, b) * sign);
      const first = bag.first();
      if (expected === undefined) expect(first).toBeUndefined();
      else expect(orderValues(first!, expected)).toBe(0);
    }),
    { numRuns: 40 },
  );
});

test('values added and removed below the first one do not accumulate', () => {
  const bag = new ValueBag(-1);
  bag.add(1_000_000, 1);
  for (let i = 0; i < 10_000; i++) {
    bag.add(i % 10, 1);
    bag.add(i % 10, -1);
  }
  expect(bag.kept).toBeLessThan(100);
  expect(bag.first()).toBe(1_000_000);
});
