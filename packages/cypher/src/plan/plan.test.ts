/** The steps of a query's plan, from first to last. */
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
  // Conditions that identify nodes by id, in all forms.
  ['MATCH (n) WHERE id(n) = $x OR id(n) = $y RETURN n', 'AnchorByIds ProduceResults', false],
  [
    'MATCH (n) WHERE id(n) IN $l OR $x = strId(n) OR id(n) IN $m RETURN n',
    'AnchorByIds ProduceResults',
    false,
  ],
  [
    'MATCH (n) WHERE (id(n) = $x AND n.a = 1) OR id(n) = $y RETURN n',
    'AnchorByIds Filter ProduceResults',
    false,
  ],
  ['MATCH (n) WHERE id(n) = $x OR n.a = 1 RETURN n', 'AllNodesScan Filter ProduceResults', true],
  [
    'MATCH (n), (m) WHERE id(n) = $x OR id(m) = $y RETURN n',
    'AllNodesScan AllNodesScan Filter ProduceResults',
    true,
  ],
  ['MATCH (n WHERE id(n) = $x)-->(m) RETURN m', 'AnchorById Expand ProduceResults', false],
  // Bound variables.
  [
    'MATCH (n) WHERE id(n) = $x MATCH (m) WHERE m = n RETURN m',
    'AnchorById AnchorById ProduceResults',
    false,
  ],
  [
    'MATCH (n) WHERE id(n) = $x WITH collect(n) AS l MATCH (m) WHERE m IN l RETURN m',
    'AnchorById Aggregate AnchorByIds ProduceResults',
    false,
  ],
  ['MATCH (a), (b:B) WHERE a = b RETURN a', 'AllNodesScan Filter AnchorById ProduceResults', true],
  ['UNWIND $ids AS i MATCH (n) WHERE id(n) = i RETURN n', 'Unwind AnchorById ProduceResults', false],
  [
    'MATCH (a) WHERE id(a) = $x OPTIONAL MATCH (b) WHERE id(b) = a.next RETURN b',
    'AnchorById OptionalMatch ProduceResults',
    false,
  ],
  // One id before several, ids before hops, edges between known nodes before other hops.
  [
    'MATCH (a)-[:E]->(b) WHERE id(b) IN $l AND id(a) = $x RETURN 1',
    'AnchorById AnchorByIds ExpandInto Projection ProduceResults',
    false,
  ],
  [
    'MATCH (a)-[:E]->(b)-[:F]->(c), (a)-[:G]->(c) WHERE id(a) = $x RETURN 1',
    'AnchorById Expand Expand ExpandInto Projection ProduceResults',
    false,
  ],
  [
    'MATCH (a)-[*]->(b)-[:F]->(c) WHERE id(b) = $x RETURN 1',
    'AnchorById Expand VariableLengthExpand Projection ProduceResults',
    false,
  ],
  // The scan starts at the most restricted node; predicates directly follow their inputs.
  [
    'MATCH (a)-->(b)-->(c) WHERE c.name = $x RETURN a',
    'AllNodesScan Filter Expand Expand ProduceResults',
    true,
  ],
  [
    'MATCH (a)-->(b)-->(c) WHERE id(a) = $x AND b.k > a.k AND c.k = 1 RETURN c',
    'AnchorById Expand Filter Expand Filter ProduceResults',
    false,
  ],
  // Rows beyond the limit are not computed.
  [
    'MATCH (a)-->(b) WHERE id(a) = $x RETURN b.name LIMIT 10',
    'AnchorById Expand Limit Projection ProduceResults',
    false,
  ],
  [
    'MATCH (a)-->(b) WHERE id(a) = $x RETURN b.name ORDER BY b.name LIMIT 10',
    'AnchorById Expand Projection SortKeys Top Limit ProduceResults',
    false,
  ],
];

test.each(cases)('%s', (query, expected, scans) => {
  const compiled = compileQuery(query);
  expect(steps(compiled.describe()).join(' ')).toBe(expected);
  expect(compiled.canContainAllNodeScan).toBe(scans);
});
