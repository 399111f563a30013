import type { NodeId } from '@weir/model';
import { fc } from '@weir/model/testing/properties';
import { representatives, withTrace } from './representatives.js';
import { compareTraces, includesTrace, type Trace } from './witness.js';

const id: fc.Arbitrary<NodeId> = fc.constantFrom(...(['a', 'b', 'c', 'd'] as NodeId[]));
const image: fc.Arbitrary<(NodeId | null)[]> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<(NodeId | null)[]>([null, null]) },
  { weight: 5, arbitrary: fc.tuple(id, id) },
);

const columnsAndTraces = fc
  .array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 3 })
  .chain(rivals =>
    fc.record({
      rivals: fc.constant(rivals),
      traces: fc.array(
        fc
          .array(image, { minLength: rivals.length, maxLength: rivals.length })
          .map(images => images.flat() as Trace),
        { maxLength: 10 },
      ),
      /** For each column, what its rivals stand on. */
      taken: fc.tuple(
        ...rivals.map(count => fc.array(fc.tuple(id, id), { minLength: count, maxLength: count })),
      ),
    }),
  );

function avoids(trace: Trace, taken: readonly (readonly (readonly [string, string])[])[]): boolean {
  return taken.every((images, column) =>
    images.every(([source, target]) => trace[column * 2] !== source || trace[column * 2 + 1] !== target),
  );
}

test('whatever the rest of a match takes, a representative avoids it if any trace does', () => {
  fc.assert(
    fc.property(columnsAndTraces, ({ rivals, traces, taken }) => {
      const kept = representatives(traces, rivals);
      expect(kept.some(trace => avoids(trace, taken))).toBe(traces.some(trace => avoids(trace, taken)));
      expect(kept.every(trace => includesTrace(traces, trace))).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('the choice depends on the set, not on its order; one by one comes to the same', () => {
  fc.assert(
    fc.property(columnsAndTraces, ({ rivals, traces }) => {
      const kept = representatives(traces, rivals);
      expect(representatives([...traces].reverse(), rivals)).toEqual(kept);
      let grown: readonly Trace[] = [];
      traces.forEach((trace, i) => {
        grown = withTrace(grown, trace, rivals) ?? representatives(traces.slice(0, i + 1), rivals);
      });
      expect([...grown].sort(compareTraces)).toEqual([...kept].sort(compareTraces));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  { rivals: [1], kept: 2 },
  { rivals: [3], kept: 4 },
  { rivals: [1, 1], kept: 5 },
])('of a thousand traces with rivals $rivals at most $kept are kept', ({ rivals, kept }) => {
  const traces = Array.from({ length: 1000 }, (_, i) => rivals.flatMap(() => [`${i}`, `${i}`]) as NodeId[]);
  expect(representatives(traces, rivals).length).toBeLessThanOrEqual(kept);
});
