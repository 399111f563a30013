/**
 * Many queries on the same data: a node is evaluated for all queries whose chief demand it meets, and only for those.
 */
import { Float, type Value } from '@weir/model';
import { compileStandingQuery } from '../compile/compile-standing-query.js';
import { Desk } from '../testing/desk.js';
import { createStandingEngine, type RegisteringStandingEngine } from './incremental-engine.js';
import { WatchIndex } from './watch-index.js';

const VALUES: readonly string[] = [...Array.from({ length: 40 }, (_, i) => `${i}`), "'1'", 'true', '-7'];

const planOf = (value: string, number: number): ReturnType<typeof compileStandingQuery> =>
  compileStandingQuery(`MATCH (n {k: ${value}}) RETURN DISTINCT id(n)`, 'DistinctId', number);

function engineForAll(): RegisteringStandingEngine {
  const engine = createStandingEngine();
  VALUES.forEach((value, i) => engine.queries.register(planOf(value, i + 1)));
  return engine;
}

/** Queries that currently match, by the values they require. */
function matching(desk: Desk): readonly string[] {
  const now = new Map<string, number>();
  for (const { query, isPositiveMatch } of desk.results) {
    const value = VALUES[query - 1]!;
    now.set(value, (now.get(value) ?? 0) + (isPositiveMatch ? 1 : -1));
  }
  return [...now].filter(([, count]) => count !== 0).map(([value]) => value);
}

const STEPS: readonly (readonly [value: Value, matching: readonly string[]])[] = [
  [17, ['17']],
  [new Float(17), ['17']],
  [18, ['18']],
  ['1', ["'1'"]],
  [1, ['1']],
  [new Float(-0), ['0']],
  [true, ['true']],
  [1.5, []],
  [[1], []],
  [-7n, ['-7']],
  [2n ** 60n, []],
  [new Float(-7), ['-7']],
  [null, []],
];

test('only the query for the value matches', () => {
  const desk = new Desk(engineForAll());
  for (const [value, expected] of STEPS) {
    desk.set('k', value);
    desk.set('other', 1);
    expect(matching(desk)).toEqual(expected);
  }
  expect(desk.state).toBeUndefined();
});

test('an existing node is evaluated for all queries, and later only for new ones', () => {
  for (const [value, expected] of STEPS) {
    const engine = createStandingEngine();
    const desk = new Desk(engine);
    desk.set('k', value);
    let shown = 0;
    VALUES.forEach((each, i) => {
      engine.queries.register(planOf(each, i + 1));
      if (i !== 5 && i !== 30) return;
      expect(engine.evaluation.isBehind(desk, desk.state, engine.queries.startCount)).toBe(false);
      desk.state = engine.evaluation.synchronize(desk, desk.state, true, desk, shown);
      shown = engine.queries.startCount;
    });
    const isNew = expected.some(each => VALUES.indexOf(each) > 30);
    expect(engine.evaluation.isBehind(desk, desk.state, shown)).toBe(isNew);
    desk.state = engine.evaluation.synchronize(desk, desk.state, true, desk, shown);
    expect(matching(desk)).toEqual(expected);
    expect(engine.evaluation.isBehind(desk, desk.state)).toBe(false);
  }
});

test('a change finds one of a thousand queries, and none that was removed', () => {
  const index = new WatchIndex();
  const plans = Array.from({ length: 1000 }, (_, i) => planOf(`${i}`, i + 1));
  for (const plan of plans) index.add(plan);
  const desk = new Desk(createStandingEngine());
  desk.set('k', 500);
  const change = { properties: ['k'], labels: [], edgesAdded: [], edgesRemoved: [] };
  expect(index.touchedBy(change, desk, undefined).map(({ query }) => query)).toEqual([501]);
  index.remove(plans[500]!);
  expect(index.touchedBy(change, desk, undefined)).toEqual([]);
  for (const plan of plans) index.remove(plan);
  expect(index.isAnyPropertyRelevant()).toBe(false);
});
