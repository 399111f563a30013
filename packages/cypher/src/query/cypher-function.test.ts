/** Functions written in Cypher. */
import { WeirError } from '@weir/model';
import type { Value } from '@weir/model';
import { MapGraph, runQuery } from '../testing/index.js';
import { cypherFunction } from './cypher-function.js';

test('computes from its arguments, also from what is on nodes', async () => {
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

describe('refuses', () => {
  const cases: readonly (readonly [string, readonly string[], string])[] = [
    ['again', ['x'], 'again(x)'],
    ['toUpper', ['x'], 'x'],
    ['no name', ['x'], 'x'],
    ['same', ['x', 'x'], 'x'],
    ['unbound', ['x'], 'y'],
    ['query', ['x'], 'COUNT { (x)-->() }'],
    ['syntax', ['x'], 'x +'],
  ];
  test.each(cases)('%s', (name, parameters, expression) => {
    expect(() => cypherFunction({ name, parameters, expression })).toThrow(WeirError);
  });
});
