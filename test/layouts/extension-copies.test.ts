/**
 * Extensions that share no module with the engine, as when the gateway runs from its bundle: here the extension is the
 * single file, with all its imports bundled.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { StreamingGraph } from '@weir/contract';
import { float, type Value } from '@weir/model';
import { openGraph } from '@weir/runtime';
import { projectFile } from '../support/project-file.js';

/** Imports of modules from before the light entry point existed. */
const HEAVY = `
  import { defineFunction } from '@weir/cypher';
  import { Duration, float, isFloat } from '@weir/model';
  import { WeirError } from '@weir/platform';

  export const extensions = () => ({
    functions: [
      defineFunction('heavy.half(x :: NUMBER) :: FLOAT', 'Half', ([x]) => float((x.value ?? x) / 2)),
      defineFunction('heavy.isFloat(x :: ANY) :: BOOLEAN', 'Whether it is one', ([x]) => isFloat(x)),
      defineFunction('heavy.days(n :: INTEGER) :: DURATION', 'So many', ([n]) => new Duration(0, n, 0, 0)),
      defineFunction('heavy.refuse() :: ANY', 'Fails', () => {
        throw new WeirError('cypher.runtime', 'no');
      }),
    ],
  });
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-copies-'));
  const common = { bundle: true, format: 'esm', platform: 'node', logLevel: 'error' } as const;
  const require = "import{createRequire}from'node:module';const require=createRequire(import.meta.url);";
  await Promise.all([
    build({
      ...common,
      entryPoints: [projectFile('packages/runtime/dist/testing/greeting-extensions.js')],
      outfile: join(folder, 'light.mjs'),
    }),
    build({
      ...common,
      stdin: { contents: HEAVY, resolveDir: projectFile('test') },
      outfile: join(folder, 'heavy.mjs'),
      banner: { js: require },
    }),
  ]);
});
afterAll(() => rm(folder, { recursive: true }));

const reference = (name: string) => ({ module: pathToFileURL(join(folder, name)).href, options: {} });

describe.each([0, 1])('with %j workers', workers => {
  let graph: StreamingGraph;
  beforeAll(async () => {
    const extensions = [reference('light.mjs'), reference('heavy.mjs')];
    graph = await openGraph({ shards: 2, workers, extensions });
    await (await graph.query("MATCH (n) WHERE id(n) = idFrom('named') SET n.name = 'Anna'")).rows();
  });
  afterAll(() => graph.close());

  const cases: readonly (readonly [query: string, row: readonly Value[]])[] = [
    ['UNWIND [2, 3, 7] AS x RETURN demo.product(x)', [float(42)]],
    ['RETURN demo.product(2) = 2, demo.type(demo.product(2))', [true, 'FLOAT']],
    ['RETURN demo.type(1.0), demo.type(date()), demo.type({})', ['FLOAT', 'DATE', 'MAP']],
    ["RETURN demo.nextDay(date('2024-02-28')) = date('2024-02-29')", [true]],
    ["MATCH (n) WHERE id(n) = idFrom('named') RETURN demo.nameOf(n), demo.type(n)", ['Anna', 'NODE']],
    ['CALL demo.count(1)', [1]],
    ['RETURN heavy.half(4) = 2, demo.type(heavy.half(4.0))', [true, 'FLOAT']],
    ['RETURN heavy.isFloat(1.0), heavy.isFloat(1)', [true, false]],
    ["RETURN toString(date('2024-02-28') + heavy.days(2))", ['2024-03-01']],
  ];
  test.each(cases)('%s', async (query, row) => {
    expect(await (await graph.query(query)).rows()).toEqual([row]);
  });

  test.each(["demo.refuse('no')", 'heavy.refuse()'])('%s has its code', async call => {
    const run = await graph.query(`RETURN ${call}`);
    await expect(run.rows()).rejects.toMatchObject({ code: 'cypher.runtime', message: 'no' });
  });
});
