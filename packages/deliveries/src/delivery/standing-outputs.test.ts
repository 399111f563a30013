import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WeirError } from '@weir/platform';
import { type OutputDefinition, parseOutputDefinition, parseStoredOutput } from '@weir/definitions';
import { OutputFilePolicy } from '@weir/formats/files';
import { numberedResult } from '@weir/plugins/conformance';
import { CollectingWriter, Endpoint } from '@weir/formats/testing';
import { FakeGraph, FakeStanding } from '@weir/contract/testing';
import { settle, TestEnvironment, until } from '@weir/platform/testing';
import { StandingOutputs, type StandingOutputsOptions } from './standing-outputs.js';

let directory: string;
let fake: FakeGraph;
let environment: TestEnvironment;
let writer: CollectingWriter;
let outputs: StandingOutputs;
let standing: FakeStanding;

async function makeOutputs(options: Partial<StandingOutputsOptions> = {}): Promise<StandingOutputs> {
  const files = await OutputFilePolicy.create({ workingDirectory: directory });
  const deadLetterDirectory = join(directory, 'dead');
  const graph = fake.asGraph();
  return new StandingOutputs({ graph, environment, writer, files, deadLetterDirectory, ...options });
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weir-outputs-'));
  fake = new FakeGraph();
  environment = new TestEnvironment();
  writer = new CollectingWriter();
  outputs = await makeOutputs();
  standing = new FakeStanding('watch');
});

afterEach(async () => {
  await outputs.close();
  await rm(directory, { recursive: true });
});

const PRINT = parseOutputDefinition({ type: 'PrintToStandardOut', structure: { type: 'Bare' } });
const FILE = parseOutputDefinition({ type: 'WriteToFile', path: 'out.jsonl', structure: { type: 'Bare' } });
const SCAN: OutputDefinition = parseOutputDefinition({ type: 'CypherQuery', query: 'MATCH (n) RETURN n' });

async function attach(definitions: Record<string, OutputDefinition>): Promise<void> {
  await outputs.attach(standing.asHandle(), await outputs.prepare(standing.name, definitions));
}

function printed(): string[] {
  return writer.lines.map(line => line.slice(line.indexOf('`')));
}

test('every output gets every result, in order', async () => {
  await attach({ one: PRINT, two: FILE });
  await standing.emit(numberedResult(1), numberedResult(2));
  await standing.emit(numberedResult(3));
  await outputs.remove(standing.asHandle(), 'one');
  await outputs.remove(standing.asHandle(), 'two');
  expect(printed()).toEqual([1, 2, 3].map(n => `\`one\` match: {"n":${n}}`));
  expect(await readFile(join(directory, 'out.jsonl'), 'utf8')).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
});

test('adds and removes outputs while the query runs', async () => {
  await standing.emit(numberedResult(1));
  await outputs.add(standing.asHandle(), 'late', PRINT);
  await standing.emit(numberedResult(2));
  expect(await outputs.remove(standing.asHandle(), 'late')).toEqual(PRINT);
  await standing.emit(numberedResult(3));
  expect(printed()).toEqual(['`late` match: {"n":2}']);
  expect(standing.consumers.size).toBe(0);
  expect(outputs.definitions('watch')).toEqual({});
});

test('names are unique within a query, and removal requires an existing one', async () => {
  await outputs.add(standing.asHandle(), 'o', PRINT);
  await expect(outputs.add(standing.asHandle(), 'o', PRINT)).rejects.toMatchObject({
    code: 'standing.output-exists',
    message: "There is already a standing query output named 'o'",
  });
  await outputs.add(new FakeStanding('other').asHandle(), 'o', PRINT);
  await expect(outputs.remove(standing.asHandle(), 'x')).rejects.toMatchObject({
    code: 'standing.output-not-found',
  });
  await expect(outputs.remove(new FakeStanding('nobody').asHandle(), 'o')).rejects.toMatchObject({
    code: 'standing.output-not-found',
  });
});

test('opens all outputs of a new query, or none', async () => {
  fake.canContainAllNodeScan = true;
  await expect(outputs.prepare('watch', { good: FILE, bad: SCAN })).rejects.toMatchObject({
    code: 'output.invalid',
  });
  expect(outputs.definitions('watch')).toEqual({});
  expect(fake.stored.size).toBe(0);
});

test('counts the outcomes of results', async () => {
  await attach({
    print: PRINT,
    quiet: parseOutputDefinition({ type: 'PrintToStandardOut', logLevel: 'Trace' }),
  });
  await standing.emit(numberedResult(1), numberedResult(2));
  await settle();
  expect(outputs.stats('watch')).toEqual({
    print: { delivered: 2, failed: 0, dropped: 0, queued: 0 },
    quiet: { delivered: 0, failed: 0, dropped: 2, queued: 0 },
  });
});

test('a slow output blocks the query while its queue is full, then unblocks it', async () => {
  let release = (): void => undefined;
  writer.hold = new Promise(resolve => (release = resolve));
  await attach({ slow: PRINT, fast: parseOutputDefinition({ type: 'Drop' }) });
  let accepted = 0;
  const sending = (async () => {
    for (; accepted < 20_000; accepted++) await standing.emit(numberedResult(accepted));
  })();
  await settle();
  await settle();
  const held = accepted;
  expect(held).toBeLessThan(600);
  await settle();
  expect(accepted).toBe(held);
  expect(outputs.stats('watch')['fast']!.delivered).toBeGreaterThanOrEqual(held);
  release();
  await sending;
  await outputs.remove(standing.asHandle(), 'slow');
  expect(printed()).toHaveLength(20_000);
});

test('never returns secrets, and has them after a restart', async () => {
  const endpoint = await Endpoint.start();
  try {
    const post = parseOutputDefinition({
      type: 'PostToEndpoint',
      url: endpoint.url,
      headers: { 'X-Key': 'hush' },
    });
    const chained = parseOutputDefinition({ type: 'CypherQuery', query: 'x', andThen: post });
    await attach({ post, chained });
    expect(JSON.stringify(outputs.definitions('watch'))).not.toContain('hush');
    expect(outputs.definitions('watch')['post']).toMatchObject({ headers: { 'X-Key': 'Secret(****)' } });
    await outputs.close();

    outputs = await makeOutputs();
    standing = new FakeStanding('watch');
    await outputs.restore(standing.asHandle());
    await standing.emit(numberedResult(1));
    await until(() => endpoint.received.length === 1);
    expect(endpoint.received[0]!.headers['x-key']).toBe('hush');
    expect(JSON.stringify(await outputs.remove(standing.asHandle(), 'post'))).not.toContain('hush');
  } finally {
    await outputs.close();
    await endpoint.stop();
  }
});

test('logs an output that can not be restored, and retries it when there are results', async () => {
  await attach({
    query: parseOutputDefinition({ type: 'CypherQuery', query: 'MATCH (n) RETURN n' }),
    print: PRINT,
  });
  await outputs.close();
  fake.canContainAllNodeScan = true;
  outputs = await makeOutputs();
  standing = new FakeStanding('watch');
  await outputs.restore(standing.asHandle());
  const emitted = standing.emit(numberedResult(1));
  await until(() => printed().length === 1 && environment.timersWaiting === 1);
  expect(Object.keys(outputs.definitions('watch'))).toEqual(['query', 'print']);
  expect(outputs.stats('watch')['query']).toMatchObject({ delivered: 0, failed: 0 });
  expect(environment.logged[0]!.message).toContain(
    "Output 'query' of standing query 'watch' cannot be restored",
  );
  fake.canContainAllNodeScan = false;
  environment.advance(500);
  await emitted;
  expect(outputs.stats('watch')['query']).toMatchObject({ delivered: 1, failed: 0 });
  await outputs.remove(standing.asHandle(), 'query');
  expect(Object.keys(outputs.definitions('watch'))).toEqual(['print']);
});

test('removes the outputs of a removed query', async () => {
  await attach({ print: PRINT });
  await outputs.removeAll('watch');
  expect(standing.consumers.size).toBe(0);
  expect(fake.stored.size).toBe(0);
  await outputs.removeAll('watch');
});

test('delivers pending results on close, within the time limit; the others are not consumed', async () => {
  writer.hold = new Promise(() => undefined);
  await attach({ stuck: PRINT, file: FILE });
  void standing.emit(...Array.from({ length: 300 }, (_, n) => numberedResult(n)));
  const closing = outputs.close();
  const lines = (): number => readFileSync(join(directory, 'out.jsonl'), 'utf8').split('\n').length - 1;
  await until(() => lines() === 300);
  expect(environment.logged).toEqual([]);
  environment.advance(5000);
  await closing;
  expect(environment.logged).toEqual([]);
  expect(standing.consumers.size).toBe(0);
  expect([...standing.cursors]).toEqual(['stuck', 'file']);
  outputs = await makeOutputs();
});

test('drops the cursors of removed outputs', async () => {
  await attach({ print: PRINT });
  await outputs.close();
  standing.cursors.add('forgotten');
  outputs = await makeOutputs();
  await outputs.restore(standing.asHandle());
  expect([...standing.cursors]).toEqual(['print']);
  await outputs.remove(standing.asHandle(), 'print');
  expect([...standing.cursors]).toEqual([]);
});

describe('undeliverable results', () => {
  const failingQuery = (onFailure?: object): OutputDefinition =>
    parseOutputDefinition({ type: 'CypherQuery', query: 'x', shouldRetry: false, onFailure });

  function deadLetters(path: string): unknown[] {
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    return lines.map(line => JSON.parse(line) as unknown);
  }

  test.each<[name: string, onFailure: object | undefined, file: string]>([
    ['by default', undefined, 'dead/watch.%C3%B6ut%2F.jsonl'],
    ['in a file of its own', { type: 'DeadLetter', path: 'mine.jsonl' }, 'mine.jsonl'],
  ])('go to the dead letters: %s', async (_, onFailure, file) => {
    fake.run = value => {
      const { n } = (value as { data: { n: number } }).data;
      return n === 2 ? { rows: [], error: new WeirError('cypher.arithmetic', 'no good') } : { rows: [] };
    };
    await attach({ 'öut/': failingQuery(onFailure) });
    await standing.emit(numberedResult(1), numberedResult(2), numberedResult(3));
    const { resultId } = numberedResult(2);
    expect(deadLetters(join(directory, file))).toEqual([
      {
        time: new Date(environment.clock.now()).toISOString(),
        standingQuery: 'watch',
        output: 'öut/',
        reason: 'its query failed: cypher.arithmetic: no good',
        result: { meta: { resultId, isPositiveMatch: true }, data: { n: 2 } },
      },
    ]);
    expect(outputs.stats('watch')['öut/']).toMatchObject({ delivered: 2, failed: 1 });
    expect(environment.logged).toContainEqual({
      level: 'error',
      message: expect.stringContaining("Output 'öut/' of standing query 'watch': 1 result(s) moved"),
    });
  });

  test('redelivers dead letters, and keeps repeated failures for the next time', async () => {
    let failing = [2, 3, 4];
    const seen: number[] = [];
    fake.run = value => {
      const { n } = (value as { data: { n: number } }).data;
      if (failing.includes(n)) return { rows: [], error: new WeirError('cypher.arithmetic', 'no good') };
      seen.push(n);
      return { rows: [] };
    };
    const file = join(directory, 'dead/watch.out.jsonl');
    await attach({ out: failingQuery() });
    expect(await outputs.redeliver('watch', 'out')).toEqual({ delivered: 0, failed: 0 });
    await standing.emit(...[1, 2, 3, 4].map(n => numberedResult(n)));
    const { deadLetters: before, failure } = (await outputs.statuses('watch'))['out']!;
    expect(failure).toBe('its query failed: cypher.arithmetic: no good');
    expect(before).toMatchObject({ file, bytes: readFileSync(file).length });

    failing = [3];
    expect(await outputs.redeliver('watch', 'out')).toEqual({ delivered: 2, failed: 1 });
    expect(seen).toEqual([1, 2, 4]);
    expect(deadLetters(file)).toMatchObject([{ result: { data: { n: 3 } } }]);
    failing = [];
    expect(await outputs.redeliver('watch', 'out')).toEqual({ delivered: 1, failed: 0 });
    const after = (await outputs.statuses('watch'))['out']!;
    expect(after).toMatchObject({ deadLetters: { bytes: 0 } });
    expect(after.failure).toBeUndefined();
    await expect(outputs.redeliver('watch', 'none')).rejects.toMatchObject({
      code: 'standing.output-not-found',
    });
  });

  test('redelivered results name their source records', async () => {
    const provenance = [{ stream: 's', position: 7 }];
    const error = new WeirError('cypher.arithmetic', 'no good');
    fake.run = () => ({ rows: [], error });
    await attach({ out: failingQuery() });
    await standing.emit({ ...numberedResult(1), provenance, provenanceTruncated: true });
    fake.run = () => ({ rows: [] });
    expect(await outputs.redeliver('watch', 'out')).toEqual({ delivered: 1, failed: 0 });
    expect(fake.ranOver.at(-1)).toEqual(fake.ranOver[0]);
    expect(fake.ranOver[0]).toMatchObject({ meta: { provenance, provenanceTruncated: true } });
  });

  test('results wait for room when the dead letters are full', async () => {
    const file = join(directory, 'dead/watch.out.jsonl');
    await outputs.close();
    outputs = await makeOutputs({ deadLetterLimitBytes: 200 });
    fake.run = () => ({ rows: [], error: new WeirError('cypher.arithmetic', 'no good') });
    await attach({ out: failingQuery() });
    await standing.emit(numberedResult(1));
    let isTaken = false;
    const emitted = standing.emit(numberedResult(2)).then(() => (isTaken = true));
    await until(() => environment.timersWaiting === 1);
    expect(JSON.stringify(environment.logged)).toContain('has reached its limit of 200 bytes');
    expect(isTaken).toBe(false);
    rmSync(file);
    environment.advance(30_000);
    await emitted;
    expect(deadLetters(file)).toMatchObject([{ result: { data: { n: 2 } } }]);
  });

  test('reports why the dead letters of one output have no status, along with the others', async () => {
    mkdirSync(join(directory, 'gone'));
    await attach({
      here: failingQuery(),
      gone: failingQuery({ type: 'DeadLetter', path: 'gone/mine.jsonl' }),
    });
    rmSync(join(directory, 'gone'), { recursive: true });
    const { here, gone } = await outputs.statuses('watch');
    expect(here).toMatchObject({ deadLetters: { bytes: 0 } });
    expect(gone).toMatchObject({ type: 'CypherQuery', delivered: 0 });
    expect(gone!.deadLetters).toBeUndefined();
    expect(gone!.deadLettersError).toContain('does not exist');
  });

  test('keeps dead letters where files may be written', async () => {
    const definition = failingQuery({ type: 'DeadLetter', path: '/etc/mine.jsonl' });
    await expect(outputs.add(standing.asHandle(), 'o', definition)).rejects.toMatchObject({
      code: 'output.file-not-allowed',
    });
  });

  test('holds later results and retries until it succeeds; permanent failures go to the dead letters', async () => {
    let down = true;
    fake.run = value => {
      const { n } = (value as { data: { n: number } }).data;
      if (n === 1) return { rows: [], error: new WeirError('cypher.arithmetic', 'never') };
      return down ? { rows: [], error: new WeirError('store.failed', 'not now') } : { rows: [] };
    };
    await attach({ out: failingQuery({ type: 'Hold' }) });
    const emitted = standing.emit(numberedResult(1), numberedResult(2));
    for (const pause of [500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]) {
      await until(() => environment.timersWaiting === 1);
      environment.advance(pause);
      await settle();
    }
    expect((await outputs.statuses('watch'))['out']).toMatchObject({
      failed: 1,
      failure: 'its query failed: store.failed: not now',
    });
    down = false;
    await until(() => environment.timersWaiting === 1);
    environment.advance(30_000);
    await emitted;
    expect(outputs.stats('watch')['out']).toMatchObject({ delivered: 1, failed: 1 });
    expect(deadLetters(join(directory, 'dead/watch.out.jsonl'))).toHaveLength(1);
  });
});

test('a stored workflow continues after a restart, and its secrets are masked', async () => {
  const headers = { 'X-Key': 'hush' };
  const endpoint = await Endpoint.start();
  const destinations = [{ type: 'HttpEndpoint', url: endpoint.url, headers }, { type: 'StandardOut' }];
  await outputs.add(standing.asHandle(), 'flow', parseStoredOutput({ type: 'Workflow', destinations }));
  const shown = outputs.definitions(standing.name);
  expect(shown).toMatchObject({ flow: { destinations: [{ headers: { 'X-Key': 'Secret(****)' } }, {}] } });
  await outputs.close();
  outputs = await makeOutputs();
  await outputs.restore(standing.asHandle());
  expect(outputs.definitions(standing.name)).toEqual(shown);
  await standing.emit(numberedResult(1));
  await endpoint.stop();
  expect(endpoint.received).toMatchObject([{ headers: { 'x-key': 'hush' } }]);
  expect(writer.lines).toHaveLength(1);
});
