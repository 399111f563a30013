import * as fc from 'fast-check';
import type { NodeId } from '@weir/model';
import { ExistenceFilter } from './existence-filter.js';

const COUNT = 60_000;

/** Ids of different making: hashed ones, counters in text, counters in binary. */
const MAKERS: readonly (readonly [string, (i: number) => NodeId])[] = [
  ['text', i => `node-${i}` as NodeId],
  ['counter', i => Buffer.from(Uint32Array.of(0, 0, 0, i).buffer).toString('latin1') as NodeId],
  ['short counter', i => Buffer.from(Uint32Array.of(i).buffer).toString('latin1') as NodeId],
];

describe('existence filter', () => {
  test.each(MAKERS)('knows what was added, and little else: %s', (_, make) => {
    const filter = new ExistenceFilter();
    for (let i = 0; i < COUNT; i++) filter.add(make(i));
    let missing = 0;
    for (let i = 0; i < COUNT; i++) if (!filter.mayContain(make(i))) missing++;
    expect(missing).toBe(0);
    let mistaken = 0;
    for (let i = COUNT; i < 2 * COUNT; i++) if (filter.mayContain(make(i))) mistaken++;
    expect(mistaken / COUNT).toBeLessThan(0.03);
  });

  test('the same after it was stored', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 1 }), fc.array(fc.string()), (added, others) => {
        const filter = new ExistenceFilter();
        for (const id of added) filter.add(id as NodeId);
        const restored = ExistenceFilter.restore(filter.store());
        for (const id of [...added, ...others]) {
          expect(restored.mayContain(id as NodeId)).toBe(filter.mayContain(id as NodeId));
        }
        expect(added.every(id => restored.mayContain(id as NodeId))).toBe(true);
      }),
    );
  });
});
