import { compileStandingQuery } from '../compile-standing-query.js';
import { Keep } from '../../plan/edge-columns.js';
import type { WitnessNodePlan } from '../../plan/witness-plan.js';

interface WitnessPlan {
  readonly nodes: readonly WitnessNodePlan[];
}

function planOf(match: string, root: string): WitnessPlan {
  const plan = compileStandingQuery(`MATCH ${match} RETURN DISTINCT id(${root})`, 'DistinctId', 1);
  if (plan.kind !== 'witnesses') throw new Error('not a plan of witnesses');
  return { nodes: plan.nodes as WitnessNodePlan[] };
}

/** For each pattern node, the number of columns of its pattern edges and the number that it reports. */
function columnsOf(plan: WitnessPlan): string {
  return plan.nodes
    .map(
      planNode =>
        `${planNode.patternEdges.map(patternEdge => patternEdge.columns.length).join('+')}>${planNode.reported.length}`,
    )
    .join(' ');
}

describe('only edges that can coincide have columns', () => {
  test.each([
    ['(a)-[:x]->(b)-[:y]->(c)', 'a', '0>0 0>0 >0'],
    ['(a)-[:x]->(b)-[:x]->(c)', 'a', '0>0 1>0 >0'],
    ['(a)-[:x]->(b)<-[:x]-(c)', 'a', '0>0 1>0 >0'],
    ['(a)-[:x]->(b)-[:x]->(c)-[:x]->(d)', 'a', '0>0 2>0 1>1 >0'],
    ['(a)-[:x]->(b)-[:y]->(c)-[:x]->(d)', 'a', '0>0 1>0 1>1 >0'],
    // Pattern edges with equal demands have one child.
    ['(a)-[:x]->(b), (a)-[:x]->(c)', 'a', '1+1>0 >0'],
    ['(a)-[:x]->(b)<-[:y]-(), (a)-[:x]->(c)<-[:y]-()', 'a', '1+1>0 0>0 >0'],
    // Also distinct: the nodes that one edge each, of one label, reaches from one node.
    ['(a)-[:x]->(b)<-[:y]-(), (a)-[:x]->(c {t: 1})<-[:y]-()', 'a', '1+1>0 0>0 >0 0>0 >0'],
    ['(a)-[:x]->(b)<-[:y]-(), (a)-[:z]->(c)<-[:y]-()', 'a', '1+1>0 1>1 >0 1>1 >0'],
    ['(a)-[:x]->(b), (a)-[:y]->(c)', 'a', '0+0>0 >0 >0'],
    ['(a)-[:x]->(a)-[:x]->(b)', 'a', '1>0 >0'],
    // Values that exclude each other keep nodes, and so edges, distinct.
    ['(a {t: 1})-[:x]->(b {t: 2})-[:x]->(c)', 'a', '0>0 0>0 >0'],
    ['(a)-[:x]->(b {t: 1}), (a)-[:x]->(c {t: 2})', 'a', '0+0>0 >0 >0'],
    ['(a)-[:x]->(b {t: 1}), (a)-[:x]->(c {t: 1.0})', 'a', '1+1>0 >0 >0'],
  ])('%s from %s: %s', (match, root, columns) => {
    expect(columnsOf(planOf(match, root))).toBe(columns);
  });
});

test('four generations: possible collisions', () => {
  const plan = planOf('(c)-[:parent]->(p)-[:parent]->(g)-[:parent]->(gg)', 'c');
  const [, p, g] = plan.nodes;
  // From p's side both edges above collide only if they lead back to p.
  expect(p!.patternEdges[0]!.columns).toMatchObject([
    { edge: 1, exclusions: 1, keep: Keep.AtTarget },
    { edge: 2, exclusions: 1, keep: Keep.AtTarget },
  ]);
  // The edge from g is reported to p only if it ends at p.
  expect(g!.reported).toEqual([{ column: 0, exclusions: 1, keep: Keep.AtTarget }]);
  expect(g!.patternEdges[0]!.bare).toBe(true);
});

test('parents precede children, and slots follow the source order', () => {
  const plan = planOf('(a)<-[:x]-(b)-[:y]->(c), (b)-[:z]->(d)', 'b');
  expect(plan.nodes.map(planNode => planNode.variable)).toEqual(['b', 'a', 'c', 'd']);
  expect(
    plan.nodes[0]!.patternEdges.map(patternEdge => [
      patternEdge.label,
      patternEdge.direction,
      patternEdge.child,
    ]),
  ).toEqual([
    ['x', 0, 1],
    ['y', 0, 2],
    ['z', 0, 3],
  ]);
});

test.each([
  ['(n)', true],
  ['(n) WHERE n.a IS NULL', true],
  ['(n) WHERE n.a IS NOT NULL', false],
  ['(n) WHERE id(n) = idFrom(1)', false],
  ['(n:A) WHERE n.a IS NULL', false],
  ['(n)-[:x]->()', false],
])('whether existence matters in %s', (match, counts) => {
  expect(planOf(match, 'n').nodes[0]!.needsExistence).toBe(counts);
});

test('two loops of one label on one node match nothing', () => {
  expect(planOf('(n)-[:x]->(n)-[:x]->(n)', 'n').nodes[0]!.impossible).toBe(true);
  expect(planOf('(n)-[:x]->(n)-[:y]->(n)', 'n').nodes[0]!.impossible).toBe(false);
});
