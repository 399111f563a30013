/** Functions written in Cypher, on every worker and after a restart. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Value } from '@weir/model';
import type { Logger } from '@weir/platform';
import { inNightlyTier } from '@weir/platform/testing';
import { openGraph } from './open-graph.js';
import type { OpenOptions } from './open-options.js';
import type { StreamingGraph } from '@weir/contract';
import { systemEnvironment } from '../system-environment.js';
import { GREETING_EXTENSIONS } from '../testing/greeting-extensions.js';

const layouts: readonly OpenOptions[] = [
  { shards: 2, workers: 0 },
  { shards: 4, workers: 2 },
  ...inNightlyTier([{ shards: 2, workers: 1 }]),
];
const score = { name: 'risk.score', parameters: ['n'], expression: 'coalesce(n.a, 0) * 2' };
const total = {
  name: 'risk.total',
  parameters: ['ns'],
  expression: 'reduce(s = 0, n IN ns | s + risk.score(n))',
};

/** Returns the first value of the query, run once on each worker. */
async function onEvery(graph: StreamingGraph, query: string): Promise<Value[]> {
  const values: Value[] = [];
  for (let i = 0; i < Math.max(1, graph.admin.workers.count); i++) {
    const [row] = await (await graph.query(query)).rows();
    values.push(row![0]!);
  }
  return values;
}

test.each(layouts)('with %j', async layout => {
  const graph = await openGraph(layout);
  const { functions } = graph;
  const compile = (query: string): Promise<unknown> =>
    Promise.all(
      Array.from({ length: Math.max(1, graph.admin.workers.count) }, () => graph.admin.inspect(query)),
    );
  try {
    await expect(compile('RETURN risk.score({a: 1})')).rejects.toMatchObject({ code: 'cypher.compile' });
    await expect(functions.define(total)).rejects.toMatchObject({ code: 'cypher.compile' });
    await functions.define(score);
    await functions.define(total);
    expect(functions.list()).toEqual([score, total]);
    const all = Math.max(1, graph.admin.workers.count);
    expect(await onEvery(graph, 'RETURN Risk.Score({a: 21})')).toEqual(Array(all).fill(42));
    await (await graph.query('CREATE ({a: 3}), ({a: 4}), ()')).rows();
    expect(await onEvery(graph, 'MATCH (n) WITH collect(n) AS ns RETURN risk.total(ns)')).toEqual(
      Array(all).fill(14),
    );
    expect(
      await onEvery(graph, "CALL help.functions() YIELD name WHERE name STARTS WITH 'risk.' RETURN count(*)"),
    ).toEqual(Array(all).fill(2));

    await expect(functions.define({ ...score, name: 'RISK.score' })).rejects.toMatchObject({
      code: 'function.exists',
    });
    await expect(functions.define({ ...score, name: 'toUpper' })).rejects.toMatchObject({
      code: 'function.exists',
    });
    await expect(functions.remove('risk.score')).rejects.toMatchObject({
      code: 'function.in-use',
      message: expect.stringContaining('`risk.total`') as string,
    });
    await expect(functions.remove('risk.other')).rejects.toMatchObject({ code: 'function.not-found' });
    expect(await functions.remove('RISK.total')).toEqual(total);
    await expect(compile('RETURN risk.total([])')).rejects.toMatchObject({ code: 'cypher.compile' });
    expect(await onEvery(graph, 'RETURN risk.score({a: 1})')).toEqual(Array(all).fill(2));
  } finally {
    await graph.close();
  }
});

test('an ingest query keeps using the function it was compiled with', async () => {
  const graph = await openGraph({ workers: 0 });
  await graph.functions.define(score);
  const lane = await graph.openLane({ name: 'l', query: 'RETURN risk.score($that) AS s', parameter: 'that' });
  await graph.functions.remove('risk.score');
  await graph.functions.define({ ...score, expression: '0' });
  expect((await lane.runValues([{ a: 5 }]))[0]!.rows).toEqual([[10]]);
  await graph.close();
});

test.each(layouts)(
  'standing queries can use them and the functions of the program, with %j',
  async layout => {
    const graph = await openGraph({ ...layout, extensions: [GREETING_EXTENSIONS] });
    try {
      await graph.functions.define(score);
      const results: Value[] = [];
      const watch = async (name: string, query: string): Promise<void> => {
        const definition = { name, query, mode: 'MultipleValues', includeCancellations: true } as const;
        const handle = await graph.registerStanding({ ...definition, inputBufferSize: 32 });
        handle.subscribe(outputs => {
          for (const { data, isPositiveMatch } of outputs)
            results.push([isPositiveMatch, ...Object.values(data)]);
          return Promise.resolve();
        });
      };
      await watch('scores', 'MATCH (n) WHERE risk.score(n) > 4 RETURN risk.score(n) AS s');
      await watch('greetings', 'MATCH (n {a: 9}) RETURN demo.greet(n.name) AS g');
      await (await graph.query('MATCH (n) WHERE id(n) = idFrom(1) SET n.a = 2')).rows();
      await (await graph.query('MATCH (n) WHERE id(n) = idFrom(1) SET n.a = 3')).rows();
      await (await graph.query('MATCH (n) WHERE id(n) = idFrom(2) SET n.a = 9, n.name = "A"')).rows();
      await graph.idle();
      expect(results).toHaveLength(3);
      expect(results).toEqual(
        expect.arrayContaining([
          [true, 6],
          [true, 18],
          [true, 'Good morning, A'],
        ]),
      );
      await expect(graph.functions.remove('risk.score')).rejects.toMatchObject({
        code: 'function.in-use',
        message: expect.stringContaining("the standing query 'scores'") as string,
      });
      await graph.standing('scores')!.remove();
      expect(await graph.functions.remove('risk.score')).toEqual(score);
    } finally {
      await graph.close();
    }
  },
);

test('a restart restores them; a function that fails to compile is logged and can be removed', async () => {
  const path = await mkdtemp(join(tmpdir(), 'weir-functions-'));
  const store = { type: 'embedded', path } as const;
  try {
    const greet = { name: 'welcome', parameters: ['who'], expression: "demo.greet(who) + '!'" };
    const first = await openGraph({ store, workers: 1, extensions: [GREETING_EXTENSIONS] });
    await first.functions.define(greet);
    await first.functions.define(score);
    expect(await onEvery(first, "RETURN welcome('A')")).toEqual(['Good morning, A!']);
    await first.close();

    const logged: string[] = [];
    const logger: Logger = {
      log: (level, _text, fields) => logged.push(`${level} ${String(fields?.['function'])}`),
    };
    const second = await openGraph({ store, workers: 0 }, systemEnvironment(logger));
    expect(logged).toEqual(['error welcome']);
    expect(second.functions.list()).toEqual([greet, score]);
    await expect(second.admin.inspect("RETURN welcome('A')")).rejects.toMatchObject({
      code: 'cypher.compile',
    });
    expect(await onEvery(second, 'RETURN risk.score({a: 1})')).toEqual([2]);
    await second.functions.remove('welcome');
    await second.close();

    const third = await openGraph({ store, workers: 0 });
    expect(third.functions.list()).toEqual([score]);
    await third.close();
  } finally {
    await rm(path, { recursive: true });
  }
});
