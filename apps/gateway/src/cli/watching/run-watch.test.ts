import { parseWatchCommand } from '../arguments/watch-command-line.js';
import { clientOfService } from '../../testing/client-of-service.js';
import { commandRun } from '../testing/run-command.js';
import { runWatch } from './run-watch.js';

const client = clientOfService();
beforeAll(() =>
  client.ask('POST', '/api/v1/query/standing/alarm', {
    pattern: { type: 'Cypher', query: 'MATCH (n) WHERE n.i = 1 RETURN DISTINCT strId(n) AS id' },
    includeCancellations: true,
    outputs: {},
  }),
);

function watch(...args: string[]) {
  const run = commandRun();
  const code = runWatch(parseWatchCommand([...args, '--url', client.service.url]), run.context);
  return { ...run, code };
}

test.each([
  ['table', /^time .*\n-+\+.*\n\S+ \| match +\| \S+\n\S+ \| retraction \| \S+\n$/],
  ['jsonl', /^\{"meta":.*"isPositiveMatch":true,.*\n\{"meta":.*"isPositiveMatch":false,.*\n$/],
  ['json', /^\[\n {2}\{"meta".*,\n {2}\{"meta".*\n\]\n$/s],
])('prints matches and retractions as %s and ends after their number', async (format, expected) => {
  const run = watch('alarm', '--format', format, '--count', '2');
  await run.says(/Watching alarm/);
  await client.cypher('MATCH (n) WHERE id(n) = idFrom($x) SET n.i = 1', { x: format });
  await client.cypher('MATCH (n) WHERE id(n) = idFrom($x) SET n.i = 2', { x: format });
  expect(await run.code).toBe(0);
  expect(run.stdout()).toMatch(expected);
});

test('ends with Ctrl-C', async () => {
  const run = watch('alarm');
  await run.says(/Watching alarm/);
  run.interrupt();
  expect(await run.code).toBe(0);
});

test('names the nearest standing query', async () => {
  const run = watch('alrm');
  expect(await run.code).toBe(1);
  expect(run.stderr()).toBe(`Unknown standing query 'alrm'; did you mean alarm?\n`);
});
