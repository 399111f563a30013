/** `PROFILE`: runs the query and returns its plan with the measurements of each operator. */
import type { Float } from '@weir/model';
import type { Value, ValueMap } from '@weir/model';
import { MapGraph } from '../testing/index.js';
import { compileQuery } from './compile-query.js';

/** `precise` advances by one millisecond with each reading. */
async function profiled(graph: MapGraph, query: string): Promise<{ plan: ValueMap; ticks: number }> {
  let ticks = 0;
  const clock = { now: () => 0, precise: () => ++ticks };
  const session = graph.session();
  const stream = compileQuery(query).run({
    graph: session,
    environment: { ...graph.environment, clock },
    parameters: {},
  });
  const rows = await stream.next();
  expect(await stream.next()).toBeUndefined();
  await session.settled();
  expect(rows).toHaveLength(1);
  return { plan: rows![0]![0] as ValueMap, ticks };
}

/** `Operator rows`, the last operator first, sources and subqueries indented. */
function outline(plan: ValueMap, depth = 0): string[] {
  const { rows } = plan['args'] as ValueMap;
  const children = plan['children'] as ValueMap[];
  return [
    `${' '.repeat(depth)}${String(plan['operatorType'])} ${String(rows)}`,
    ...children.flatMap(child => outline(child, depth + 1)),
  ];
}

function times(plan: ValueMap): number[] {
  const millis: Value = (plan['args'] as ValueMap)['timeMillis']!;
  return [(millis as Float).value, ...(plan['children'] as ValueMap[]).flatMap(times)];
}

const cases: readonly (readonly [query: string, operators: readonly string[]])[] = [
  ['PROFILE RETURN 1', ['ProduceResults 1', ' Projection 1', '  Argument 1']],
  [
    'profile UNWIND range(1, 3000) AS x WITH x WHERE x % 10 = 0 RETURN x',
    ['ProduceResults 300', ' Filter 300', '  Unwind 3000', '   Argument 1'],
  ],
  [
    'PROFILE MATCH (n:Person) RETURN count(*)',
    ['ProduceResults 1', ' Aggregate 1', '  Filter 2', '   AllNodesScan 3', '    Argument 1'],
  ],
  [
    'PROFILE UNWIND [1, 2, 3] AS x CALL { WITH x UNWIND range(1, x) AS y RETURN y } RETURN x, y',
    ['ProduceResults 6', ' Subquery 6', '  Unwind 3', '   Argument 1', '  Unwind 6', '   Argument 3'],
  ],
  ['PROFILE UNWIND [] AS x CREATE ({x: x})', ['Create 0', ' Unwind 0', '  Argument 1']],
];
test.each(cases)('%s', async (query, operators) => {
  const graph = new MapGraph();
  await profiled(graph, 'PROFILE CREATE (:Person), (:Person), (:Dog)');
  const { plan, ticks } = await profiled(graph, query);
  expect(outline(plan)).toEqual(operators);
  // Nothing is counted twice or omitted: the clock is read before and after each `next`.
  expect(times(plan).reduce((sum, own) => sum + own, 0)).toBeLessThanOrEqual(ticks);
  expect(times(plan).every(own => own > 0)).toBe(true);
});

test('performs its writes once', async () => {
  const graph = new MapGraph();
  const { plan } = await profiled(graph, 'PROFILE UNWIND range(1, 5) AS i CREATE ({i: i})');
  expect(plan['isReadOnly']).toBe(false);
  expect(graph.existing()).toHaveLength(5);
});
