/** Functions written in Cypher. */
import type { Value } from '@weir/model';
import type { ErrorCode, WeirError } from '@weir/platform';
import { MapGraph, runQuery } from '../testing/index.js';
import { callsFunction, cypherFunction } from './cypher-function.js';

test('computes from its arguments, including properties of nodes', async () => {
  const score = cypherFunction({ name: 'risk.score', parameters: ['n'], expression: 'n.a * 2' });
  const twice = cypherFunction(
    {
      name: 'twice',
      parameters: ['x', 'y'],
      expression: 'reduce(s = 0, v IN [x, y] | s + risk.score({a: v}))',
    },
    { functions: [score] },
  );
  const extensions = { functions: [score, twice] };
  const graph = new MapGraph();
  await runQuery(graph, 'CREATE ({a: 21})');
  const value = async (query: string): Promise<Value> =>
    (await runQuery(graph, query, { extensions })).rows[0]![0]!;
  expect(await value('MATCH (n) RETURN Risk.Score(n)')).toBe(42);
  expect(await value('RETURN twice(1, 2)')).toBe(6);
  expect(await value('RETURN risk.score(null)')).toBeNull();
});

describe('rejects', () => {
  type Place = readonly [line: number, column: number] | undefined;
  const cases: readonly (readonly [string, readonly string[], string, ErrorCode, Place])[] = [
    ['toUpper', ['x'], 'x', 'function.exists', undefined],
    ['COUNT', ['x'], 'x', 'function.exists', undefined],
    ['no name', ['x'], 'x', 'function.invalid', undefined],
    ['', ['x'], 'x', 'function.invalid', undefined],
    ['a..b', ['x'], 'x', 'function.invalid', undefined],
    ['parameter', ['x y'], 'x', 'function.invalid', undefined],
    ['same', ['x', 'x'], 'x', 'function.invalid', undefined],
    ['again', ['x'], '1 +\n Again(x)', 'cypher.compile', [2, 2]],
    ['unbound', ['x'], 'x + y', 'cypher.syntax', [1, 5]],
    ['unknownParameter', ['x'], 'x + $y', 'cypher.compile', [1, 5]],
    ['unknown', ['x'], 'no.such(x)', 'cypher.compile', [1, 1]],
    ['tooMany', ['x'], 'toUpper(x, x)', 'cypher.syntax', [1, 1]],
    ['aggregate', ['x'], 'sum(x)', 'cypher.syntax', [1, 1]],
    ['query', ['x'], 'COUNT { (x)-->() }', 'cypher.compile', [1, 1]],
    ['pattern', ['x'], '[(x)-->(y) | y]', 'cypher.compile', [1, 1]],
    ['syntax', ['x'], 'x +', 'cypher.syntax', [1, 4]],
    ['empty', [], ' ', 'cypher.syntax', [1, 1]],
    ['clause', [], 'RETURN 1', 'cypher.syntax', [1, 1]],
  ];
  test.each(cases)('%s', (name, parameters, expression, code, place) => {
    let thrown: unknown;
    try {
      cypherFunction({ name, parameters, expression });
    } catch (error) {
      thrown = error;
    }
    const { position } = thrown as WeirError;
    expect([(thrown as WeirError).code, position && [position.line, position.column]]).toEqual([code, place]);
    if (position) expect((thrown as WeirError).message).toMatch(/ at \d+\.\d+ .*\n\n.*\n *\^$/);
  });
});

test.each<readonly [expression: string, called: boolean]>([
  ['RISK.score(x)', true],
  ['[y IN range(1, x) | {a: risk.Score(y)}]', true],
  ['risk.scores(x) + x.risk.score', false],
])('%s calls risk.score: %s', (expression, called) => {
  expect(callsFunction({ name: 'f', parameters: ['x'], expression }, 'risk.score')).toBe(called);
});
