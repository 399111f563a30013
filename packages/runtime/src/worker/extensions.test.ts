/** Functions and procedures of an embedding program, on every layout. */
import { float, type Value } from '@weir/model';
import { inNightlyTier } from '@weir/platform/testing';
import { openGraph } from '../coordinator/open-graph.js';
import type { OpenOptions } from '../coordinator/open-options.js';
import type { StreamingGraph } from '@weir/contract';
import { GREETING_EXTENSIONS } from '../testing/greeting-extensions.js';
import { chunkOf, JSON_LINES } from '../testing/json-lines-format.js';

const layouts: readonly OpenOptions[] = [
  { shards: 2, workers: 0 },
  { shards: 4, workers: 2 },
  ...inNightlyTier([{ shards: 2, workers: 1 }]),
];

describe.each(layouts)('with %j', layout => {
  let graph: StreamingGraph;
  beforeAll(async () => (graph = await openGraph({ ...layout, extensions: [GREETING_EXTENSIONS] })));
  afterAll(() => graph.close());

  const cases: readonly (readonly [query: string, rows: readonly (readonly Value[])[]])[] = [
    ["RETURN demo.greet('Anna')", [['Good morning, Anna']]],
    ["RETURN DEMO.Greet('Anna')", [['Good morning, Anna']]],
    ['RETURN demo.greet(null)', [[null]]],
    ['UNWIND [2, 3, 7] AS x RETURN demo.product(x)', [[float(42)]]],
    ['RETURN demo.type(1), demo.type(1.0), demo.type(date())', [['INTEGER', 'FLOAT', 'DATE']]],
    ["RETURN toString(demo.nextDay(date('2024-02-28')))", [['2024-02-29']]],
    ['CALL demo.count(3)', [[1], [2], [3]]],
    [
      'UNWIND [1, 2] AS n CALL demo.count(n) YIELD value AS v RETURN n, v',
      [
        [1, 1],
        [2, 1],
        [2, 2],
      ],
    ],
    ['CALL demo.forever() YIELD value RETURN value LIMIT 2', [[1], [2]]],
    [
      "CALL cypher.doIt('RETURN demo.greet($n) AS g', {n: 'B'}) YIELD value RETURN value.g",
      [['Good morning, B']],
    ],
    [
      "CALL help.functions() YIELD name, signature WITH * WHERE name STARTS WITH 'demo.' RETURN name, signature",
      [
        ['demo.greet', 'demo.greet(name :: STRING) :: STRING'],
        ['demo.type', 'demo.type(value :: ANY) :: STRING'],
        ['demo.nextDay', 'demo.nextDay(day :: DATE) :: DATE'],
        ['demo.nameOf', 'demo.nameOf(node :: NODE) :: STRING'],
        ['demo.refuse', 'demo.refuse(reason :: STRING) :: ANY'],
        ['demo.product', 'demo.product(value :: NUMBER) :: FLOAT'],
      ],
    ],
    [
      "CALL help.procedures() YIELD name, mode WITH * WHERE name STARTS WITH 'demo.' RETURN name, mode",
      [
        ['demo.count', 'READ'],
        ['demo.forever', 'READ'],
      ],
    ],
  ];
  test('queries call them, whichever thread they run on', async () => {
    for (let round = 0; round < Math.max(1, graph.admin.workers.count); round++) {
      for (const [query, rows] of cases) {
        expect([query, await (await graph.query(query)).rows()]).toEqual([query, rows]);
      }
    }
  });

  test('an ingest query calls them', async () => {
    const lane = await graph.openLane({
      name: 'greetings',
      query: 'MATCH (n) WHERE id(n) = idFrom($that.name) SET n.text = demo.greet($that.name)',
      parameter: 'that',
      format: JSON_LINES,
    });
    const { failure, done } = await lane.runChunk(chunkOf(['{"name":"A"}', '{"name":"B"}'], 0));
    expect([failure, done]).toEqual([undefined, 2]);
    await lane.close();
    const run = await graph.query('MATCH (n) RETURN n.text ORDER BY n.text');
    expect(await run.rows()).toEqual([['Good morning, A'], ['Good morning, B']]);
  });

  test('a function can read nodes', async () => {
    await (await graph.query("MATCH (n) WHERE id(n) = idFrom('named') SET n.name = 'Anna'")).rows();
    const run = await graph.query("MATCH (n) WHERE id(n) = idFrom('named') RETURN demo.nameOf(n)");
    expect(await run.rows()).toEqual([['Anna']]);
  });

  test('an error thrown by a function keeps its code', async () => {
    const run = await graph.query("RETURN demo.refuse('not today')");
    await expect(run.rows()).rejects.toMatchObject({ code: 'cypher.runtime', message: 'not today' });
  });

  test('a call with wrong arguments is an error of the query', async () => {
    await expect(graph.query('RETURN demo.greet()')).rejects.toMatchObject({ code: 'cypher.syntax' });
    const run = await graph.query('RETURN demo.greet(1)');
    await expect(run.rows()).rejects.toMatchObject({ code: 'cypher.wrong-signature' });
  });
});

const text = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`;

describe('a module that cannot be used keeps the graph from opening', () => {
  const modules: readonly (readonly [what: string, module: string])[] = [
    ['not there', new URL('./no-such-module.js', import.meta.url).href],
    ['without the export', text('export const other = 1')],
    ['failing', text("export function extensions() { throw new Error('no licence') }")],
    [
      'with a function that is none',
      text("export const extensions = () => ({ functions: [{ name: 'f' }] })"),
    ],
    [
      'with a procedure without a name',
      text('export const extensions = () => ({ procedures: [{ run() {} }] })'),
    ],
  ];
  // Threads load modules like the main thread does; one of them is enough to check that a thread's failure is reported
  // here.
  const onThreads = [modules[2]!, ...inNightlyTier(modules.filter((_, i) => i !== 2))];
  test.each([...modules.map(each => [...each, 0] as const), ...onThreads.map(each => [...each, 1] as const)])(
    '%s',
    async (_what, module, workers) => {
      await expect(
        openGraph({ shards: 2, workers, extensions: [{ module, options: {} }] }),
      ).rejects.toMatchObject({ code: 'config.invalid' });
    },
  );
});
