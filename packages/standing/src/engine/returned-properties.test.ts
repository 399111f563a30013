/** A node of which only properties are returned travels as their values. */
import { Direction, EventKind, type NodeId, NodeValue, type StandingEvent, type Value } from '@weir/model';
import { compileStandingQuery } from '../compile/compile-standing-query.js';
import type { StandingMessage } from '../contract/standing-message.js';
import type { StandingState } from '../contract/standing-state.js';
import type { RowNodePlan } from '../plan/row-plan.js';
import { StandingEventKind } from '../state/node/standing-events.js';
import { Desk } from '../testing/desk.js';
import { createStandingEngine, type RegisteringStandingEngine } from './incremental-engine.js';

const { Outgoing, Incoming } = Direction;
const CHAIN = 'MATCH (a)-[:x]->(b)-[:x]->(c)';

function engineFor(query: string): RegisteringStandingEngine {
  const engine = createStandingEngine();
  engine.queries.register(compileStandingQuery(query, 'MultipleValues', 1));
  return engine;
}

/** The properties that the last pattern node of a chain reports in place of its node. */
function reducedAtTheEnd(query: string): readonly string[] {
  const rows = compileStandingQuery(query, 'MultipleValues', 1).nodes.filter(
    (node): node is RowNodePlan => node.kind === 'rows',
  );
  return rows[rows.length - 1]!.reduced.flatMap(({ reduction }) => reduction);
}

function rowsReported(from: Desk): readonly (readonly Value[])[] {
  return from.sent.flatMap(message => (message.kind === 'report' ? message.delta.added : []));
}

/** The state after a restart with this journal. */
function restored(
  engine: RegisteringStandingEngine,
  desk: Desk,
  journal: readonly (readonly Value[])[],
): StandingState | undefined {
  let state: StandingState | undefined;
  for (const payload of journal) {
    state = engine.states.replay(state, [EventKind.Standing, 1, payload] as StandingEvent);
  }
  return engine.states.restored(desk, state!);
}

/** @param rows each with its count at the end. */
function reportOf(nodeIndex: number, rows: readonly (readonly Value[])[], reset = false): StandingMessage {
  return {
    kind: 'report',
    query: 1,
    nodeIndex,
    delta: { reset, added: rows, removed: [], origin: undefined, initial: false },
  };
}

test.each([
  ['RETURN a.name, c.name', ['name']],
  ['RETURN c.name, toUpper(c.name) AS upper', ['name']],
  ['WHERE c.size > 3 RETURN c.name', ['name']],
  ['RETURN collect(c.name) AS names', ['name']],
  ['RETURN c.size, c.name', ['name', 'size']],
  ['RETURN c.size + c.kind AS sum, c.name', ['kind', 'name', 'size']],
  ['WHERE c.size > a.size RETURN c.size, c.name', []],
  ['RETURN c.name, [c IN [{size: 1}] | c.size] AS sizes', []],
  ['RETURN c.name, id(c)', []],
  ['RETURN c.name, c IS NULL AS gone', []],
  ['RETURN c.name, c = a AS same', []],
  ['RETURN c.name, labels(c) AS labels', []],
  ['RETURN c', []],
  ['RETURN [c IN [{name: 1}] | c.name] AS names, c.name', []],
])('%s reduces the end of the chain to %j', (rest, properties) => {
  expect(reducedAtTheEnd(`${CHAIN} ${rest}`)).toEqual(properties);
});

test.each([
  ['MATCH (a)-[:x]->(b) RETURN a.name, b.name', ['name', 'name']],
  ['MATCH (a)-[:x]->(b) WHERE a.size > 3 RETURN a.name, b.name', ['name', 'name']],
  ['MATCH (a)-[:x]->(b) WHERE a.size > b.size RETURN a.name, b.name', [undefined, undefined]],
  ['MATCH (a) OPTIONAL MATCH (a)-[:x]->(b) RETURN a.name, b.name', ['name', 'name']],
  ['MATCH (a) WHERE EXISTS { (a)-[:x]->(b) WHERE b.size > a.size } RETURN a.name', [undefined, undefined]],
  ['MATCH (a)-[:x]->(b) RETURN a.name, sum(b.size) AS total', ['name', 'size', 'group']],
  ['MATCH (a)-[:x]->(b) RETURN id(a), b.name', [undefined, 'name']],
  ['MATCH (a)-[:x]->(b) RETURN a.size, b.size, a.name', ['name,size', 'size']],
])('%s has the own columns %j', (query, properties) => {
  const { nodes } = compileStandingQuery(query, 'MultipleValues', 1);
  expect(nodes.map(node => (node.kind === 'rows' ? node.ownReduction?.join() : node.kind))).toEqual(
    properties,
  );
});

test('a node at which a cycle closes is joined by its identity', () => {
  const { nodes } = compileStandingQuery(
    'MATCH (a)-[:x]->(b)-[:x]->(c)-[:x]->(a) RETURN a.name, b.name, c.name',
    'MultipleValues',
    1,
  );
  const byVariable = new Map(
    nodes.flatMap(node =>
      node.kind === 'rows' ? [[node.variable, node.ownReduction?.join()] as const] : [],
    ),
  );
  expect(['a', 'b', 'c'].map(variable => byVariable.get(variable))).toEqual(['name', 'name', undefined]);
});

test('a node that a condition further up reads travels whole until there', () => {
  const plan = compileStandingQuery(
    'MATCH (a)-[:x]->(b)-[:x]->(c)-[:x]->(d) WHERE b.size < d.size RETURN a.name, d.size',
    'MultipleValues',
    1,
  );
  const byVariable = new Map(
    plan.nodes.flatMap(node => (node.kind === 'rows' ? [[node.variable, node] as const] : [])),
  );
  expect(['d', 'c', 'b'].map(variable => byVariable.get(variable)!.reduced.length)).toEqual([0, 0, 1]);
});

test('a change that leaves the returned property alone is not reported', () => {
  const desk = new Desk(engineFor(`${CHAIN} WHERE c.size > 3 RETURN a.name, c.name`));
  desk.link('x', Incoming, 'b');
  desk.set('size', 4);
  desk.receive('b', { kind: 'subscribe', query: 1, nodeIndex: 2 });
  desk.set('name', 'one');
  expect(rowsReported(desk).map(row => row.slice(0, -1))).toContainEqual(['one']);
  expect(desk.set('size', 5)).toEqual([]);
  expect(desk.set('name', 'two')).toEqual(['report 2 b +2 -0']);
});

test('a result follows the returned property of the root, and is null without it', () => {
  const desk = new Desk(engineFor('MATCH (a)-[:x]->(b) RETURN a.name AS name, b.name AS other'));
  desk.link('x', Outgoing, 'b');
  desk.receive('b', reportOf(1, [['b', 1]], true));
  expect(desk.set('name', 'one')).toEqual(['match r2', 'cancel r1']);
  expect(desk.set('size', 1)).toEqual([]);
  expect(desk.set('name', null)).toEqual(['match r3', 'cancel r2']);
  expect(desk.results.map(({ row }) => row)).toEqual([
    [null, 'b'],
    ['one', 'b'],
    [null, 'b'],
    [null, 'b'],
    ['one', 'b'],
  ]);
});

test('several properties of a node are returned, also where an OPTIONAL MATCH has none', () => {
  const desk = new Desk(
    engineFor('MATCH (a) OPTIONAL MATCH (a)-[:x]->(b) RETURN b.size AS size, b.name AS name, a.name AS a'),
  );
  desk.set('name', 'one');
  desk.link('x', Outgoing, 'b');
  desk.receive('b', reportOf(1, [[['two', 3], 1]], true));
  expect(desk.results.filter(({ isPositiveMatch }) => isPositiveMatch).map(({ row }) => row)).toEqual([
    [null, null, 'one'],
    [3, 'two', 'one'],
  ]);
});

test('two nodes with the same value are two results', () => {
  const desk = new Desk(engineFor('MATCH (a)-[:x]->(b) RETURN a.name AS name, b.kind AS kind'));
  desk.set('name', 'a');
  desk.link('x', Outgoing, 'b1');
  desk.link('x', Outgoing, 'b2');
  expect(desk.receive('b1', reportOf(1, [['host', 1]], true))).toEqual(['match r1']);
  expect(desk.receive('b2', reportOf(1, [['host', 1]], true))).toEqual(['match r2']);
  expect(desk.results.map(({ row }) => row)).toEqual([
    ['a', 'host'],
    ['a', 'host'],
  ]);
  expect(desk.receive('b1', reportOf(1, [['host', -1]]))).toEqual(['cancel r2']);
});

test('state that an earlier version journaled, with whole nodes, takes part in later changes', () => {
  const engine = engineFor('MATCH (a)-[:x]->(b) RETURN a.name AS name, b.kind AS kind');
  const desk = new Desk(engine);
  desk.link('x', Outgoing, 'b');
  const before = new NodeValue('b' as NodeId, [], { kind: 'host' }, true);
  desk.state = restored(engine, desk, [
    [StandingEventKind.RootActive],
    [StandingEventKind.Reported, 1, 'b', [[before, 1]]],
    [StandingEventKind.ResultBegan, '00000000-0000-4000-8000-000000000009', [null, 'host']],
  ]);
  const change = reportOf(1, [
    ['host', -1],
    ['user', 1],
  ]);
  expect(desk.receive('b', change)).toEqual(['match r1', 'cancel r9']);
  expect(desk.results.map(({ row }) => row)).toEqual([
    [null, 'user'],
    [null, 'host'],
  ]);
});

test('state that an earlier version journaled, with a whole node of two properties, takes part in later changes', () => {
  const engine = engineFor('MATCH (a)-[:x]->(b) RETURN b.size AS size, b.kind AS kind');
  const desk = new Desk(engine);
  desk.link('x', Outgoing, 'b');
  const before = new NodeValue('b' as NodeId, [], { kind: 'host', size: 1 }, true);
  desk.state = restored(engine, desk, [
    [StandingEventKind.RootActive],
    [StandingEventKind.Reported, 1, 'b', [[before, 1]]],
    [StandingEventKind.ResultBegan, '00000000-0000-4000-8000-000000000009', [1, 'host']],
  ]);
  const change = reportOf(1, [
    [['host', 1], -1],
    [['host', null], 1],
  ]);
  expect(desk.receive('b', change)).toEqual(['match r1', 'cancel r9']);
  expect(desk.results.map(({ row }) => row)).toEqual([
    [null, 'host'],
    [1, 'host'],
  ]);
});

test('rows that a group node stored are not taken for rows of the root', () => {
  const engine = engineFor(
    'MATCH (a)-[:x]->(b) WITH collect(b.name) AS names, a RETURN count(a) AS n, collect(size(names)) AS sizes',
  );
  const desk = new Desk(engine);
  const [one, other] = ['a', 'c'].map(id => new NodeValue(id as NodeId, [], {}, true));
  desk.state = restored(engine, desk, [[StandingEventKind.Reported, 0, 'a', [[one!, 1, 1]]]]);
  desk.receive('c', reportOf(0, [[other!, 2, 1]]));
  expect(desk.results.map(({ row }) => row)).toEqual([[2, [1, 2]]]);
});
