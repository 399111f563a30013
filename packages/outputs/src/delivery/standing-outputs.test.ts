import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseOutputDefinition, type OutputDefinition } from '../definition/output-definition.js';
import { OutputFilePolicy } from '../files/output-file-policy.js';
import { numberedResult } from '../sinks/sink-conformance.js';
import { CollectingWriter } from '../testing/collecting-writer.js';
import { Endpoint } from '../testing/endpoint.js';
import { FakeGraph, FakeStanding } from '../testing/fake-graph.js';
import { settle, TestEnvironment, until } from '@weir/model/testing';
import { StandingOutputs } from './standing-outputs.js';

let directory: string;
let fake: FakeGraph;
let environment: TestEnvironment;
let writer: CollectingWriter;
let outputs: StandingOutputs;
let standing: FakeStanding;

async function makeOutputs(): Promise<StandingOutputs> {
  const files = await OutputFilePolicy.create({ workingDirectory: directory });
  return new StandingOutputs({ graph: fake.asGraph(), environment, writer, files });
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
  await outputs.remove('watch', 'one');
  await outputs.remove('watch', 'two');
  expect(printed()).toEqual([1, 2, 3].map(n => `\`one\` match: {"n":${n}}`));
  expect(await readFile(join(directory, 'out.jsonl'), 'utf8')).toBe('{"n":1}\n{"n":2}\n{"n":3}\n');
});

test('outputs come and go while the query runs', async () => {
  await standing.emit(numberedResult(1));
  await outputs.add(standing.asHandle(), 'late', PRINT);
  await standing.emit(numberedResult(2));
  expect(await outputs.remove('watch', 'late')).toEqual(PRINT);
  await standing.emit(numberedResult(3));
  expect(printed()).toEqual(['`late` match: {"n":2}']);
  expect(standing.consumers.size).toBe(0);
  expect(outputs.definitions('watch')).toEqual({});
});

test('names are unique within a query, and must be known to be removed', async () => {
  await outputs.add(standing.asHandle(), 'o', PRINT);
  await expect(outputs.add(standing.asHandle(), 'o', PRINT)).rejects.toMatchObject({
    code: 'standing.output-exists',
    message: "There is already a standing query output named 'o'",
  });
  await outputs.add(new FakeStanding('other').asHandle(), 'o', PRINT);
  await expect(outputs.remove('watch', 'x')).rejects.toMatchObject({ code: 'standing.output-not-found' });
  await expect(outputs.remove('nobody', 'o')).rejects.toMatchObject({ code: 'standing.output-not-found' });
});

test('all outputs of a new query, or none', async () => {
  fake.canContainAllNodeScan = true;
  await expect(outputs.prepare('watch', { good: FILE, bad: SCAN })).rejects.toMatchObject({
    code: 'output.invalid',
  });
  expect(outputs.definitions('watch')).toEqual({});
  expect(fake.stored.size).toBe(0);
});

test('counts what became of results', async () => {
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

test('a slow output holds the query when its queue is full, and then lets it go on', async () => {
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
  await outputs.remove('watch', 'slow');
  expect(printed()).toHaveLength(20_000);
});

test('secrets never come back out, and are there again after a restart', async () => {
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
    expect(JSON.stringify(await outputs.remove('watch', 'post'))).not.toContain('hush');
  } finally {
    await outputs.close();
    await endpoint.stop();
  }
});

test('an output that can not be restored is logged and kept, and the others work', async () => {
  await attach({
    query: parseOutputDefinition({ type: 'CypherQuery', query: 'MATCH (n) RETURN n' }),
    print: PRINT,
  });
  await outputs.close();
  fake.canContainAllNodeScan = true;
  outputs = await makeOutputs();
  standing = new FakeStanding('watch');
  await outputs.restore(standing.asHandle());
  await standing.emit(numberedResult(1));
  await settle();
  expect(printed()).toHaveLength(1);
  expect(Object.keys(outputs.definitions('watch'))).toEqual(['query', 'print']);
  expect(outputs.stats('watch')['query']).toBeUndefined();
  expect(environment.logged.at(-1)!.message).toContain(
    "Output 'query' of standing query 'watch' can't be restored",
  );
  await outputs.remove('watch', 'query');
  expect(Object.keys(outputs.definitions('watch'))).toEqual(['print']);
});

test('a query that is removed takes its outputs along', async () => {
  await attach({ print: PRINT });
  await outputs.removeAll('watch');
  expect(standing.consumers.size).toBe(0);
  expect(fake.stored.size).toBe(0);
  await outputs.removeAll('watch');
});

test('closing delivers what is queued, as far as there is time, and counts the rest', async () => {
  writer.hold = new Promise(() => undefined);
  await attach({ stuck: PRINT, file: FILE });
  void standing.emit(...Array.from({ length: 300 }, (_, n) => numberedResult(n)));
  const closing = outputs.close();
  const lines = (): number => readFileSync(join(directory, 'out.jsonl'), 'utf8').split('\n').length - 1;
  await until(() => lines() === 300);
  expect(environment.logged).toEqual([]);
  environment.advance(5000);
  await closing;
  expect(environment.logged[0]!.message).toContain('closed with 44 result(s) waiting');
  outputs = await makeOutputs();
});
