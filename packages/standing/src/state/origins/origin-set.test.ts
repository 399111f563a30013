import { EventKind, idFrom, type StandingEvent } from '@weir/model';
import { compileStandingQuery } from '../../compile/compile-standing-query.js';
import { createStandingEngine } from '../../engine/incremental-engine.js';
import { inspectState } from '../../explain/inspect-state.js';
import type { OriginSet } from '../../contract/origin.js';
import { isTruncated, MOST_ORIGINS, NO_ORIGINS, originsIn, provenanceOf, unionOf } from './origin-set.js';

const sets = (positions: readonly number[]): OriginSet[] => positions.map(position => ['s', position]);
const union = (all: readonly OriginSet[]): OriginSet => all.reduce(unionOf, NO_ORIGINS);
const range = (length: number): number[] => Array.from({ length }, (_, i) => i);

test.each([
  ['nothing', [], []],
  ['the same twice', [3, 3], ['s', 3]],
  ['in order of numbers', [10, 9, 100], ['s', 9, 's', 10, 's', 100]],
])('a union of %s', (_, positions, expected) => {
  expect(union(sets(positions))).toEqual(expected);
});

test('a full set is complete, one more is omitted and marked, in any order', () => {
  const full = union(sets(range(MOST_ORIGINS)));
  expect([originsIn(full).length, isTruncated(full)]).toEqual([MOST_ORIGINS, false]);
  const positions = range(MOST_ORIGINS + 1);
  const over = union(sets(positions));
  expect([originsIn(over).length, isTruncated(over)]).toEqual([MOST_ORIGINS, true]);
  expect(union(sets([...positions].reverse()))).toEqual(over);
  expect(unionOf(over, full)).toEqual(over);
});

test('lists the completing record first, once, even if the set is full', () => {
  const origins = union(sets(range(MOST_ORIGINS + 5)));
  const known = provenanceOf({ origin: { stream: 's', position: 7 }, origins })!;
  expect([originsIn(known)[0]!.position, originsIn(known).length]).toEqual([7, MOST_ORIGINS]);
  const left = provenanceOf({ origin: { stream: 's', position: 1000 }, origins })!;
  expect([originsIn(left)[0]!.position, originsIn(left).length]).toEqual([1000, MOST_ORIGINS + 1]);
  expect(isTruncated(left)).toBe(true);
});

test('a journaled event of an old trace plan does not change a state of rows', () => {
  const engine = createStandingEngine();
  engine.queries.register(
    compileStandingQuery('MATCH (n {a: 1}) RETURN DISTINCT id(n)', 'DistinctId', 1, { tracksOrigins: true }),
  );
  const replayed = (
    payload: readonly unknown[],
    before?: ReturnType<typeof engine.states.replay>,
  ): typeof before =>
    engine.states.replay(before, [EventKind.Standing, 1, payload] as unknown as StandingEvent);
  const state = replayed([22, 'pa', ['s', 3]]);
  expect(inspectState(state)).toHaveLength(1);
  expect(replayed([0, 1, idFrom(['n'])!], state)).toBe(state);
});
