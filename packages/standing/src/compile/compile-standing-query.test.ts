import { type ErrorCode, idFrom, parseNodeId, WeirError } from '@weir/model';
import { compileStandingQuery, readStandingPattern, type StandingMode } from './compile-standing-query.js';

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

describe('what is no standing query', () => {
  const table: readonly [query: string, code: ErrorCode, message: string][] = [
    ['MATCH (n', 'cypher.syntax', ''],
    ['MATCH (n) WITH n RETURN DISTINCT id(n)', 'cypher.compile', WRONG_FORMAT],
    ['OPTIONAL MATCH (n) RETURN DISTINCT id(n)', 'cypher.compile', WRONG_FORMAT],
    ['MATCH (n) MATCH (m) RETURN DISTINCT id(n)', 'cypher.compile', WRONG_FORMAT],
    ['MATCH (n) SET n.a = 1', 'cypher.compile', WRONG_FORMAT],
    ['MATCH (n) RETURN DISTINCT *', 'cypher.compile', WRONG_FORMAT],
    ['MATCH (n) RETURN DISTINCT id(n) ORDER BY id(n)', 'cypher.compile', WRONG_FORMAT],
    ['MATCH (n) RETURN DISTINCT id(n) SKIP 1', 'cypher.compile', WRONG_FORMAT],
    ['MATCH (n) RETURN DISTINCT id(n) LIMIT 1', 'cypher.compile', WRONG_FORMAT],
    ['MATCH (n) RETURN DISTINCT id(n) UNION MATCH (n) RETURN DISTINCT id(n)', 'cypher.compile', WRONG_FORMAT],
    ['EXPLAIN MATCH (n) RETURN DISTINCT id(n)', 'cypher.compile', WRONG_FORMAT],
    ['MATCH (n) WHERE n.a = $x RETURN DISTINCT id(n)', 'cypher.compile', WRONG_FORMAT],
    ['MATCH (n $props) RETURN DISTINCT id(n)', 'cypher.compile', WRONG_FORMAT],
    [
      'MATCH (n {a: 1 + 1}) RETURN DISTINCT id(n)',
      'cypher.compile',
      'Invalid node constraint (expected a map literal)',
    ],
    [
      'MATCH (n:A|B) RETURN DISTINCT id(n)',
      'cypher.compile',
      "We don't currently support complex label expressions! (got",
    ],
    [
      'MATCH (n:!A) RETURN DISTINCT id(n)',
      'cypher.compile',
      "We don't currently support complex label expressions! (got",
    ],
    [
      'MATCH (n)-[e:x]->() RETURN DISTINCT id(n)',
      'cypher.compile',
      'Assigning edges to variables is not yet supported in standing query patterns',
    ],
    [
      'MATCH (n)-[:x*]->() RETURN DISTINCT id(n)',
      'cypher.compile',
      'Variable length relationships are not yet supported',
    ],
    [
      'MATCH (n)-[:x*1..2]->() RETURN DISTINCT id(n)',
      'cypher.compile',
      'Variable length relationships are not yet supported',
    ],
    [
      'MATCH (n)-[:x {a: 1}]->() RETURN DISTINCT id(n)',
      'cypher.compile',
      'Properties on edges are not yet supported',
    ],
    [
      'MATCH (n)-[:x|y]->() RETURN DISTINCT id(n)',
      'cypher.compile',
      'Edges in standing query patterns must have exactly one label (got x|y)',
    ],
    [
      'MATCH (n)-->() RETURN DISTINCT id(n)',
      'cypher.compile',
      'Edges in standing query patterns must have exactly one label (got none)',
    ],
    [
      'MATCH (n)-[:x]-() RETURN DISTINCT id(n)',
      'cypher.compile',
      'Edge in standing queries must specify a direction',
    ],
    [
      'MATCH p = (n)-[:x]->() RETURN DISTINCT id(n)',
      'cypher.compile',
      'Named patterns are not supported in standing queries',
    ],
    [
      'MATCH shortestPath((n)-[:x*]->(m)) RETURN DISTINCT id(n)',
      'cypher.compile',
      '`shortestPath` planning in graph patterns is not supported',
    ],
    ['MATCH (n), (m) RETURN DISTINCT id(n)', 'standing.invalid-pattern', 'Pattern is not connected'],
    [
      'MATCH (n)-[:x]->(m)-[:x]->(n) RETURN DISTINCT id(n)',
      'standing.invalid-pattern',
      'Pattern has a cycle',
    ],
    [
      'MATCH (n)-[:x]->(m), (n)-[:y]->(m) RETURN DISTINCT id(n)',
      'standing.invalid-pattern',
      'Pattern has a cycle',
    ],
    [
      'MATCH (n)-[:x]->()-[:x]->(m), (n)-[:y]->(m) RETURN DISTINCT id(n)',
      'standing.invalid-pattern',
      'Pattern has a cycle',
    ],
    ['MATCH (n) RETURN DISTINCT n', 'cypher.compile', 'Invalid use of node variable `n`'],
    ['MATCH (n) RETURN DISTINCT labels(n)', 'cypher.compile', 'Invalid use of node variable `n`'],
    [
      'MATCH (n) WHERE keys(n) = [] RETURN DISTINCT id(n)',
      'cypher.compile',
      'Invalid use of node variable `n`',
    ],
    [
      'MATCH (n) WHERE n["k"] = 1 RETURN DISTINCT id(n)',
      'cypher.compile',
      'Invalid use of node variable `n`',
    ],
    ['MATCH (n) WHERE n:A RETURN DISTINCT id(n)', 'cypher.compile', 'Invalid use of node variable `n`'],
    [
      'MATCH (n) WHERE (n)-[:x]->() RETURN DISTINCT id(n)',
      'cypher.compile',
      'Filter condition `(n)-[:x]->()` is not a pure expression - it requires querying the graph',
    ],
    [
      'MATCH (n) RETURN DISTINCT [(n)-[:x]->(m) | m.a] AS all',
      'cypher.compile',
      'Returned column `all` is not a pure expression - it requires querying the graph',
    ],
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
    const error = errorOf(query);
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    if (code.startsWith('cypher.')) expect(error.position?.source).toBe(query);
  });
});

describe('what DistinctId does not take', () => {
  const filter = 'DistinctId queries cannot filter';
  const root = 'DistinctId queries must return exactly the `id` of the root node';
  const table: readonly [query: string, message: string][] = [
    ['MATCH (n) RETURN id(n)', 'DistinctId Standing Queries must specify a `DISTINCT` keyword'],
    ['MATCH (n) WHERE n.a > 1 RETURN id(n)', 'DistinctId Standing Queries must specify a `DISTINCT` keyword'],
    ['MATCH (n) WHERE n.a > 1 RETURN DISTINCT id(n)', filter],
    ['MATCH (n) WHERE 1 = n.a RETURN DISTINCT id(n)', filter],
    ['MATCH (n) WHERE n.a = n.b RETURN DISTINCT id(n)', filter],
    ['MATCH (n) WHERE n.a = 1 OR n.b = 1 RETURN DISTINCT id(n)', filter],
    ['MATCH (n) WHERE NOT n.a = 1 RETURN DISTINCT id(n)', filter],
    ['MATCH (n) WHERE 1 < n.a < 3 RETURN DISTINCT id(n)', filter],
    ['MATCH (n) WHERE n.a = 1 + 1 RETURN DISTINCT id(n)', filter],
    ['MATCH (n) WHERE n.a STARTS WITH "x" RETURN DISTINCT id(n)', filter],
    ['MATCH (n) WHERE n.a = 1 AND true RETURN DISTINCT id(n)', filter],
    ['MATCH (n) WHERE id(n) = idFrom(1) AND id(n) = idFrom(2) RETURN DISTINCT id(n)', filter],
    ['MATCH (n) WHERE id(n) = "no id" RETURN DISTINCT id(n)', filter],
    ['MATCH (n) WHERE strId(n) = "1-1-1-1-1" RETURN DISTINCT id(n)', filter],
    ['MATCH (n) WHERE id(n) = idFrom(n.a) RETURN DISTINCT id(n)', filter],
    ['MATCH (n) RETURN DISTINCT id(n) + 1', 'DistinctId queries cannot map'],
    ['MATCH (n) RETURN DISTINCT 1', 'DistinctId queries cannot map'],
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

  test('MultipleValues with DISTINCT', () => {
    const error = errorOf('MATCH (n) RETURN DISTINCT id(n)', 'MultipleValues');
    expect(error.code).toBe('standing.invalid-pattern');
    expect(error.message).toBe('MultipleValues Standing Queries do not yet support `DISTINCT`');
  });

  test('MultipleValues without', () => {
    expect(errorOf('MATCH (n) RETURN n.a', 'MultipleValues').code).toBe('standing.invalid-pattern');
  });
});

describe('what is read', () => {
  test.each([
    ['MATCH (n) RETURN DISTINCT id(n)', 'n', 'id(n)', false],
    ['MATCH (n)-[:x]->(m) RETURN DISTINCT strId( m )', 'm', 'strId( m )', true],
    ['MATCH (n)-[:x]->(m) RETURN DISTINCT ID(m) AS it', 'm', 'it', false],
    ['MATCH (n)-[:x]->(m) USING SCAN m:A RETURN DISTINCT id(m)', 'm', 'id(m)', false],
  ])('root and column of %s', (query, root, column, idAsText) => {
    const pattern = readStandingPattern(query, 'DistinctId');
    expect(pattern.nodes[pattern.root]!.variable).toBe(root);
    expect(pattern.column).toBe(column);
    expect(pattern.idAsText).toBe(idAsText);
  });

  test('nodes by variable, edges by direction', () => {
    const query = 'MATCH (a:A:B)-[:x]->()<-[:y]-(b:C), (b:D)-[:z]->(b) RETURN DISTINCT id(a)';
    const { nodes, edges } = readStandingPattern(query, 'DistinctId');
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
    expect(readStandingPattern(query, 'DistinctId').nodes[0]!.tests).toMatchObject([
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

  const uuid = '761f620a-0f48-3f92-9464-2526642cc430';
  test.each([
    [`id(n) = "${uuid}"`, parseNodeId(uuid)],
    [`"${uuid}" = strId(n)`, parseNodeId(uuid)],
    ['id(n) = "1-1-1-1-1"', parseNodeId('1-1-1-1-1')],
    ['idFrom("a", 1, 2.5) = id(n)', idFrom(['a', 1, 2.5])],
    ['id(n) = idFrom(1) AND strId(n) = idFrom(1)', undefined],
  ])('id of %s', (condition, id) => {
    const read = (): unknown =>
      readStandingPattern(`MATCH (n) WHERE ${condition} RETURN DISTINCT id(n)`, 'DistinctId').nodes[0]!.id;
    if (id === undefined) expect(read).toThrow('DistinctId queries cannot filter');
    else expect(read()).toBe(id);
  });
});
