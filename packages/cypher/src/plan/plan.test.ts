/** Which steps a query becomes, from first to last. */
import type { PlanDescription } from '../compiled-query.js';
import { compileQuery } from '../query/compile-query.js';

function steps(plan: PlanDescription): string[] {
  const before = plan.children[0];
  return before === undefined ? [] : [...steps(before), plan.operatorType];
}

const cases: readonly (readonly [string, string, boolean])[] = [
  ['MATCH (n) WHERE id(n) = $x SET n.a = 1, n:L', 'AnchorById Set', false],
  [
    'MATCH (n), (p) WHERE id(n) = $x AND id(p) = $y SET n.a = 1 CREATE (n)-[:E]->(p)',
    'AnchorById AnchorById Update',
    false,
  ],
  [
    'MATCH (a)-->(b)-->(c) WHERE id(c) = $x RETURN id(a)',
    'AnchorById Expand Expand Projection ProduceResults',
    false,
  ],
  [
    'MATCH (a)-[:E]->(b) WHERE id(a) = $x AND id(b) = $y RETURN 1',
    'AnchorById AnchorById ExpandInto Projection ProduceResults',
    false,
  ],
  [
    'MATCH (a), (b) WHERE id(a) = $x AND id(b) = a.next RETURN id(b)',
    'AnchorById AnchorById Projection ProduceResults',
    false,
  ],
  ['MATCH (a) WHERE id(a) IN $ids RETURN a', 'AnchorByIds ProduceResults', false],
  [
    'MATCH (a), (b) WHERE id(a) = $x AND id(b) = $y MERGE (a)-[:E]->(b)',
    'AnchorById AnchorById MergeEdge',
    false,
  ],
  ['MATCH (a)-->(b:B {k: 1}) RETURN a', 'AllNodesScan Filter Expand ProduceResults', true],
  ['MATCH (n:L) SET n.x = 1', 'AllNodesScan Filter Set', true],
  ['MATCH (n) CREATE (:Copy)', 'AllNodesScan Eager Create', true],
  [
    'MATCH (n) WHERE id(n) = $x SET n.a = 1 WITH n MATCH (n)-->(m) RETURN m.a',
    'AnchorById Set Expand Eager Projection ProduceResults',
    false,
  ],
];

test.each(cases)('%s', (query, expected, scans) => {
  const compiled = compileQuery(query);
  expect(steps(compiled.describe()).join(' ')).toBe(expected);
  expect(compiled.canContainAllNodeScan).toBe(scans);
});
