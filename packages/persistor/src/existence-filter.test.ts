import { fc } from '@weir/platform/testing/properties';
import type { NodeId } from '@weir/model';
import { ExistenceFilter } from './existence-filter.js';

const COUNT = 20_000;

/** Ids of different types: hashes, counters as text, binary counters. */
const MAKERS: readonly (readonly [string, (i: number) => NodeId])[] = [
  ['text', i => `node-${i}` as NodeId],
  ['counter', i => Buffer.from(Uint32Array.of(0, 0, 0, i).buffer).toString('latin1') as NodeId],
  ['short counter', i => Buffer.from(Uint32Array.of(i).buffer).toString('latin1') as NodeId],
];

describe('existence filter', () => {
  test.each(MAKERS)('contains every added id, and few others: %s', (_, make) => {
    const filter = new ExistenceFilter();
    for (let i = 0; i < COUNT; i++) filter.add(make(i));
    let missing = 0;
    for (let i = 0; i < COUNT; i++) if (!filter.mayContain(make(i))) missing++;
    expect(missing).toBe(0);
    let mistaken = 0;
    for (let i = COUNT; i < 2 * COUNT; i++) if (filter.mayContain(make(i))) mistaken++;
    expect(mistaken / COUNT).toBeLessThan(0.03);
  });

  test('has a size that depends only on the number of ids', () => {
    const filter = new ExistenceFilter();
    let added = 0;
    for (const count of [0, 1, 40_000, 50_000, 220_000, 250_000]) {
      for (; added < count; added++) filter.add(MAKERS[1]![1](added));
      expect(filter.bytes).toBe(ExistenceFilter.bytesOf(filter.count));
    }
  });

  test('is unchanged after it was stored', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.array(fc.string()), (added, others) => {
        const filter = new ExistenceFilter();
        for (const id of added) filter.add(id as NodeId);
        const restored = ExistenceFilter.restore(filter.store())!;
        for (const id of [...added, ...others]) {
          expect(restored.mayContain(id as NodeId)).toBe(filter.mayContain(id as NodeId));
        }
        expect(added.every(id => restored.mayContain(id as NodeId))).toBe(true);
      }),
    );
  });

  describe('with little memory', () => {
    const LIMIT = 256 * 1024;
    const id = (i: number): NodeId => `node-${i}` as NodeId;
    const rateOfMistakes = (filter: ExistenceFilter): number => {
      let mistaken = 0;
      for (let i = 1; i <= 2000; i++) if (filter.mayContain(id(-i))) mistaken++;
      return mistaken / 2000;
    };

    test('answers "maybe" increasingly often, forgets no id, and does not grow', () => {
      const filter = new ExistenceFilter(LIMIT);
      const rates: number[] = [];
      let added = 0;
      for (const count of [80_000, 160_000, 600_000]) {
        for (; added < count; added++) filter.add(id(added));
        rates.push(rateOfMistakes(filter));
        expect(filter.bytes).toBeLessThanOrEqual(LIMIT);
      }
      expect(rates[0]).toBeLessThan(0.01);
      expect(rates[1]).toBeGreaterThan(rates[0]!);
      expect(rates[2]).toBeGreaterThan(0.8);
      for (let i = 0; i < added; i += 37) expect(filter.mayContain(id(i))).toBe(true);
    });

    test('is rebuilt if it was stored with more memory', () => {
      const filter = new ExistenceFilter();
      for (let i = 0; i < 100_000; i++) filter.add(id(i));
      expect(filter.bytes).toBeGreaterThan(LIMIT / 2);
      expect(ExistenceFilter.restore(filter.store(), LIMIT / 2)).toBeUndefined();
      expect(ExistenceFilter.restore(filter.store(), filter.bytes)?.mayContain(id(7))).toBe(true);
    });

    test('treats a limit below the size of the first layer as that size', () => {
      const filter = new ExistenceFilter(1);
      for (let i = 0; i < 1000; i++) filter.add(id(i));
      expect(ExistenceFilter.restore(filter.store(), 1)?.mayContain(id(7))).toBe(true);
      expect(rateOfMistakes(filter)).toBeLessThan(0.01);
    });
  });
});
