/** Ids of results while one plan replaces another, and renaming of current results. */
import { Direction, EventKind, type StandingEvent } from '@weir/model';
import { compileStandingQuery, type StandingMode } from '../../compile/compile-standing-query.js';
import { StandingEventKind } from '../node/standing-events.js';
import type { ResultName } from '../../contract/standing-result.js';
import { Desk } from '../../testing/desk.js';
import { createStandingEngine, type RegisteringStandingEngine } from '../../engine/incremental-engine.js';

const { Outgoing } = Direction;

function register(engine: RegisteringStandingEngine, number: number, text: string, mode: StandingMode): void {
  engine.queries.register(compileStandingQuery(text, mode, number));
}

/** Each of the query's results on the node as `row id`, sorted. */
function current(engine: RegisteringStandingEngine, desk: Desk, query: number): string[] {
  const found: string[] = [];
  engine.results.visit(desk.state, query, (id, row) => found.push(`${JSON.stringify(row)} ${id}`));
  return found.sort();
}

const TEXTS = {
  witness: 'MATCH (n) WHERE n.x > 0 RETURN DISTINCT strId(n) AS a',
  row: 'MATCH (n) WHERE n.x >= 0 RETURN strId(n) AS a',
  group: 'MATCH (n) WHERE n.x >= 0 RETURN strId(n) AS a, n.x AS b',
  counted: 'MATCH (n)-[:has]->() WHERE n.x >= 0 RETURN strId(n) AS a, count(*) AS b',
};

function modeOf(text: string): StandingMode {
  return text.includes('DISTINCT') ? 'DistinctId' : 'MultipleValues';
}

test.each([
  { from: TEXTS.witness, to: TEXTS.row, stays: true },
  { from: TEXTS.row, to: TEXTS.witness, stays: true },
  { from: TEXTS.row, to: TEXTS.row, stays: true },
  { from: TEXTS.group, to: TEXTS.counted, stays: true },
  { from: TEXTS.witness, to: TEXTS.witness.replace('strId', 'id'), stays: false },
  { from: TEXTS.row, to: TEXTS.group, stays: false },
])('from $from to $to', ({ from, to, stays }) => {
  const engine = createStandingEngine();
  register(engine, 1, from, modeOf(from));
  const desk = new Desk(engine);
  desk.link('has', Outgoing, 'other');
  desk.set('x', 1);
  register(engine, 2, to, modeOf(to));
  engine.queries.inheritResultIds(2, 1);
  desk.state = engine.evaluation.synchronize(desk, desk.state, true, desk);
  const [old, fresh] = desk.results;
  expect(desk.results).toHaveLength(2);
  expect(fresh!.query).toBe(2);
  expect(fresh!.resultId === old!.resultId).toBe(stays);
});

test('equal rows reuse each id of the old plan once, also if rows begin and end meanwhile', () => {
  const engine = createStandingEngine();
  register(engine, 1, 'MATCH (n)-[:has]->() RETURN n.x AS x', 'MultipleValues');
  const desk = new Desk(engine);
  desk.set('x', 1);
  for (const other of ['a', 'b', 'c']) desk.link('has', Outgoing, other);
  register(engine, 2, 'MATCH (n)-[:has|also]->() RETURN n.x AS x', 'MultipleValues');
  engine.queries.inheritResultIds(2, 1);
  desk.state = engine.evaluation.synchronize(desk, desk.state, true, desk);
  expect(current(engine, desk, 2)).toEqual(current(engine, desk, 1));
  desk.link('also', Outgoing, 'd');
  desk.unlink('has', Outgoing, 'a');
  desk.link('has', Outgoing, 'e');
  const [olds, news] = [1, 2].map(query => current(engine, desk, query));
  expect([olds!.length, news!.length]).toEqual([3, 4]);
  expect(new Set(news).size).toBe(4);
  expect(olds!.filter(result => news!.includes(result)).length).toBeGreaterThanOrEqual(2);
  engine.queries.inheritResultIds(2, undefined);
  desk.unlink('also', Outgoing, 'd');
  desk.link('also', Outgoing, 'd');
  expect(desk.results.filter(({ resultId }) => resultId === desk.results.at(-1)!.resultId)).toHaveLength(1);
});

/** How often the ids of the node's only row are read. */
function countReads(desk: Desk, work: () => void): number {
  const { state } = desk as unknown as {
    state: { results: { rows(): Iterable<{ ids: string[] }> } };
  };
  const [reported] = state.results.rows();
  let reads = 0;
  const ids = new Proxy(reported!.ids, {
    get: (target, key, receiver) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
      return Reflect.get(target, key, receiver) as unknown;
    },
  });
  Object.assign(reported!, { ids });
  work();
  return reads;
}

test('renames a thousand equal rows with one read and one event each', () => {
  const ROWS = 1_000;
  const engine = createStandingEngine();
  register(engine, 1, 'MATCH (n)-[:has]->() RETURN n.x AS x', 'MultipleValues');
  const desk = new Desk(engine);
  desk.set('x', 1);
  for (let i = 0; i < ROWS; i++) desk.link('has', Outgoing, `other ${i}`);
  const before: StandingEvent[] = [...engine.states.condense(desk.state!)];
  desk.events.length = 0;
  const names: ResultName[] = desk.results.map(({ resultId, row }) => ({
    resultId,
    row,
    name: `name of ${resultId}`,
  }));
  const reads = countReads(desk, () => {
    for (const name of names) expect(engine.results.rename(desk.state, 1, [name], desk)).toEqual([]);
    // Repeating it changes nothing.
    for (const name of names) expect(engine.results.rename(desk.state, 1, [name], desk)).toEqual([]);
  });
  expect(reads).toBeLessThan(4 * ROWS);
  expect(desk.events).toHaveLength(ROWS);
  expect(
    engine.results.rename(desk.state, 1, [{ ...names[0]!, resultId: 'x', name: 'y' }], desk),
  ).toHaveLength(1);
  const renamed = current(engine, desk, 1);
  expect(renamed).toEqual(names.map(({ name }) => `[1] ${name}`).sort());
  // Finds each result that began meanwhile, and none that ended.
  desk.link('has', Outgoing, 'late');
  const late = desk.results.at(-1)!;
  expect(engine.results.rename(desk.state, 1, [{ ...late, name: 'late' }], desk)).toEqual([]);
  desk.unlink('has', Outgoing, 'other 5');
  expect(desk.results.at(-1)!.resultId).toBe('late');
  expect(engine.results.rename(desk.state, 1, [{ ...late, name: 'late' }], desk)).toHaveLength(1);
  engine.results.endRenaming();
  desk.unlink('has', Outgoing, 'other 6');
  expect(desk.results.at(-1)!.resultId).toBe(names.at(-1)!.name);

  const again = new Desk(engine);
  for (const event of [...before, ...desk.events]) again.state = engine.states.replay(again.state, event);
  expect(current(engine, again, 1)).toEqual(current(engine, desk, 1));
  const kinds = desk.events
    .filter(([kind]) => kind === EventKind.Standing)
    .map(each => (each[2] as [number])[0]);
  expect(kinds.filter(kind => kind === StandingEventKind.ResultRenamed)).toHaveLength(ROWS + 1);
});
