import { WeirError } from '@weir/platform';
import {
  checkExpression,
  checkQuery,
  parseExpression,
  parseQuery,
  type CheckOptions,
  type Return,
} from '../index.js';

const options: CheckOptions = {
  isFunction: name => name.toLowerCase() !== 'nope',
  arity: name => (name === 'one' ? { min: 1, max: 1 } : undefined),
  procedure: name =>
    name === 'p'
      ? {
          inputs: [{ name: 'i', type: 'INTEGER' }, { name: 'any' }],
          outputs: [{ name: 'o' }],
          requiredInputs: 1,
        }
      : name === 'void'
        ? { inputs: [], outputs: [] }
        : undefined,
};

function detailOf(query: string): string | undefined {
  try {
    checkQuery(parseQuery(query), options);
    return undefined;
  } catch (error) {
    if (error instanceof WeirError) return error.detail;
    throw error;
  }
}

test.each([
  ['MATCH (f), (g) MERGE (f:Film)-[:in]->(g)', 'SET f:Film'],
  ['MATCH (f) MERGE (f {a: 1})-[:in]->()', 'SET f += {a: 1}'],
  ['MATCH (f) CREATE (f:A:B {a: $x})-[:in]->()', 'SET f:A:B, f += {a: $x}'],
])('suggests an alternative to labels and properties on a bound node: %s', (query, instead) => {
  expect(() => checkQuery(parseQuery(query), options)).toThrow(instead);
});

describe('rejected', () => {
  test.each([
    // variables
    ['RETURN x', 'UndefinedVariable'],
    ['MATCH (n) WITH n.x AS y RETURN n', 'UndefinedVariable'],
    ['RETURN [x IN [1] | y]', 'UndefinedVariable'],
    ['RETURN [x IN [1] | x] + x', 'UndefinedVariable'],
    ['MATCH (a) WHERE (a)-->(b) RETURN a', 'UndefinedVariable'],
    ['MATCH (a) RETURN DISTINCT a.x ORDER BY a.y', 'UndefinedVariable'],
    ['MATCH (a) CALL { RETURN a AS b } RETURN b', 'UndefinedVariable'],
    ['MATCH (a), (c) CALL (a) { RETURN c AS b } RETURN b', 'UndefinedVariable'],
    ['UNWIND [1] AS x UNWIND [2] AS x RETURN x', 'VariableAlreadyBound'],
    ['MATCH (x) FOREACH (x IN [1] | SET x.a = 1)', 'VariableAlreadyBound'],
    ['MATCH (a) CALL { RETURN 1 AS a } RETURN a', 'VariableAlreadyBound'],
    ['MATCH (a) LOAD CSV FROM "x" AS a RETURN a', 'VariableAlreadyBound'],
    ['MATCH (a)-[r]->() CREATE (a)-[r:T]->()', 'VariableAlreadyBound'],
    ['MATCH (a) CREATE (a:L)', 'VariableAlreadyBound'],
    ['MATCH (a) CREATE (a {x: 1})-[:T]->()', 'VariableAlreadyBound'],
    ['MATCH (a) MERGE (a:L)-[:T]->()', 'VariableAlreadyBound'],
    ['CREATE (a) WITH a CREATE (a:L)-[:T]->()', 'VariableAlreadyBound'],
    ['MATCH (a)-[r]->(r) RETURN a', 'VariableTypeConflict'],
    ['MATCH (a)-[r*]->() MATCH ()-[r]->() RETURN a', 'VariableTypeConflict'],
    ['MATCH (a)-[r]->()-[r]->() RETURN a', 'RelationshipUniquenessViolation'],
    // types
    ['RETURN 1 AND true', 'InvalidArgumentType'],
    ['MATCH p = (a)-->() WHERE p.x = 1 RETURN p', 'InvalidArgumentType'],
    ['MATCH (a) RETURN type(a)', 'InvalidArgumentType'],
    ['MATCH (a) RETURN nodes(a)', 'InvalidArgumentType'],
    ['RETURN 1 IN 2', 'InvalidArgumentType'],
    ['RETURN "a" - 1', 'InvalidArgumentType'],
    ['WITH 1 AS n SET n.x = 2', 'InvalidArgumentType'],
    ['FOREACH (x IN 1 | CREATE (:N))', 'InvalidArgumentType'],
    // aggregates
    ['MATCH (n) WHERE count(*) > 1 RETURN n', 'InvalidAggregation'],
    ['RETURN [x IN [1] | count(x)]', 'InvalidAggregation'],
    ['UNWIND count(*) AS x RETURN x', 'InvalidAggregation'],
    ['MATCH (n) SET n.x = count(*)', 'InvalidAggregation'],
    ['RETURN sum(count(*))', 'NestedAggregation'],
    ['RETURN sum(rand())', 'NonConstantExpression'],
    ['MATCH (n) RETURN n.x + count(*)', 'AmbiguousAggregationExpression'],
    ['MATCH (n) RETURN n.x + 1, n.x + 1 + count(*)', 'AmbiguousAggregationExpression'],
    ['MATCH (n) RETURN [x IN n.l | x] + collect(n)', 'AmbiguousAggregationExpression'],
    // projections
    ['RETURN 1 AS a, 2 AS a', 'ColumnNameConflict'],
    ['MATCH () RETURN *', 'NoVariablesInScope'],
    ['WITH 1 RETURN 1', 'NoExpressionAlias'],
    ['RETURN 1 SKIP -1', 'NegativeIntegerArgument'],
    ['RETURN 1 LIMIT 1.5', 'InvalidArgumentType'],
    ['RETURN 1 AS x LIMIT x', 'NonConstantExpression'],
    // clauses
    ['RETURN 1 AS x MATCH (n) RETURN n', 'InvalidClauseComposition'],
    ['UNWIND [1] AS x', 'InvalidClauseComposition'],
    ['FOREACH (x IN [1] | MATCH (n))', 'InvalidClauseComposition'],
    ['RETURN COUNT { CREATE (n) RETURN n }', 'InvalidClauseComposition'],
    ['RETURN COLLECT { MATCH (n) }', 'InvalidClauseComposition'],
    ['CALL RECURSIVELY WITH 1 AS x UNTIL (true) { WITH x RETURN x } RETURN x', 'InvalidClauseComposition'],
    // patterns that write
    ['CREATE (a)-[:T*2]->(b)', 'CreatingVarLength'],
    ['CREATE (a)-[:T|U]->(b)', 'NoSingleRelationshipType'],
    ['CREATE (a)-[:T]-(b)', 'RequiresDirectedRelationship'],
    ['CREATE (a:A|B)', 'UnexpectedSyntax'],
    ['MERGE (n $p)', 'InvalidParameterUse'],
    ['MATCH (n $p) RETURN n', 'InvalidParameterUse'],
    ['MATCH (n) DELETE n:A', 'InvalidDelete'],
    // functions and procedures
    ['RETURN nope(1)', 'UnknownFunction'],
    ['RETURN one()', 'InvalidNumberOfArguments'],
    ['RETURN one(DISTINCT 1)', 'UnexpectedSyntax'],
    ['CALL unknown()', 'ProcedureNotFound'],
    ['CALL p()', 'InvalidNumberOfArguments'],
    ['CALL p(1, 2, 3)', 'InvalidNumberOfArguments'],
    ['CALL p("x")', 'InvalidArgumentType'],
    ['CALL p(1) YIELD x', 'UnknownOutput'],
    ['CALL p(1) YIELD o, o', 'VariableAlreadyBound'],
    ['MATCH (n) CALL p YIELD o RETURN o', 'InvalidArgumentPassingMode'],
    ['MATCH (n) CALL p(1) RETURN n', 'UnexpectedSyntax'],
    ['CALL p(1) YIELD * RETURN 1', 'UnexpectedSyntax'],
  ])('%s: %s', (query, detail) => {
    expect(detailOf(query)).toBe(detail);
  });
});

describe('accepted', () => {
  test.each([
    'MATCH (n) RETURN n.x AS x ORDER BY n.y, x',
    'MATCH (n) RETURN n.x, count(*) ORDER BY n.x',
    'MATCH (n) RETURN n, n.x + count(*) AS c ORDER BY c, n.y',
    'MATCH (n) WITH n.x AS x, count(*) AS c WHERE c > 1 RETURN x',
    'MATCH (n) WITH n.x AS x WHERE n.y > 1 RETURN x',
    'MATCH (n) RETURN DISTINCT n.x ORDER BY n.x',
    'MATCH (n) RETURN [x IN collect(n) | x.a]',
    'RETURN $x.a + count(*)',
    'WITH null AS n OPTIONAL MATCH (n)-->(m) RETURN m',
    'MATCH (a)-[r]->() MATCH (a)-[r]->(b) RETURN b',
    'MATCH (a)-[rs*]->() MATCH (a)-[rs*]->(b) RETURN b',
    'MATCH (a) CREATE (a)-[:T]->(b:B)-[:U]->(a)',
    'MATCH (a), (b) CREATE (a:A)-[:T]->(b:B:C) CREATE (b:B)-[:T]->(a:A)',
    'CREATE (a) WITH 1 AS x MATCH (a) CREATE (a:A)-[:T]->()',
    'MATCH (a) WHERE exists((a)-->()) OR EXISTS { (a)-->(b:B) } RETURN a',
    'MATCH (a) RETURN EXISTS { MATCH (a)-->(b) WHERE b.x = a.x }',
    'MATCH (a) CALL { WITH a MATCH (a)-->(b) RETURN b } RETURN a, b',
    'MATCH (a) CALL { WITH a SET a.x = 1 } RETURN a',
    'MATCH (a) CALL void() RETURN a',
    'CALL p(1)',
    'CALL p',
    'MATCH (a) CALL p(1) YIELD o AS x WHERE x > 1 RETURN x',
    'RETURN date("2020-01-01").year, -duration("P1D") * 2',
  ])('%s', query => {
    expect(detailOf(query)).toBeUndefined();
  });
});

describe('facts', () => {
  test.each([
    ['MATCH (n) RETURN n.x, n.y + 1 AS z', ['n.x', 'z']],
    ['MATCH (n)-[r]->(a) RETURN *, 1 AS b', ['a', 'n', 'r', 'b']],
    ['RETURN  hEaD( [1] )', ['hEaD( [1] )']],
    ['RETURN `a b`.c', undefined],
    ['WITH 1 AS `a b` RETURN `a b`', ['a b']],
    ['MATCH (n) SET n.x = 1', []],
    ['CALL p(1)', ['o']],
    ['CALL p(1) YIELD o AS x', ['x']],
    ['RETURN 1 AS a UNION RETURN 2 AS a', ['a']],
  ])('columns of %s', (query, columns) => {
    if (columns === undefined) expect(detailOf(query)).toBe('UndefinedVariable');
    else expect(checkQuery(parseQuery(query), options).columns).toEqual(columns);
  });

  test('parameters, in order, also in subqueries', () => {
    const query = parseQuery('MATCH (n) WHERE n.x = $b CALL { RETURN $a AS y } RETURN n, y, $b LIMIT $c');
    expect(checkQuery(query).parameters).toEqual(['b', 'a', 'c']);
  });

  test('writes to the graph', () => {
    const isReadOnly = (text: string): boolean => checkQuery(parseQuery(text)).isReadOnly;
    expect(isReadOnly('MATCH (n) RETURN n')).toBe(true);
    expect(isReadOnly('MATCH (n) CALL { WITH n SET n.x = 1 } RETURN n')).toBe(false);
  });

  test('scopes around a clause', () => {
    const query = parseQuery('MATCH (a)-[r*]->(b) WITH a, collect(b) AS bs, r RETURN a');
    const facts = checkQuery(query);
    const [match, projection, last] = query.body.parts[0]!.clauses;
    expect([...facts.scopeBefore(match!)]).toEqual([]);
    expect([...facts.scopeAfter(match!)]).toEqual([
      ['a', 'node'],
      ['b', 'node'],
      ['r', 'relationships'],
    ]);
    expect([...facts.scopeAfter(projection!)]).toEqual([
      ['a', 'node'],
      ['bs', 'value'],
      ['r', 'relationships'],
    ]);
    expect(facts.itemsOf(last as Return).map(item => item.name)).toEqual(['a']);
  });

  test('an aggregate inside a subquery does not aggregate outside', () => {
    const facts = checkQuery(parseQuery('RETURN 1'));
    expect(facts.isAggregating(parseExpression('1 + count(*)'))).toBe(true);
    expect(facts.isAggregating(parseExpression('[x IN collect(a) | x]'))).toBe(true);
    expect(facts.isAggregating(parseExpression('COLLECT { MATCH (n) RETURN count(n) }'))).toBe(false);
  });

  test('a standalone expression sees the given variables', () => {
    const source = 'n.a * m';
    const check = (names: readonly string[]): void => {
      const variables = new Map(names.map(name => [name, 'unknown' as const]));
      checkExpression(parseExpression(source), source, { variables });
    };
    expect(() => check(['n', 'm'])).not.toThrow();
    expect(() => check(['n'])).toThrow(expect.objectContaining({ detail: 'UndefinedVariable' }));
  });
});
