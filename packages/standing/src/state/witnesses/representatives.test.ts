import type { NodeId } from '@weir/model';
import { fc } from '@weir/platform/testing/properties';
import { representatives, withWitness } from './representatives.js';
import { compareWitnesses, includesWitness } from './witness.js';
import type { Witness } from '../../plan/edge-columns.js';

const id: fc.Arbitrary<NodeId> = fc.constantFrom(...(['a', 'b', 'c', 'd'] as NodeId[]));
const image: fc.Arbitrary<(NodeId | null)[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<(NodeId | null)[]>([null, null]) },
  { weight: 5, arbitrary: fc.tuple(id, id) },
);

const columnsAndWitnesses = fc
  .array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 })
  .chain(exclusions =>
    fc.record({
      exclusions: fc.constant(exclusions),
      witnesses: fc.array(
        fc
          .array(image, { minLength: exclusions.length, maxLength: exclusions.length })
          .map(images => images.flat() as Witness),
        { maxLength: 10 },
      ),
      /** For each column, the images of the edges that it excludes. */
      taken: fc.tuple(
        ...exclusions.map(count => fc.array(fc.tuple(id, id), { minLength: count, maxLength: count })),
      ),
    }),
  );

function avoids(witness: Witness, taken: readonly (readonly (readonly [string, string])[])[]): boolean {
  return taken.every((images, column) =>
    images.every(([source, target]) => witness[column * 2] !== source || witness[column * 2 + 1] !== target),
  );
}

test('a representative avoids any forbidden images if some trace does', () => {
  fc.assert(
    fc.property(columnsAndWitnesses, ({ exclusions, witnesses, taken }) => {
      const kept = representatives(witnesses, exclusions);
      expect(kept.some(witness => avoids(witness, taken))).toBe(
        witnesses.some(witness => avoids(witness, taken)),
      );
      expect(kept.every(witness => includesWitness(witnesses, witness))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('the choice depends on the set, not on its order, and can be made incrementally', () => {
  fc.assert(
    fc.property(columnsAndWitnesses, ({ exclusions, witnesses }) => {
      const kept = representatives(witnesses, exclusions);
      expect(representatives([...witnesses].reverse(), exclusions)).toEqual(kept);
      let grown: readonly Witness[] = [];
      witnesses.forEach((witness, i) => {
        grown =
          withWitness(grown, witness, exclusions) ?? representatives(witnesses.slice(0, i + 1), exclusions);
      });
      expect([...grown].sort(compareWitnesses)).toEqual([...kept].sort(compareWitnesses));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  { exclusions: [1], kept: 2 },
  { exclusions: [3], kept: 4 },
  { exclusions: [1, 1], kept: 5 },
])('keeps at most $kept of a thousand traces with rivals $rivals', ({ exclusions, kept }) => {
  const witnesses = Array.from(
    { length: 1000 },
    (_, i) => exclusions.flatMap(() => [`${i}`, `${i}`]) as NodeId[],
  );
  expect(representatives(witnesses, exclusions).length).toBeLessThanOrEqual(kept);
});
