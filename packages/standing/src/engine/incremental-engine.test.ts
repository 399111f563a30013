import { decode, Direction, encode, EventKind, type NodeId, type StandingEvent } from '@weir/model';
import { compileStandingQuery } from '../compile/compile-standing-query.js';
import type { Origin } from '../contract/origin.js';
import type { StandingMessage } from '../contract/standing-message.js';
import type { StandingRecorder } from '../contract/standing-recorder.js';
import type { StandingState } from '../contract/standing-state.js';
import { Desk, shortId } from '../testing/desk.js';
import { inspectState } from '../explain/inspect-state.js';
import { createStandingEngine, type RegisteringStandingEngine } from './incremental-engine.js';

function engineFor(...queries: string[]): RegisteringStandingEngine {
  const engine = createStandingEngine();
  queries.forEach((query, i) => engine.queries.register(compileStandingQuery(query, 'DistinctId', i + 1)));
  return engine;
}

const { Outgoing, Incoming } = Direction;
const UNKNOWN = { isWhole: false, properties: [], labels: [], edges: [], events: [] };

function report(
  nodeIndex: number,
  matches: boolean,
  reset = false,
  more: { origin?: Origin; initial?: boolean } = {},
): StandingMessage {
  const rows = [[]];
  const delta = {
    reset,
    added: matches ? rows : [],
    removed: matches || reset ? [] : rows,
    origin: more.origin,
    initial: more.initial ?? false,
  };
  return { kind: 'report', query: 1, nodeIndex, delta };
}

test('one node: a match, no duplicate, its cancellation, and a new match', () => {
  const desk = new Desk(
    engineFor('MATCH (n {a: 1}) WHERE n.b <> 2 RETURN DISTINCT strId(n) AS it'),
    '' as NodeId,
  );
  expect(desk.set('a', 1)).toEqual([]);
  expect(desk.set('b', 3)).toEqual(['match r1']);
  expect(desk.results[0]).toMatchObject({ query: 1, root: '', row: ['#'], isInitialResult: false });
  expect(desk.set('b', 4)).toEqual([]);
  expect(desk.set('b', 2)).toEqual(['cancel r1']);
  expect(desk.set('b', 5)).toEqual(['match r2']);
  expect(desk.set('a', null)).toEqual(['cancel r2']);
  expect(desk.state).toBeUndefined();
});

test('subscribes only while it can match itself, and ignores unsolicited reports', () => {
  const desk = new Desk(engineFor('MATCH (n {a: 1})-[:x]->(m {b: 1}) RETURN DISTINCT id(n)'));
  expect(desk.link('x', Outgoing, 'one')).toEqual([]);
  expect(desk.state).toBeUndefined();
  expect(desk.set('a', 1)).toEqual(['subscribe 1 one']);
  expect(desk.link('x', Outgoing, 'two')).toEqual(['subscribe 1 two']);
  expect(desk.receive('three', report(1, true))).toEqual(['cancel 1 three']);
  expect(desk.receive('one', report(1, false, true))).toEqual([]);
  expect(desk.receive('two', report(1, true, true))).toEqual(['match r1']);
  expect(desk.receive('one', report(1, true))).toEqual([]);
  expect(desk.unlink('x', Outgoing, 'two')).toEqual(['cancel 1 two']);
  expect(desk.receive('one', report(1, false))).toEqual(['cancel r1']);
  expect(desk.receive('one', report(1, true))).toEqual(['match r2']);
  expect(desk.set('a', 2)).toEqual(['cancel 1 one', 'cancel r2']);
  expect(desk.state).toBeUndefined();
});

test('sends a subscriber all rows first, then differences, until it unsubscribes', () => {
  const desk = new Desk(engineFor('MATCH (n)-[:x]->(m {b: 1})-[:y]->({c: 1}) RETURN DISTINCT id(n)'));
  expect(desk.link('y', Outgoing, 'far')).toEqual([]);
  expect(desk.receive('n1', { kind: 'subscribe', query: 1, nodeIndex: 1 })).toEqual([
    'report 1 n1 reset +0 -0',
  ]);
  expect(desk.set('b', 1)).toEqual(['subscribe 2 far']);
  expect(desk.receive('far', report(2, true, true))).toEqual(['report 1 n1 +1 -0']);
  expect(desk.receive('n2', { kind: 'subscribe', query: 1, nodeIndex: 1 })).toEqual([
    'report 1 n2 reset +1 -0',
  ]);
  expect(desk.receive('far', report(2, false))).toEqual(['report 1 n1 +0 -1', 'report 1 n2 +0 -1']);
  expect(desk.receive('n1', { kind: 'cancel', query: 1, nodeIndex: 1 })).toEqual([]);
  expect(desk.receive('n2', { kind: 'cancel', query: 1, nodeIndex: 1 })).toEqual(['cancel 2 far']);
  expect(desk.state).toBeUndefined();
});

test('does not count a subscriber as its own witness', () => {
  const desk = new Desk(engineFor('MATCH (a)-[:x]->(b)<-[:x]-(c) RETURN DISTINCT id(a)'));
  desk.link('x', Incoming, 'a1');
  expect(desk.receive('a1', { kind: 'subscribe', query: 1, nodeIndex: 1 })).toEqual([
    'report 1 a1 reset +0 -0',
  ]);
  expect(desk.link('x', Incoming, 'a2')).toEqual(['report 1 a1 +1 -0']);
  expect(desk.receive('a2', { kind: 'subscribe', query: 1, nodeIndex: 1 })).toEqual([
    'report 1 a2 reset +1 -0',
  ]);
  // A hub's third neighbor changes nothing, and neither does its thousandth.
  for (let i = 3; i < 1000; i++) expect(desk.link('x', Incoming, `a${i}`)).toEqual([]);
});

test('siblings over one label need different neighbors and share one subscription', () => {
  const many = Array.from({ length: 12 }, () => '(n)-[:x]->({a: 1})').join(', ');
  const desk = new Desk(engineFor(`MATCH ${many} RETURN DISTINCT id(n)`));
  for (let i = 0; i < 11; i++) expect(desk.link('x', Outgoing, `o${i}`)).toEqual([]);
  expect(desk.link('x', Outgoing, 'o11').length).toBe(12);
  for (let i = 0; i < 11; i++) expect(desk.receive(`o${i}`, report(1, true, true))).toEqual([]);
  expect(desk.receive('o11', report(1, true, true))).toEqual(['match r1']);
  expect(desk.receive('o3', report(1, false))).toEqual(['cancel r1']);
});

test('detects irrelevant changes with one look-up', () => {
  const engine = engineFor('MATCH (n:A {p: 1})-[:x]->(m)<-[:y]-() RETURN DISTINCT id(n)');
  expect([engine.relevance.isRelevantProperty('p'), engine.relevance.isRelevantProperty('q')]).toEqual([
    true,
    false,
  ]);
  expect([engine.relevance.isRelevantLabel('A'), engine.relevance.isRelevantLabel('B')]).toEqual([
    true,
    false,
  ]);
  expect([
    engine.relevance.isRelevantEdge('x', Outgoing),
    engine.relevance.isRelevantEdge('x', Incoming),
  ]).toEqual([true, false]);
  expect([
    engine.relevance.isRelevantEdge('y', Outgoing),
    engine.relevance.isRelevantEdge('y', Incoming),
  ]).toEqual([false, true]);
  expect(engine.relevance.isRelevantExistence()).toBe(false);
  engine.queries.remove(1);
  expect(
    engine.relevance.isRelevantProperty('p') ||
      engine.relevance.isRelevantLabel('A') ||
      engine.relevance.isRelevantEdge('x', Outgoing),
  ).toBe(false);
});

test('a query on existence alone makes everything relevant until it is removed', () => {
  const engine = engineFor('MATCH (n) WHERE NOT exists(n.gone) RETURN DISTINCT id(n)');
  const desk = new Desk(engine);
  expect([engine.relevance.isRelevantExistence(), engine.relevance.isRelevantProperty('any')]).toEqual([
    true,
    true,
  ]);
  expect(desk.set('any', 1)).toEqual(['match r1']);
  expect(desk.set('gone', 1)).toEqual(['cancel r1']);
  engine.queries.remove(1);
  expect([engine.relevance.isRelevantExistence(), engine.relevance.isRelevantProperty('any')]).toEqual([
    false,
    false,
  ]);
});

test('a registered query that has not started answers but evaluates nothing itself', () => {
  const engine = createStandingEngine();
  engine.queries.register(
    compileStandingQuery('MATCH (n)-[:x]->({a: 1}) RETURN DISTINCT id(n)', 'DistinctId', 1),
    false,
  );
  const desk = new Desk(engine);
  desk.link('x', Outgoing, 'other');
  desk.state = engine.evaluation.synchronize(desk, desk.state, true, desk);
  expect(desk.takeSent()).toEqual([]);
  expect(desk.receive('n', { kind: 'subscribe', query: 1, nodeIndex: 1 })).toEqual([
    'report 1 n reset +0 -0',
  ]);
  engine.queries.start(1);
  desk.state = engine.evaluation.synchronize(desk, desk.state, true, desk);
  expect(desk.takeSent()).toEqual(['subscribe 1 other']);
});

describe('origins of results', () => {
  const origin: Origin = { stream: 'numbers', position: 7 };

  test('an origin travels in messages and returns with the result', () => {
    const desk = new Desk(engineFor('MATCH (n {a: 1})-[:x]->({b: 1}) RETURN DISTINCT id(n)'));
    desk.link('x', Outgoing, 'other');
    desk.set('a', 1, origin);
    expect(desk.sent[0]).toMatchObject({ kind: 'subscribe', origin, initial: false });
    desk.receive('other', report(1, true, true, { origin }));
    expect(desk.results[0]).toMatchObject({ origin, isInitialResult: false });
  });

  test('a match in older data is an initial result, also across neighbors', () => {
    const engine = engineFor('MATCH (n)-[:x]->({b: 1}) RETURN DISTINCT id(n)');
    const root = new Desk(createStandingEngine(), 'root' as NodeId);
    root.link('x', Outgoing, 'leaf');
    root.state = engine.evaluation.synchronize(root, undefined, true, root);
    expect(root.sent[0]).toMatchObject({ kind: 'subscribe', initial: true });
    const leaf = new Desk(engine, 'leaf' as NodeId);
    leaf.set('b', 1);
    leaf.receive('root', root.sent[0]!);
    expect(leaf.sent[0]).toMatchObject({ kind: 'report', delta: { initial: true } });
    root.state = engine.evaluation.receive(root, root.state, 'leaf' as NodeId, leaf.sent[0]!, root);
    expect(root.results[0]).toMatchObject({ isPositiveMatch: true, isInitialResult: true });
  });
});

test('repeated synchronization, or needless resynchronization, changes nothing', () => {
  const engine = engineFor('MATCH (n {a: 1})-[:x]->({b: 1}) RETURN DISTINCT id(n)');
  const desk = new Desk(engine);
  desk.link('x', Outgoing, 'other');
  desk.set('a', 1);
  desk.receive('other', report(1, true, true));
  const before = inspectState(desk.state);
  const events = desk.events.length;
  desk.takeSent();
  desk.state = engine.evaluation.synchronize(desk, desk.state, true, desk);
  expect(desk.takeSent()).toEqual([]);
  desk.state = engine.evaluation.resynchronize(desk, desk.state, UNKNOWN, desk);
  expect(desk.takeSent()).toEqual(['subscribe 1 other']);
  expect(desk.receive('other', report(1, true, true))).toEqual([]);
  expect(inspectState(desk.state)).toEqual(before);
  expect(desk.events.length).toBe(events);
});

test('synchronizing a node removes the remains of a removed query', () => {
  const engine = engineFor(
    'MATCH (n)-[:x]->({b: 1}) RETURN DISTINCT id(n)',
    'MATCH (n) WHERE n.a = 1 RETURN DISTINCT id(n)',
  );
  const desk = new Desk(engine);
  desk.link('x', Outgoing, 'other');
  desk.set('a', 1);
  engine.queries.remove(1);
  expect(desk.receive('other', report(1, true, true))).toEqual([]);
  desk.state = engine.evaluation.synchronize(desk, desk.state, true, desk);
  expect(inspectState(desk.state).map(inspection => inspection.query)).toEqual([2]);
});

test('a pattern node that ends between a change and its report still unsubscribes', () => {
  const desk = new Desk(engineFor('MATCH (n)-[:x]->({b: 1}) RETURN DISTINCT id(n)'));
  expect(desk.link('x', Outgoing, 'other')).toEqual(['subscribe 1 other']);
  const engine = engineFor('MATCH (n)-[:x]->({b: 1}) RETURN DISTINCT id(n)');
  const late = new Desk(engine);
  late.link('x', Outgoing, 'other');
  // The edge is removed, but the engine has not been notified.
  const change = late['changed'].bind(late);
  late['edges'] = [];
  late.state = engine.evaluation.synchronize(late, late.state, true, late);
  late.takeSent();
  const edge = { label: 'x', direction: Outgoing, other: 'other' as NodeId };
  expect(change({ properties: [], labels: [], edgesAdded: [], edgesRemoved: [edge] })).toEqual([
    'cancel 1 other',
  ]);
});

test('journaled events restore the state, through bytes', () => {
  const engine = engineFor('MATCH (n {a: 1})-[:x]->({b: 1}) RETURN DISTINCT id(n)');
  const desk = new Desk(engine);
  desk.link('x', Outgoing, 'other');
  desk.set('a', 1);
  desk.receive('other', report(1, true, true));
  expect(desk.events.map(event => event[0])).toEqual(desk.events.map(() => EventKind.Standing));
  let state: StandingState | undefined;
  for (const event of desk.events)
    state = engine.states.replay(state, decode(encode(event)) as StandingEvent);
  expect(inspectState(engine.states.restored(desk, state!))).toEqual(inspectState(desk.state));
  expect(engine.states.replay(state, [EventKind.Standing, 99, [6]])).toBe(state);
});

test('a recorder sees inputs and outputs', () => {
  const seen: string[] = [];
  const recorder: StandingRecorder = {
    changed: (node, change) => seen.push(`${node} changed ${change.properties.join()}`),
    received: (node, from, message) => seen.push(`${node} received ${message.kind} from ${from}`),
    sent: (node, to, message) => seen.push(`${node} sent ${message.kind} to ${to}`),
    reported: result => seen.push(`${result.root} reported ${shortId(result.resultId)}`),
  };
  const engine = createStandingEngine(recorder);
  engine.queries.register(
    compileStandingQuery('MATCH (n {a: 1})-[:x]->({b: 1}) RETURN DISTINCT id(n)', 'DistinctId', 1),
  );
  const desk = new Desk(engine);
  desk.link('x', Outgoing, 'other');
  desk.set('a', 1);
  desk.receive('other', report(1, true, true));
  expect(seen).toEqual([
    'me changed ',
    'me changed a',
    'me sent subscribe to other',
    'me received report from other',
    'me reported r1',
  ]);
});

test('handles more pattern nodes on one node than a list should hold', () => {
  const queries = Array.from(
    { length: 20 },
    (_, i) => `MATCH (n {a: 1})-[:x${i}]->({b: 1}) RETURN DISTINCT id(n)`,
  );
  const engine = engineFor(...queries);
  const desk = new Desk(engine);
  desk.set('a', 1);
  for (let i = 0; i < 20; i++) expect(desk.link(`x${i}`, Outgoing, 'other')).toEqual(['subscribe 1 other']);
  expect(inspectState(desk.state).length).toBe(20);
  desk.set('a', 2);
  expect(desk.state).toBeUndefined();
});
