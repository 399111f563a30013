import { idFrom, parseNodeId } from '@weir/model';
import { type ErrorCode, WeirError } from '@weir/platform';
import { parseQuery } from '@weir/cypher';
import type { StandingPattern } from './witnesses/standing-pattern.js';
import { identified } from './building/build-row-plan.js';
import type { ExpressionFailure, FailureListener } from './shape/shape.js';
import { testHolds } from '../plan/property-test.js';
import { ShapeReader } from './reading/shape-reader.js';
import { compileStandingQuery, type StandingMode } from './compile-standing-query.js';
import { witnessPattern } from './witnesses/witness-pattern.js';

/** For queries that fit a witness plan. */
function readStandingPattern(
  text: string,
  onFailure: FailureListener = () => undefined,
): StandingPattern | undefined {
  const shape = new ShapeReader(parseQuery(text), { extensions: undefined, onFailure }).read();
  const root = identified(shape, shape.stages[0]!.columns[0]!.expression);
  return witnessPattern(shape, root!);
}

function errorOf(text: string, mode: StandingMode = 'DistinctId'): WeirError {
  try {
    compileStandingQuery(text, mode, 1);
  } catch (error) {
    if (error instanceof WeirError) return error;
    throw error;
  }
  throw new Error(`accepted: ${text}`);
}

const WRONG_FORMAT = 'Wrong format for a standing query (expected `MATCH ... WHERE ... RETURN ...`)';

describe('rejects texts that are not standing queries', () => {
  const table: readonly [query: string, code: ErrorCode, message: string][] = [
    ['MATCH (n', 'cypher.syntax', ''],
    ['MATCH (n)-[:x]->{1,3}(m) RETURN n', 'cypher.syntax', 'as in -[:x*1..3]->'],
    ['MATCH ((n)-[:x]->(m)){1,3} RETURN n', 'cypher.syntax', 'as in -[:x*1..3]->'],
    ['OPTIONAL MATCH (n) RETURN DISTINCT id(n)', 'cypher.compile', WRONG_FORMAT],
    ['MATCH (n) SET n.a = 1', 'cypher.compile', WRONG_FORMAT],
    ['MATCH (n) SET n.a = 1 RETURN id(n)', 'cypher.compile', WRONG_FORMAT],
    ['MATCH (n) CALL util.dump(n) YIELD x RETURN x', 'cypher.compile', WRONG_FORMAT],
    ['MATCH (n) RETURN DISTINCT id(n) ORDER BY id(n)', 'cypher.compile', WRONG_FORMAT],
    ['MATCH (n) RETURN DISTINCT id(n) SKIP 1', 'cypher.compile', WRONG_FORMAT],
    ['MATCH (n) RETURN DISTINCT id(n) LIMIT 1', 'cypher.compile', WRONG_FORMAT],
    ['EXPLAIN MATCH (n) RETURN DISTINCT id(n)', 'cypher.compile', WRONG_FORMAT],
    ['MATCH (n) WHERE n.a = $x RETURN DISTINCT id(n)', 'cypher.compile', WRONG_FORMAT],
    ['MATCH (n $props) RETURN DISTINCT id(n)', 'cypher.compile', WRONG_FORMAT],
    [
      'MATCH (n)-[:x*1..2 {a: 1 + 1}]->() RETURN DISTINCT id(n)',
      'cypher.compile',
      'Invalid node constraint (expected a map literal)',
    ],
    [
      'MATCH (n)-[:x*]->() RETURN DISTINCT id(n)',
      'cypher.compile',
      'Variable length relationships are not yet supported without an upper bound: write one',
    ],
    ['MATCH (n)-[:x*1..40]->() RETURN DISTINCT id(n)', 'cypher.compile', 'at most 16'],
    [
      'MATCH p = shortestPath((n)-[:x*]->(m)) RETURN DISTINCT id(n)',
      'cypher.compile',
      'watch a path of bounded length and take the shortest',
    ],
    [
      'MATCH (n) RETURN shortestPath((n)-[:x*]->(:A))',
      'cypher.compile',
      'is not a pure expression - it requires querying the graph',
    ],
    [
      'MATCH (n) OPTIONAL MATCH (n)-[:x]->(a) OPTIONAL MATCH (n)-[:y]->(b) OPTIONAL MATCH (a)-[:z]->(b) RETURN n.a',
      'cypher.compile',
      'begin it at a node of only one of them',
    ],
    [
      'MATCH (n) OPTIONAL MATCH (n)-[:x]->(a) OPTIONAL MATCH (n)-[:y]->(b) RETURN COUNT { (a)-->(b) }',
      'cypher.compile',
      'begin it at a node of only one of them',
    ],
    [
      'MATCH (n) OPTIONAL MATCH (n)-[:x]->(a) OPTIONAL MATCH (n)-[:y]->(b) WHERE a.v = b.v RETURN n.a',
      'standing.invalid-pattern',
      'write it over nodes of a MATCH',
    ],
    [
      'MATCH (n)-->() WITH n, count(*) AS b RETURN b, COUNT { (n)-[:x]->() }',
      'cypher.compile',
      'compute it in that WITH, or before it, and give it a name there',
    ],
    [
      'MATCH (n)-->(m) WITH n.a AS a, count(*) AS b MATCH (n)-->(m) RETURN a, id(m)',
      'cypher.compile',
      'group by one node of MATCHes alone',
    ],
    [
      'MATCH (n) CALL { WITH n MATCH (n)-->(m) RETURN m.a AS a, count(*) AS c } RETURN id(n), a, c',
      'cypher.compile',
      'group after it, as in CALL { WITH c MATCH',
    ],
    [
      'MATCH (n) CALL { WITH n MATCH (n)-->(m) RETURN percentileDisc(m.a, n.a) AS a } RETURN id(n), a',
      'cypher.compile',
      'a number from 0.0 to 1.0, written out',
    ],
    [
      'MATCH (n) CALL { WITH n MATCH (n)-->(m) RETURN m UNION WITH n MATCH (n)<--(m) RETURN m } RETURN id(m)',
      'cypher.compile',
      'unite whole queries',
    ],
    [
      'MATCH (n) CALL { WITH n MATCH (n)-->(m) RETURN m LIMIT 1 } RETURN id(m)',
      'cypher.compile',
      'write CALL { WITH ... MATCH ... WHERE ... RETURN ... }',
    ],
    [
      'MATCH (n) UNWIND n.a AS x OPTIONAL MATCH (n)-->(m) WHERE m.a = x RETURN id(m)',
      'cypher.compile',
      'compare it in the WHERE of a MATCH or WITH',
    ],
    ['MATCH (n), (m) RETURN DISTINCT id(n)', 'standing.invalid-pattern', 'Pattern is not connected'],
    ['MATCH (n) MATCH (m) RETURN DISTINCT id(n)', 'standing.invalid-pattern', 'Pattern is not connected'],
    [
      'MATCH (n), (m) WHERE n.a = m.a RETURN DISTINCT id(n)',
      'standing.invalid-pattern',
      'Pattern is not connected',
    ],
    [
      'MATCH (n) WHERE EXISTS { (m)-[:x]->() } RETURN n.a',
      'standing.invalid-pattern',
      'Pattern is not connected',
    ],
    [
      'MATCH (a)<-[e:y]-(b) OPTIONAL MATCH (b)-->() WHERE EXISTS { (a)-->(c) WHERE id(startNode(e)) <> id(c) } RETURN a.v',
      'standing.invalid-pattern',
      'in a subquery of a subquery is not supported',
    ],
    ['MATCH (n) WHERE rand() > 0.5 RETURN n.a', 'cypher.compile', 'a standing query cannot watch it'],
    [
      'MATCH ()-[es:x*2]->() RETURN [e IN es | startNode(e).a]',
      'cypher.compile',
      'take it from nodes(p) of a path',
    ],
    [
      'MATCH ()-[e:x]->() WITH e, count(*) AS c RETURN endNode(e).a',
      'cypher.compile',
      'is not a variable of the pattern',
    ],
    ['MATCH (n) RETURN timestamp()', 'cypher.compile', 'a standing query cannot watch it'],
    ['MATCH (n) RETURN percentileDisc(n.a, n.b)', 'cypher.compile', 'a number from 0.0 to 1.0, written out'],
    ['MATCH (n) RETURN percentileCont(n.a, 1.5)', 'cypher.compile', 'a number from 0.0 to 1.0, written out'],
    [
      'MATCH (n) USING SCAN m:A RETURN DISTINCT id(n)',
      'cypher.compile',
      'Using hint refers to undefined variable `m`',
    ],
    ['MATCH (n) WHERE n.a =~ "(" RETURN DISTINCT id(n)', 'cypher.compile', ''],
    ['MATCH (n) WHERE n.a = 1 RETURN DISTINCT id(m)', 'cypher.syntax', ''],
    ['MATCH (n) WHERE m.a = 1 RETURN DISTINCT id(n)', 'cypher.syntax', ''],
  ];
  test.each(table)('%s', (query, code, message) => {
    const error = errorOf(query, 'MultipleValues');
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    if (code.startsWith('cypher.')) expect(error.position?.source).toBe(query);
  });
});

describe('rejects what DistinctId does not support', () => {
  const root = 'DistinctId queries must return exactly the `id` of the root node';
  const table: readonly [query: string, message: string][] = [
    ['MATCH (n) RETURN id(n)', 'DistinctId Standing Queries must specify a `DISTINCT` keyword'],
    ['MATCH (n) WHERE n.a > 1 RETURN id(n)', 'DistinctId Standing Queries must specify a `DISTINCT` keyword'],
    ['MATCH (n) RETURN DISTINCT id(n) + 1', 'DistinctId queries cannot map'],
    ['MATCH (n) RETURN DISTINCT 1', 'DistinctId queries cannot map'],
    ['MATCH (n) RETURN DISTINCT n', 'DistinctId queries cannot map'],
    ['MATCH (n) RETURN DISTINCT count(n)', 'DistinctId queries cannot map'],
    ['MATCH (n) RETURN DISTINCT n.a', root],
    ['MATCH (n) RETURN DISTINCT properties(n)', root],
    ['MATCH (n) RETURN DISTINCT id(n), strId(n)', root],
    ['MATCH (n)-[:x]->(m) USING SCAN m:A RETURN DISTINCT id(n)', root],
  ];
  test.each(table)('%s', (query, message) => {
    const error = errorOf(query);
    expect(error.code).toBe('standing.invalid-pattern');
    expect(error.message).toBe(message);
  });
});

/** The kind of plan determines the cost per participating node: a witness plan has smaller states. */
describe('kinds of plan', () => {
  test.each([
    ['MATCH (n) RETURN DISTINCT id(n)', 'witnesses'],
    [
      'MATCH (n:A {a: 1})-[:x]->(m)<-[:y]-(), (n)-[:x]->(n) WHERE m.b IS NULL RETURN DISTINCT id(m)',
      'witnesses',
    ],
    ['MATCH (n:A) WHERE n:B RETURN DISTINCT strId(n)', 'witnesses'],
    ['MATCH (n:A|B) RETURN DISTINCT id(n)', 'witnesses'],
    ['MATCH (n)-[:x]->(m) WHERE n.a < m.a RETURN DISTINCT id(n)', 'rows'],
    ['MATCH (n) WHERE n.a > 1 RETURN DISTINCT id(n)', 'witnesses'],
    ['MATCH (n)-[:x]->(m)-[:x]->(n) RETURN DISTINCT id(n)', 'rows'],
    ['MATCH (n)-[:x]-(m) RETURN DISTINCT id(n)', 'rows'],
    ['MATCH (n)-[:x|y]->(m) RETURN DISTINCT id(n)', 'rows'],
    ['MATCH (n)-[:x {a: 1}]->(m) RETURN DISTINCT id(n)', 'rows'],
    ['MATCH (n)-[:x*1..2]->(m) RETURN DISTINCT id(n)', 'rows'],
    ['MATCH (n) WHERE NOT (n)-[:x]->() RETURN DISTINCT id(n)', 'rows'],
    ['MATCH (n) WITH n AS m, n.a + 1 AS b WHERE b > 1 RETURN DISTINCT id(m)', 'witnesses'],
    ['MATCH (n)-[:x]->(m) MATCH (m)-[:x]->(o) RETURN DISTINCT id(n)', 'rows'],
  ] as const)('%s', (query, kind) => {
    expect(compileStandingQuery(query, 'DistinctId', 1).kind).toBe(kind);
    expect(compileStandingQuery(query, 'MultipleValues', 1).kind).toBe(kind);
  });
});

describe('nodes that need not exist because the query names them', () => {
  const [a, b] = [idFrom(['a'])!, idFrom(['b'])!];
  test.each([
    ["MATCH (n) WHERE id(n) = idFrom('a') RETURN n.p", [a]],
    ["MATCH (n WHERE id(n) = idFrom('a')) RETURN n.p", [a]],
    ["MATCH (n) WHERE id(n) IN [idFrom('a'), idFrom('b')] RETURN n.p", [a, b]],
    ["MATCH (n) WHERE id(n) = idFrom('a') AND n.p = 1 OR id(n) = idFrom('b') RETURN n.p", [a, b]],
    ["MATCH (n) WHERE id(n) = idFrom(toLower('A')) RETURN n.p", [a]],
    ["MATCH (n)-[:x*0..1]->(m) WHERE id(m) = idFrom('a') RETURN DISTINCT id(n)", [a]],
    ["MATCH (n)-[:x*0..1]->()-[:y*0..2]->(m) WHERE id(m) = idFrom('a') RETURN DISTINCT id(n)", [a]],
    ["MATCH (n)-[:x*0..1]->(m)-[:y]->(o) WHERE id(o) = idFrom('a') RETURN DISTINCT id(n)", []],
    ["MATCH (n) MATCH (n)-[:x*0..1]->(m) WHERE id(m) = idFrom('a') RETURN DISTINCT id(n)", []],
    ["MATCH (n) WITH n WHERE id(n) = idFrom('a') RETURN n.p", []],
    ["MATCH (n) WHERE id(n) = idFrom('a') OR n.p = 1 RETURN n.p", []],
    ['MATCH (n) WHERE id(n) = idFrom(n.p) RETURN n.p', []],
    ['MATCH (n) WHERE id(n) = idFrom(1 / 0) RETURN n.p', []],
  ])('%s', (query, expected) => {
    const [root] = compileStandingQuery(query, 'MultipleValues', 1).nodes;
    expect(root).toMatchObject({ named: expected });
  });
});

describe('reads of a query', () => {
  test.each([
    ['MATCH (n) RETURN DISTINCT id(n)', 'n', 'id(n)', false],
    ['MATCH (n)-[:x]->(m) RETURN DISTINCT strId( m )', 'm', 'strId( m )', true],
    ['MATCH (n)-[:x]->(m) RETURN DISTINCT ID(m) AS it', 'm', 'it', false],
    ['MATCH (n)-[:x]->(m) USING SCAN m:A RETURN DISTINCT id(m)', 'm', 'id(m)', false],
  ])('root and column of %s', (query, root, column, idAsText) => {
    const pattern = readStandingPattern(query)!;
    expect(pattern.nodes[pattern.root]!.variable).toBe(root);
    expect(pattern.column).toBe(column);
    expect(pattern.idAsText).toBe(idAsText);
  });

  test('nodes by variable, edges by direction', () => {
    const query = 'MATCH (a:A:B)-[:x]->()<-[:y]-(b:C), (b:D)-[:z]->(b) RETURN DISTINCT id(a)';
    const { nodes, edges } = readStandingPattern(query)!;
    expect(nodes.map(({ variable, labels }) => [variable, labels])).toEqual([
      ['a', ['A', 'B']],
      [undefined, []],
      ['b', ['C', 'D']],
    ]);
    expect(edges).toEqual([
      { source: 0, target: 1, label: 'x' },
      { source: 2, target: 1, label: 'y' },
      { source: 2, target: 2, label: 'z' },
    ]);
  });

  test('every form of condition', () => {
    const query =
      'MATCH (n {a: [1, {b: -2}]}) WHERE n.c = null AND n.c <> 1.0 AND exists(n.d) AND NOT exists(n.e) AND ' +
      'n.f IS NULL AND n.g IS NOT NULL AND n.h =~ "x.*" RETURN DISTINCT id(n)';
    expect(readStandingPattern(query)!.nodes[0]!.tests).toMatchObject([
      { kind: 'equal', key: 'a', value: [1, { b: -2 }] },
      { kind: 'equal', key: 'c', value: null },
      { kind: 'not-equal', key: 'c' },
      { kind: 'present', key: 'd' },
      { kind: 'absent', key: 'e' },
      { kind: 'absent', key: 'f' },
      { kind: 'present', key: 'g' },
      { kind: 'matches', key: 'h', pattern: 'x.*' },
    ]);
  });

  test('a text that needs too many matching steps fails the test and is reported', () => {
    const failures: ExpressionFailure[] = [];
    const query = 'MATCH (n) WHERE n.a =~ "(a|b)*a(a|b){900}" RETURN DISTINCT id(n)';
    const [test] = readStandingPattern(query, failure => failures.push(failure))!.nodes[0]!.tests;
    expect(testHolds(test!, 'a'.repeat(1_000))).toBe(true);
    expect(failures).toEqual([]);
    expect(testHolds(test!, 'a'.repeat(1_000_000))).toBe(false);
    expect(failures).toEqual([
      { expression: 'n.a =~ "(a|b)*a(a|b){900}"', reason: expect.stringContaining('steps') as string },
    ]);
  });

  const uuid = '761f620a-0f48-3f92-9464-2526642cc430';
  test.each([
    [`id(n) = "${uuid}"`, parseNodeId(uuid)],
    [`"${uuid}" = strId(n)`, parseNodeId(uuid)],
    ['id(n) = "1-1-1-1-1"', parseNodeId('1-1-1-1-1')],
    ['idFrom("a", 1, 2.5) = id(n)', idFrom(['a', 1, 2.5])],
    ['id(n) = idFrom(1) AND id(n) = idFrom(2)', idFrom([1])],
    ['strId(n) = idFrom(1)', undefined],
  ])('id of %s', (condition, id) => {
    const pattern = readStandingPattern(`MATCH (n) WHERE ${condition} RETURN DISTINCT id(n)`);
    expect(pattern?.nodes[0]!.id).toBe(id);
  });
});

/** The alternatives that error messages suggest. */
test.each([
  'MATCH (c) CALL { WITH c MATCH (c)-[p:paid]->(d) RETURN p, d } WITH c, d.kind AS kind, sum(p.amount) AS spent RETURN c.n, kind, spent',
  'MATCH (c) CALL { WITH c MATCH (c)-[:paid]->(d) RETURN d } WITH DISTINCT c, d RETURN c.n, d.n',
  'MATCH (a)-[:x]->(b)-[:y]->(c) WHERE COUNT { (a)-[:x]->(b) } > 1 RETURN a.n, b.n, c.n',
  'MATCH (a)-[:x]->(b) MATCH (b)-[:y]->(c) WITH a, b, c, count(*) AS n WHERE n > 1 RETURN a.n, b.n, c.n, n',
  'MATCH p = (a)-[:x*1..4]->(b) RETURN id(a), id(b), min(length(p))',
])('%s is accepted', text => {
  expect(compileStandingQuery(text, 'MultipleValues', 1).kind).toBe('rows');
});
