/** Expressions of standing queries that fail for a row: counted, and logged in few lines. */
import type { Scheduler } from '@weir/platform';
import { inNightlyTier } from '@weir/platform/testing';
import { openGraph } from '../coordinator/open-graph.js';
import type { FailureSummary } from '../contract/worker-reports.js';
import { StandingFailures } from './standing-failures.js';
import { systemEnvironment } from '../system-environment.js';

test('combines many failures into one summary, then one for each pause', () => {
  const timers: { readonly millis: number; readonly task: () => void; isOff: boolean }[] = [];
  const scheduler: Scheduler = {
    soon: task => task(),
    after: (millis, task) => {
      const timer = { millis, task, isOff: false };
      timers.push(timer);
      return () => void (timer.isOff = true);
    },
  };
  const summaries: FailureSummary[] = [];
  const failures = new StandingFailures(scheduler, summary => summaries.push(summary));
  const fire = (): number => {
    const timer = timers.shift()!;
    if (!timer.isOff) timer.task();
    return timer.millis;
  };
  const add = (plan: number, reason: string): void => failures.add(plan, { expression: 'a / b', reason });

  add(1, 'x');
  add(1, 'y');
  add(2, 'z');
  expect(summaries).toEqual([]);
  expect(fire()).toBe(100);
  expect(summaries).toEqual([
    { plan: 1, count: 2, expression: 'a / b', reason: 'y' },
    { plan: 2, count: 1, expression: 'a / b', reason: 'z' },
  ]);
  add(1, 'later');
  expect(timers).toHaveLength(1);
  expect(fire()).toBe(10_000);
  expect(summaries).toHaveLength(3);
  expect(fire()).toBe(10_000);
  expect(timers).toEqual([]);
  add(1, 'after a quiet while');
  expect(fire()).toBe(100);
  add(1, 'at the end');
  failures.close();
  expect(summaries.map(({ reason }) => reason)).toEqual([
    'y',
    'z',
    'later',
    'after a quiet while',
    'at the end',
  ]);
  fire();
  expect(summaries).toHaveLength(5);
});

test.each([
  ['in RETURN', 'MATCH (n) WHERE n.v IS NOT NULL RETURN 10 / n.v AS q', '10 / n.v', 2],
  ['in WHERE', 'MATCH (n) WHERE 10 / n.v > 1 RETURN n.v AS q', '10 / n.v > 1', 5],
  ['after WITH', 'MATCH (n) WHERE n.v IS NOT NULL WITH n.v AS v RETURN 10 / v AS q', '10 / v', 2],
  ['as a key', 'MATCH (n) WHERE n.v IS NOT NULL RETURN 10 / n.v AS q, count(*) AS c', '10 / n.v', 2],
])('%s: the row is omitted, counted and logged', async (where, query, expression, found) => {
  for (const workers of where === 'in RETURN' ? [0, 1] : [0, ...inNightlyTier([1])]) {
    const warnings: unknown[] = [];
    const environment = systemEnvironment({
      log: (level, _message, fields) => void (level === 'warn' && warnings.push(fields)),
    });
    const graph = await openGraph({ shards: 2, workers }, environment);
    const definition = { name: 'ratios', query, mode: 'MultipleValues', includeCancellations: true } as const;
    const handle = await graph.registerStanding({ ...definition, inputBufferSize: 32 });
    const values: unknown[] = [];
    handle.subscribe(outputs => {
      for (const { data } of outputs) values.push(data['q']);
      return Promise.resolve();
    });
    for (const v of [0, 5]) {
      await (await graph.query(`MATCH (n) WHERE id(n) = idFrom(${v}) SET n.v = ${v}`)).rows();
    }
    await graph.idle();
    expect(values).toEqual([found]);
    while (handle.stats().expressionFailures === 0) await new Promise(resolve => setImmediate(resolve));
    expect(warnings[0]).toMatchObject({
      standingQuery: 'ratios',
      expression,
      reason: expect.stringContaining('zero') as string,
    });
    await graph.close();
  }
});
