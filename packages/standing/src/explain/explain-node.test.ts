import { Direction, type HalfEdge, type NodeId, type Value, type ValueMap } from '@weir/model';
import { compileStandingQuery } from '../compile/compile-standing-query.js';
import { createStandingEngine } from '../engine/incremental-engine.js';
import type { StandingEffects } from '../contract/standing-effects.js';
import type { StandingNode } from '../contract/standing-node.js';
import { describePlan } from './describe-plan.js';
import { explainNode } from './explain-node.js';

const EFFECTS: StandingEffects = {
  send: () => undefined,
  result: () => undefined,
  journal: () => undefined,
  resultId: () => '00000000-0000-4000-8000-000000000001',
};

function nodeWith(values: ValueMap, edges: readonly HalfEdge[]): StandingNode {
  const fitting = (label: string | undefined, direction: Direction | undefined): HalfEdge[] =>
    edges.filter(
      edge =>
        (label === undefined || edge.label === label) &&
        (direction === undefined || edge.direction === direction),
    );
  return {
    id: 'me' as NodeId,
    exists: true,
    property: (key): Value | undefined => values[key],
    hasLabel: () => false,
    labels: () => [],
    neighbors: (label, direction) => fitting(label, direction).map(({ other }) => other),
    hasEdge: (label, direction, other) => fitting(label, direction).some(edge => edge.other === other),
    edgeCount: (label, direction) => fitting(label, direction).length,
    properties: () => values,
    propertiesOfEdge: () => ({}),
    edgesWith: other => edges.filter(edge => other === undefined || edge.other === other),
  };
}

const QUERY =
  'MATCH (o:Order {state: "open"})-[:of]->(c) WHERE o.total > 10 AND NOT (o)<-[:pays]-({ok: true}) RETURN o.total, c.name';

describe('why a node does not match', () => {
  const paid = { label: 'pays', direction: Direction.Incoming, other: 'payment' as NodeId };
  const of = { label: 'of', direction: Direction.Outgoing, other: 'client' as NodeId };
  test.each([
    ['a property', 'MATCH (n {a: 1}) WHERE n.b > 2 RETURN n.a', { a: 1, b: 2 }, [], 'b > 2'],
    ['an edge', 'MATCH (n {a: 1})-[:of]->(m) RETURN m.a', { a: 1 }, [paid], '-[:of]->'],
    ['nobody at the other end', 'MATCH (n {b: 1})-[:of]->({a: 1}) RETURN id(n)', { b: 1 }, [of], '-[:of]->'],
    ['of traces: a property', 'MATCH (n {a: 1, b: 1}) RETURN DISTINCT id(n)', { a: 1 }, [], 'b = 1'],
    ['of traces: an edge', 'MATCH (n)-[:of]->({a: 1}) RETURN DISTINCT id(n)', {}, [of], '-[:of]->'],
  ])('%s', (_, query, values, edges, missing) => {
    const engine = createStandingEngine();
    engine.queries.register(compileStandingQuery(query, 'MultipleValues', 1));
    const node = nodeWith(values, edges);
    const state = engine.evaluation.synchronize(node, undefined, false, EFFECTS);
    const [root] = explainNode(engine.queries.planOf(1)!, node, state);
    const absent = [
      ...root!.demands.filter(({ holds }) => !holds).map(({ demand }) => demand),
      ...root!.patternEdges.filter(({ isMissing }) => isMissing).map(({ edge }) => edge),
    ];
    expect(absent.map(text => text.replace(/^n\./, ''))).toEqual([missing]);
    expect(root!.results).toEqual([]);
  });

  test('names the neighbors whose answers are pending', () => {
    const engine = createStandingEngine();
    engine.queries.register(compileStandingQuery(QUERY.replace(':Order', ''), 'MultipleValues', 1));
    const node = nodeWith({ state: 'open', total: 11 }, [of, paid]);
    const state = engine.evaluation.synchronize(node, undefined, false, EFFECTS);
    const [root] = explainNode(engine.queries.planOf(1)!, node, state);
    expect(root!.waitingFor).toEqual(['#7061796D656E74']);
  });
});

test('describes a plan in words', () => {
  const { kind, patternNodes } = describePlan(compileStandingQuery(QUERY, 'MultipleValues', 1));
  expect(kind).toBe('rows');
  const grouped = 'MATCH (o)-[:of]->(c) WHERE o.v > c.v WITH c.w AS w, count(*) AS n WHERE n > 1 RETURN w, n';
  const filters = describePlan(compileStandingQuery(grouped, 'MultipleValues', 1)).patternNodes.map(
    description => description.filters,
  );
  expect(filters).toEqual([['o.v > c.v'], [], ['n > 1']]);
  expect(patternNodes[0]).toMatchObject({
    variable: 'o',
    role: 'root',
    demands: ['label Order', 'state = "open"', 'o.total > 10'],
    watches: ['property state', 'label Order', 'property total', 'edge <-[:pays]-', 'edge -[:of]->'],
    patternEdges: [
      { edge: '<-[:pays]-', nodeIndex: 1, mode: 'anti' },
      { edge: '-[:of]->', nodeIndex: 2, mode: 'inner' },
    ],
  });
});
