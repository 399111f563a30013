import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRandom } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import { parseApplyCommand } from '../arguments/apply-command-line.js';
import { clientOfService, send } from '../../testing/client-of-service.js';
import { commandRun } from '../testing/run-command.js';
import { startWeir } from '../../testing/start-weir.js';
import { runApply } from './run-apply.js';

const client = clientOfService();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-apply-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function runOn(url: string, name: 'diff' | 'apply', recipe: object, ...options: string[]) {
  const file = join(folder, 'recipe.json');
  await writeFile(file, JSON.stringify(recipe));
  const run = commandRun();
  const code = await runApply(parseApplyCommand(name, [file, '--url', url, ...options]), run.context);
  return { code, stdout: run.stdout(), stderr: run.stderr() };
}

const run = (name: 'diff' | 'apply', recipe: object, ...options: string[]) =>
  runOn(client.service.url, name, recipe, ...options);

const NOTHING = { code: 0, stdout: '', stderr: 'Nothing differs from the recipe\n' };

function stream(name: string, limit: number) {
  return { name, source: { type: 'NumberIterator', limit }, query: 'CREATE (n:Number {i: $that})' };
}

function standing(name: string, least: number, url = 'http://127.0.0.1:1/a') {
  return {
    name,
    pattern: { type: 'Cypher', query: `MATCH (n:Number) WHERE n.i >= ${least} RETURN DISTINCT id(n) AS id` },
    outputs: [
      { name: 'post', destinations: [{ type: 'HttpEndpoint', url, headers: { Authorization: '$token' } }] },
    ],
  };
}

test('creates, changes in place, replaces and prunes; shows every field and no secret', async () => {
  const first = {
    version: 2,
    title: 't',
    ingestStreams: [stream('a', 3)],
    standingQueries: [standing('q', 1)],
  };
  const token = ['-x', 'token=hush-hush'];
  expect(await run('diff', first, ...token)).toMatchObject({
    code: 1,
    stdout: '+ standing query q\n+ ingest stream a\n',
  });
  expect(await run('apply', first, ...token, '--dry-run')).toMatchObject({ code: 0 });
  expect(await run('diff', first, ...token)).toMatchObject({ code: 1 });
  expect(await run('apply', first, ...token)).toMatchObject({ code: 0, stderr: 'Made 2 changes\n' });
  const again = await run('apply', first, ...token);
  expect(again).toMatchObject({ code: 0, stdout: '' });
  expect(again.stderr).toContain(
    'Secrets are not compared, because the server does not return them: output post of standing query q.',
  );

  const id = async (): Promise<unknown> =>
    (JSON.parse((await client.ask('GET', '/api/v1/query/standing/q')).text) as { internalId: unknown })
      .internalId;
  const before = await id();
  const second = {
    ...first,
    ingestStreams: [stream('b', 2)],
    standingQueries: [standing('q', 2, 'http://127.0.0.1:1/b')],
  };
  const changed = await run('apply', second, ...token, '--prune');
  expect(changed.stdout).toBe(
    [
      '~ standing query q (changed in place; reports the difference of its results)',
      '    pattern.query: "MATCH (n:Number) WHERE n.i >= 1 RETURN DISTINCT id(n) AS id" -> "MATCH (n:Number) WHERE n.i >= 2 RETURN DISTINCT id(n) AS id"',
      '~ output of standing query q: post (replaced)',
      '    destinations[0].url: "http://127.0.0.1:1/a" -> "http://127.0.0.1:1/b"',
      '+ ingest stream b',
      '- ingest stream a',
      '',
    ].join('\n'),
  );
  expect(changed.stdout + changed.stderr).not.toContain('hush');
  expect(await id()).toBe(before);
  expect(await run('diff', second, ...token, '--prune')).toMatchObject({ code: 0 });
});

test('applies a recipe of version 1, with outputs that only it can express', async () => {
  const recipe = {
    version: 1,
    standingQueries: [
      {
        pattern: { type: 'Cypher', query: 'MATCH (n) WHERE exists(n.v1) RETURN DISTINCT id(n) AS id' },
        outputs: {
          chain: {
            type: 'CypherQuery',
            query: 'MATCH (n) WHERE id(n) = $that.data.id RETURN n.v1 AS v',
            andThen: {
              type: 'CypherQuery',
              query: 'RETURN $that.v AS w',
              andThen: { type: 'PrintToStandardOut' },
            },
          },
        },
      },
    ],
    nodeAppearances: [{ predicate: { propertyKeys: [], knownValues: {} }, icon: 'ion-person' }],
    sampleQueries: [{ name: 'one', query: 'RETURN 1' }],
  };
  expect((await run('apply', recipe)).stdout).toContain('+ standing query STANDING-1\n');
  expect(await run('diff', recipe)).toEqual(NOTHING);
});

test('reports problems with exit codes 2 for diff and 1 for apply', async () => {
  const wrong = {
    version: 2,
    title: 't',
    ingestStreams: [{ source: { type: 'NumberIteratr' }, query: 'RETURN 1' }],
  };
  expect(await run('diff', wrong)).toMatchObject({ code: 2, stdout: '' });
  const unreadable = {
    version: 2,
    title: 't',
    ingestStreams: [
      { name: 'none', source: { type: 'File', path: '/none', format: { type: 'Json' } }, query: 'RETURN 1' },
    ],
  };
  const failed = await run('apply', unreadable);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toMatch(/^Cannot change ingest stream none: .*\/none/);
  const gone = await runOn('http://127.0.0.1:9', 'diff', { version: 2, title: 't' });
  expect(gone).toMatchObject({ code: 2, stderr: expect.stringMatching(/^No response from/) as string });
});

const { cases: PAIRS, seed } = randomTest('applied recipes');

test('after any two recipes, nothing differs and equal streams were left alone', async () => {
  const random = new SeededRandom(seed);
  const among = (count: number): number => Math.floor(random.next() * count);
  const some = <T>(make: (name: string) => T): T[] =>
    ['a', 'b', 'c'].filter(() => among(3) > 0).map(name => make(name));
  const recipe = (): Recipe => ({
    version: 2,
    title: 't',
    ingestStreams: some(name => stream(name, 1 + among(2))),
    standingQueries: some(name => ({
      ...standing(name, among(2)),
      outputs: some(output => ({
        name: output,
        destinations: [among(2) === 0 ? { type: 'Drop' } : { type: 'StandardOut' }],
      })),
      ...(among(3) === 0 ? { includeCancellations: true } : {}),
      inputBufferSize: 32 + among(2),
    })),
  });
  for (let pair = 0; pair < PAIRS; pair++) {
    const weir = await startWeir();
    const [first, second] = [recipe(), recipe()];
    const startTimes = async (): Promise<ReadonlyMap<string, string>> => {
      const { text } = await send(`${weir.url}/api/v1/ingest`, 'GET');
      const streams = JSON.parse(text) as Record<string, { stats: { startTime: string } }>;
      return new Map(Object.entries(streams).map(([name, { stats }]) => [name, stats.startTime]));
    };
    try {
      expect(await runOn(weir.url, 'apply', first, '--prune')).toMatchObject({ code: 0 });
      expect(await runOn(weir.url, 'diff', first, '--prune')).toEqual(NOTHING);
      const before = await startTimes();
      expect(await runOn(weir.url, 'apply', second, '--prune')).toMatchObject({ code: 0 });
      expect(await runOn(weir.url, 'diff', second, '--prune')).toEqual(NOTHING);
      const after = await startTimes();
      expect([...after.keys()].sort()).toEqual(second.ingestStreams.map(({ name }) => name).sort());
      for (const { name, source } of second.ingestStreams) {
        const earlier = first.ingestStreams.find(each => each.name === name);
        if (earlier?.source.limit === source.limit)
          expect([name, after.get(name)]).toEqual([name, before.get(name)]);
      }
    } catch (error) {
      throw new Error(`WEIR_TEST_APPLY_SEED=${seed}, pair ${pair}`, { cause: error });
    } finally {
      await weir.stop();
    }
  }
});

interface Recipe {
  readonly version: 2;
  readonly title: string;
  readonly ingestStreams: readonly ReturnType<typeof stream>[];
  readonly standingQueries: readonly object[];
}
