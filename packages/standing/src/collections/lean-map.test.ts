/**
 * Lean maps, sets and bags compared with plain ones, over histories short enough to often have zero, one or two
 * entries.
 */
import { Float, NodeValue, type NodeId, type Value } from '@weir/model';
import { fc } from '@weir/platform/testing/properties';
import { LeanMap, LeanSet } from './lean-map.js';
import { RowBag } from './row-bag.js';
import { exactKey, isSameRow } from './row-key.js';

const key = fc.constantFrom('', 'a', 'b', 'c');
const steps = fc.array(fc.tuple(fc.constantFrom('put', 'delete', 'put', 'delete', 'clear'), key, fc.nat(9)), {
  maxLength: 30,
});

test('a lean map behaves like a Map', () => {
  fc.assert(
    fc.property(steps, history => {
      const map = new Map<string, number>();
      const lean = new LeanMap<string, number>();
      for (const [what, name, value] of history) {
        if (what === 'put') {
          map.set(name, value);
          lean.set(name, value);
        } else if (what === 'delete') expect(lean.delete(name)).toBe(map.delete(name));
        else {
          map.clear();
          lean.clear();
        }
        expect([lean.size, lean.has(name), lean.get(name)]).toEqual([map.size, map.has(name), map.get(name)]);
        expect([[...lean], [...lean.keys()], [...lean.values()]]).toEqual([
          [...map],
          [...map.keys()],
          [...map.values()],
        ]);
      }
    }),
  );
});

test('a lean set behaves like a Set', () => {
  fc.assert(
    fc.property(steps, history => {
      const set = new Set<string>();
      const lean = new LeanSet<string>();
      for (const [what, name] of history) {
        if (what === 'put') {
          set.add(name);
          lean.add(name);
        } else expect(lean.delete(name)).toBe(set.delete(name));
        expect([lean.size, lean.has(name), [...lean]]).toEqual([set.size, set.has(name), [...set]]);
      }
    }),
  );
});

const node = (labels: string[], properties: Record<string, Value>): Value =>
  new NodeValue('n'.repeat(16) as NodeId, labels, properties);
const value = fc.constantFrom<Value>(
  ...[1, new Float(1), 1.5, Number.NaN, 0, -0, '1', '', null, true, [1], [new Float(1)], 2n ** 60n],
  ...[node([], {}), node(['A'], {}), node([], { v: 1 }), node([], { v: new Float(1) })],
);
const row = fc.array(value, { maxLength: 2 });

test('rows are the same exactly if their keys are', () => {
  fc.assert(
    fc.property(row, row, (a, b) => {
      expect(isSameRow(a, b)).toBe(exactKey(a) === exactKey(b));
    }),
    { numRuns: 1_000 },
  );
});

test('a bag of rows counts each of them', () => {
  const added = fc.array(fc.tuple(row, fc.integer({ min: -2, max: 2 })), { maxLength: 20 });
  fc.assert(
    fc.property(added, history => {
      const counts = new Map<string, number>();
      const bag = new RowBag();
      for (const [each, count] of history) {
        const now = (counts.get(exactKey(each)) ?? 0) + count;
        if (now === 0) counts.delete(exactKey(each));
        else counts.set(exactKey(each), now);
        expect(bag.add(each, count)).toBe(now);
        expect([bag.countOf(each), bag.size, bag.isEmpty]).toEqual([now, counts.size, counts.size === 0]);
        expect(new Map([...bag.rows()].map(({ row, count }) => [exactKey(row), count]))).toEqual(counts);
      }
    }),
  );
});
