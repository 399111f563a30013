import fc from 'fast-check';
import { Acknowledgements } from './acknowledgements.js';

test('in whatever order batches finish, a point moves on when all before it are done, and only then', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }).chain(n => fc.shuffledSubarray([...Array(n).keys()], { minLength: n })),
      order => {
        const acknowledgements = new Acknowledgements();
        const batches = order.map((_, i) => acknowledgements.begin({ position: i + 1, cursor: null }));
        const done = new Set<number>();
        let point = 0;
        for (const index of order) {
          const moved = acknowledgements.finish(batches[index]!);
          done.add(index);
          let expected = 0;
          while (done.has(expected)) expected++;
          if (moved !== undefined) point = moved.position;
          expect(point).toBe(expected);
        }
      },
    ),
  );
});
