import { Direction, EventKind, type HalfEdge, type NodeId } from '@weir/model';
import { compileStandingQuery } from '../compile/compile-standing-query.js';
import type { RecentChanges } from '../contract/recent-changes.js';
import type { StandingMessage } from '../contract/standing-message.js';
import { StandingEventKind } from '../state/node/standing-events.js';
import { Desk } from '../testing/desk.js';
import { createStandingEngine } from './incremental-engine.js';

const PATTERN = 'MATCH (n {a: 1})-[:x]->({b: 1})-[:y]->({c: 1}) RETURN DISTINCT id(n)';
const NO_CHANGES: RecentChanges = { isWhole: true, properties: [], labels: [], edges: [], events: [] };
const SUBSCRIBE = { kind: 'subscribe', query: 1, nodeIndex: 1, origin: undefined, initial: false } as const;
const REPORT: StandingMessage = {
  kind: 'report',
  query: 1,
  nodeIndex: 1,
  delta: { reset: true, added: [[]], removed: [], origin: undefined, initial: false },
};
const { Outgoing } = Direction;
const engine = createStandingEngine();
engine.queries.register(compileStandingQuery(PATTERN, 'DistinctId', 1));

function edgeTo(label: string, other: string): HalfEdge {
  return { label, direction: Outgoing, other: other as NodeId };
}

describe('after a crash, a node speaks again', () => {
  /** @returns what the node sends, given what changed recently. */
  function sentAgain(desk: Desk, recent: Partial<RecentChanges>): string[] {
    desk.state = engine.evaluation.resynchronize(desk, desk.state, { ...NO_CHANGES, ...recent }, desk);
    return desk.takeSent();
  }

  function root(): Desk {
    const desk = new Desk(engine);
    desk.set('a', 1);
    for (const other of ['p', 'q', 'r']) desk.link('x', Outgoing, other);
    desk.receive('p', REPORT);
    desk.takeSent();
    return desk;
  }

  function middle(): Desk {
    const desk = new Desk(engine);
    desk.set('b', 1);
    for (const other of ['u', 'v', 'w']) desk.link('y', Outgoing, other);
    for (const other of ['p', 'q']) desk.receive(other, SUBSCRIBE);
    desk.takeSent();
    return desk;
  }

  test('to no other node if nothing changed that a query reads', () => {
    expect(sentAgain(root(), { properties: ['other'] })).toEqual([]);
    expect(sentAgain(middle(), { properties: ['other'] })).toEqual([]);
  });

  test('to all if not every change is known, or its demands began to hold', () => {
    const all = ['subscribe 1 p', 'subscribe 1 q', 'subscribe 1 r'];
    expect(sentAgain(root(), { isWhole: false })).toEqual(all);
    expect(sentAgain(root(), { events: [[EventKind.Standing, 1, [StandingEventKind.RootActive]]] })).toEqual(
      all,
    );
    const asked = [StandingEventKind.Asked, 1];
    expect(sentAgain(middle(), { events: [[EventKind.Standing, 1, asked]] })).toEqual([
      'subscribe 2 u',
      'subscribe 2 v',
      'subscribe 2 w',
    ]);
  });

  test('to the neighbors of recent edges, and to those whose reports it recorded', () => {
    expect(sentAgain(root(), { edges: [edgeTo('x', 'q')] })).toEqual(['subscribe 1 q']);
    const { Reported, Silent, Answered } = StandingEventKind;
    for (const kind of [Reported, Silent, Answered]) {
      const events: RecentChanges['events'] = [[EventKind.Standing, 1, [kind, 1, 'p' as NodeId]]];
      expect(sentAgain(root(), { events })).toEqual(['subscribe 1 p']);
    }
  });

  test('to recent subscribers, and to all subscribers if its report may have changed', () => {
    const subscribed = [StandingEventKind.Subscribed, 1, 'q' as NodeId];
    expect(sentAgain(middle(), { events: [[EventKind.Standing, 1, subscribed]] })).toEqual([
      'report 1 q reset +0 -0',
    ]);
    const changed = ['report 1 p reset +0 -0', 'report 1 q reset +0 -0'];
    expect(sentAgain(middle(), { properties: ['b'] })).toEqual(changed);
    const reported = [StandingEventKind.Reported, 2, 'u' as NodeId];
    expect(sentAgain(middle(), { events: [[EventKind.Standing, 1, reported]] })).toEqual([
      'subscribe 2 u',
      ...changed,
    ]);
  });

  test('to neighbors that may keep a needless subscription', () => {
    const desk = root();
    desk.unlink('x', Outgoing, 'q');
    expect(sentAgain(desk, { edges: [edgeTo('x', 'q')] })).toEqual(['cancel 1 q']);
    desk.set('a', 2);
    const cleared = [StandingEventKind.Cleared, 0];
    expect(sentAgain(desk, { events: [[EventKind.Standing, 1, cleared]] })).toEqual([
      'cancel 1 p',
      'cancel 1 r',
    ]);
  });

  test.each([
    [StandingEventKind.Complete, 1],
    [StandingEventKind.Cleared, 1],
    [StandingEventKind.Leaving, 'group', 1],
    [StandingEventKind.Written, 'a', []],
  ])('to all subscribers after event %i of its journal', (...payload) => {
    expect(sentAgain(middle(), { events: [[EventKind.Standing, 1, payload]] })).toEqual([
      'report 1 p reset +0 -0',
      'report 1 q reset +0 -0',
    ]);
  });
});
