import { fc } from '@weir/platform/testing/properties';
import { Acknowledgements } from './acknowledgements.js';

test('advances a point when all batches before it are done, and only then, in whatever order they finish', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }).chain(n => fc.shuffledSubarray([...Array(n).keys()], { minLength: n })),
      order => {
        const acknowledgements = new Acknowledgements();
        const batches = order.map((_, i) =>
          acknowledgements.begin({ position: i + 1, cursor: null }, i + 1, 10 * (i + 1)),
        );
        const done = new Set<number>();
        let point = 0;
        const counts = { records: 0, bytes: 0, rejected: 0 };
        for (const index of order) {
          const moved = acknowledgements.finish(batches[index]!, index);
          done.add(index);
          let expected = 0;
          while (done.has(expected)) expected++;
          if (moved !== undefined) {
            point = moved.point.position;
            for (const count of ['records', 'bytes', 'rejected'] as const) counts[count] += moved[count];
          }
          expect(point).toBe(expected);
          const records = (expected * (expected + 1)) / 2;
          expect(counts).toEqual({ records, bytes: 10 * records, rejected: records - expected });
        }
      },
    ),
  );
});
