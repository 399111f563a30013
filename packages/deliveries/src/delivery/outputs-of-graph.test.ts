/** Each kind of output on the results of a real graph, including a restart. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Value } from '@weir/model';
import type { StandingHandle, StreamingGraph } from '@weir/contract';
import { openGraph, systemEnvironment } from '@weir/runtime';
import { parseOutputDefinition } from '@weir/definitions';
import { OutputFilePolicy } from '@weir/formats/files';
import { CollectingWriter, Endpoint } from '@weir/formats/testing';
import { eventually, ofTier } from '@weir/platform/testing';
import { StandingOutputs } from './standing-outputs.js';

describe.each([
  [1, 0],
  [4, ofTier({ fast: 1, nightly: 2 })],
])('%i shard(s), %i worker(s)', (shards, workers) => {
  const environment = systemEnvironment();
  let directory: string;
  let graph: StreamingGraph;
  let outputs: StandingOutputs;
  let writer: CollectingWriter;

  async function open(): Promise<void> {
    graph = await openGraph(
      { shards, workers, store: { type: 'embedded', path: join(directory, 'data') } },
      environment,
    );
    const files = await OutputFilePolicy.create({ workingDirectory: directory });
    writer = new CollectingWriter();
    outputs = new StandingOutputs({ graph, environment, writer, files });
  }

  async function close(): Promise<void> {
    await outputs.close();
    await graph.close();
  }

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'weir-outputs-graph-'));
    await open();
  });

  afterEach(async () => {
    await close();
    await rm(directory, { recursive: true });
  });

  function register(name: string, query: string): Promise<StandingHandle> {
    return graph.registerStanding({
      name,
      query,
      mode: 'DistinctId',
      includeCancellations: true,
      inputBufferSize: 32,
    });
  }

  async function run(query: string): Promise<Value | undefined> {
    return (await (await graph.query(query)).rows())[0]?.[0];
  }

  function lines(path: string): string[] {
    return readFileSync(join(directory, path), 'utf8').split('\n').slice(0, -1);
  }

  const set = (n: number): string => `MATCH (n) WHERE id(n) = idFrom(${n}) SET n.hit = true`;
  const unset = (n: number): string => `MATCH (n) WHERE id(n) = idFrom(${n}) REMOVE n.hit`;

  test('matches and cancellations reach a file, an endpoint and standard output', async () => {
    const endpoint = await Endpoint.start();
    const handle = await register('hits', 'MATCH (n) WHERE n.hit = true RETURN DISTINCT strId(n) AS id');
    await outputs.attach(
      handle,
      await outputs.prepare('hits', {
        file: parseOutputDefinition({ type: 'WriteToFile', path: 'hits.jsonl' }),
        post: parseOutputDefinition({ type: 'PostToEndpoint', url: endpoint.url, parallelism: 1 }),
        print: parseOutputDefinition({ type: 'PrintToStandardOut' }),
      }),
    );
    await run(set(1));
    await run(unset(1));
    await eventually(() => endpoint.received.length === 2 && writer.lines.length === 2);
    const id = await run('MATCH (n) WHERE id(n) = idFrom(1) RETURN strId(n)');
    const [match, cancellation] = endpoint.bodies as { meta: { resultId: string } }[];
    expect(match).toEqual({ meta: { resultId: match!.meta.resultId, isPositiveMatch: true }, data: { id } });
    expect(cancellation).toEqual({
      meta: { resultId: match!.meta.resultId, isPositiveMatch: false },
      data: { id },
    });
    await eventually(() => lines('hits.jsonl').length === 2);
    expect(lines('hits.jsonl').map(line => JSON.parse(line) as unknown)).toEqual([match, cancellation]);
    expect(writer.lines.map(line => /Standing query `print` (.*?): \{"meta":/.exec(line)?.[1])).toEqual([
      'match',
      'match',
    ]);
    await endpoint.stop();
  });

  test.each([
    [undefined, ['+', '-'], [true]],
    [true, ['+', '-'], [true, false]],
    [false, ['+'], [true]],
  ])(
    'outputs that get cancellations with includeCancellations: %p',
    async (includeCancellations, printed, counted) => {
      const query = `MATCH (n) WHERE id(n) = idFrom('seen')
      CALL set.insert(n, 'list', $that.meta.isPositiveMatch) YIELD result RETURN $that.meta.isPositiveMatch AS positive`;
      const andThen = { type: 'WriteToFile', path: 'then.jsonl', structure: { type: 'Bare' } };
      const handle = await graph.registerStanding({
        name: 'hits',
        query: 'MATCH (n) WHERE n.hit = true RETURN DISTINCT strId(n) AS id',
        mode: 'DistinctId',
        inputBufferSize: 32,
        includeCancellations,
      });
      const definitions = {
        print: parseOutputDefinition({ type: 'PrintToStandardOut' }),
        count: parseOutputDefinition({ type: 'CypherQuery', query, parallelism: 1, andThen }),
      };
      await outputs.attach(handle, await outputs.prepare('hits', definitions, includeCancellations));
      await run(set(1));
      await run(unset(1));
      await eventually(
        () => writer.lines.length === printed.length && lines('then.jsonl').length === counted.length,
      );
      await outputs.close();
      expect(await run("MATCH (n) WHERE id(n) = idFrom('seen') RETURN n.list")).toEqual(counted);
      expect(writer.lines.map(line => (line.includes('"isPositiveMatch":true') ? '+' : '-'))).toEqual(
        printed,
      );
      expect(lines('then.jsonl').map(line => (JSON.parse(line) as { positive: boolean }).positive)).toEqual(
        counted,
      );
    },
  );

  test('a query output writes, passes on its rows, and triggers another; rejects a query that may scan all nodes', async () => {
    const query =
      'MATCH (n) WHERE id(n) = $that.data.id SET n.seen = true RETURN n.name AS name, $that.meta.isPositiveMatch AS positive';
    const first = await register('first', 'MATCH (n) WHERE n.hit = true RETURN DISTINCT id(n) AS id');
    await outputs.add(
      first,
      'mark',
      parseOutputDefinition({
        type: 'CypherQuery',
        query,
        andThen: { type: 'WriteToFile', path: 'rows.jsonl', structure: { type: 'Bare' } },
      }),
    );
    const second = await register('second', 'MATCH (n) WHERE n.seen = true RETURN DISTINCT id(n) AS id');
    await outputs.add(second, 'print', parseOutputDefinition({ type: 'PrintToStandardOut' }));
    for (let i = 0; i < 40; i++)
      await run(`MATCH (n) WHERE id(n) = idFrom(${i}) SET n.name = 'n${i}', n.hit = true`);
    await eventually(() => writer.lines.length === 40);
    await eventually(() => lines('rows.jsonl').length === 40);
    const names = lines('rows.jsonl').map(line => JSON.parse(line) as { name: string });
    expect(names.map(({ name }) => name).sort()).toEqual(
      Array.from({ length: 40 }, (_, i) => `n${i}`).sort(),
    );
    expect(names[0]).toMatchObject({ positive: true });

    const scan = { type: 'CypherQuery', query: 'MATCH (n) WHERE n.x = $that.data.id RETURN n' };
    await expect(outputs.prepare('q', { scan: parseOutputDefinition(scan) })).rejects.toMatchObject({
      code: 'output.invalid',
    });
    await (
      await outputs.prepare('q', { scan: parseOutputDefinition({ ...scan, allowAllNodeScan: true }) })
    ).discard();
  });

  test('outputs are restored after a restart', async () => {
    const handle = await register('hits', 'MATCH (n) WHERE n.hit = true RETURN DISTINCT id(n) AS id');
    await outputs.add(handle, 'file', parseOutputDefinition({ type: 'WriteToFile', path: 'hits.jsonl' }));
    await run(set(1));
    await eventually(() => lines('hits.jsonl').length === 1);
    await close();

    await open();
    const restored = graph.standing('hits')!;
    await outputs.restore(restored);
    await run(set(2));
    await eventually(() => lines('hits.jsonl').length === 2);
  });
});
