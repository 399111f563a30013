/** Sources, destinations and stores from modules, in the program as users start it. */
import { mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GatewayProcess } from '../support/gateway-process.js';
import { projectFile } from '../support/project-file.js';
import { until } from '../support/until.js';
import { LineServer } from './line-server.js';

const EXTENSIONS = ['folder-source', 'tcp-lines-destination', 'bounded-store', 'key-value-format'].flatMap(
  name => ['--extension', projectFile(`examples/${name}.mjs`)],
);

let folder: string;
let server: LineServer;
let weir: GatewayProcess;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-extensions-')));
  await mkdir(join(folder, 'drop'));
  await writeFile(join(folder, 'weir.yaml'), 'file-ingest: { allowed-directories: [drop] }\n');
  server = await LineServer.start();
});
afterEach(async () => {
  await weir.stop();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const start = async (...options: string[]): Promise<GatewayProcess> =>
  (weir = await GatewayProcess.startIn(folder, '--config', 'weir.yaml', ...options));

async function post(path: string, body: unknown): Promise<{ status: number; text: string }> {
  const headers = { 'content-type': 'application/json' };
  const response = await weir.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

/** Creates the file atomically: the source may poll at any moment. */
async function put(name: string, text: string): Promise<void> {
  await writeFile(join(folder, name), text);
  await rename(join(folder, name), join(folder, 'drop', name));
}

async function drop(from: number, to: number): Promise<void> {
  for (let n = from; n < to; n++) await put(`${String(n).padStart(6, '0')}.json`, `{"n": ${n}}`);
}

const source = { type: 'example.Folder', path: 'drop', pollMillis: 20, format: { type: 'Json' } };
const query = 'MATCH (n) WHERE id(n) = idFrom($that.n) SET n.n = $that.n';
const destination = (): object => ({
  type: 'example.TcpLines',
  host: '127.0.0.1',
  port: server.port,
  token: 'hush',
  format: { type: 'JSON' },
});
const standing = (): object => ({
  name: 'numbers',
  pattern: {
    type: 'Cypher',
    mode: 'MultipleValues',
    query: 'MATCH (n) WHERE n.n IS NOT NULL RETURN n.n AS n',
  },
  outputs: [
    { name: 'lines', preEnrichmentTransformation: { type: 'InlineData' }, destinations: [destination()] },
  ],
});

function numbersOf(lines: readonly string[]): Set<number> {
  return new Set(lines.filter(line => line !== 'hush').map(line => (JSON.parse(line) as { n: number }).n));
}
const numbers = (count: number): Set<number> => new Set(Array.from({ length: count }, (_, n) => n));

test('reads records from a custom source and sends matches to a custom destination, across a crash', async () => {
  await start(...EXTENSIONS);
  expect(await post('/api/v2/standing-queries', standing())).toMatchObject({ status: 201 });
  expect(await post('/api/v2/ingests', { name: 'files', source, query })).toMatchObject({ status: 201 });
  await drop(0, 200);
  await until(() => numbersOf(server.lines).size >= 100);
  await weir.kill();

  await drop(200, 300);
  await start(...EXTENSIONS);
  await until(() => numbersOf(server.lines).size === 300);
  expect(numbersOf(server.lines)).toEqual(numbers(300));
  expect(server.lines[0]).toBe('hush');
  const [stream] = ((await (await weir.fetch('/api/v2/ingests')).json()) as { content: unknown[] }).content;
  expect(stream).toMatchObject({ name: 'files', settings: source });
});

test('delivers rejected results once the destination accepts them, and never shows secrets', async () => {
  await start(...EXTENSIONS);
  const { port } = server;
  const held = standing() as { outputs: { onFailure?: object }[] };
  await server.stop();
  held.outputs[0]!.onFailure = { type: 'Hold' };
  const created = await post('/api/v2/standing-queries', held);
  expect(created).toMatchObject({ status: 201 });
  expect(created.text).not.toContain('hush');
  expect(await post('/api/v2/ingests', { name: 'files', source, query })).toMatchObject({ status: 201 });
  await drop(0, 5);
  await until(async () => (await weir.rows('MATCH (n) RETURN count(n)'))[0]![0] === 5);
  expect(server.lines).toEqual([]);
  server = await LineServer.start(port);
  await until(() => numbersOf(server.lines).size === 5);
  expect(await (await weir.fetch('/api/v2/standing-queries')).text()).not.toContain('hush');
});

test('sends unreadable records to a custom destination', async () => {
  await start(...EXTENSIONS);
  const { format: _, ...target } = destination() as { format: object };
  const deadLetters = { ...target, outputFormat: { type: 'JSON', withInfoEnvelope: true } };
  const stream = {
    name: 'files',
    source,
    query,
    onRecordError: { deadLetterQueueSettings: { destinations: [deadLetters] } },
  };
  expect(await post('/api/v2/ingests', stream)).toMatchObject({ status: 201 });
  await put('bad.json', '{"n": ');
  await until(() => server.lines.length === 2);
  expect(JSON.parse(server.lines[1]!)).toMatchObject({ message: expect.stringContaining('JSON') });
  expect(await (await weir.fetch('/api/v2/ingests')).text()).not.toContain('hush');
});

test('the API description has the fields of custom kinds, and they are validated', async () => {
  await start(...EXTENSIONS);
  const description = await (await weir.fetch('/openapi.json')).text();
  expect(description).toContain('The folder, on the machine of the server');
  expect(description).toContain('One line over TCP per match');
  const wrong = await post('/api/v2/ingests', {
    name: 'x',
    query,
    source: { ...source, pollMillis: 'soon' },
  });
  expect(wrong).toMatchObject({ status: 400, text: expect.stringContaining('.source.pollMillis') });
  const elsewhere = await post('/api/v2/ingests', { name: 'x', query, source: { ...source, path: '/etc' } });
  expect(elsewhere).toMatchObject({
    status: 400,
    text: expect.stringContaining('file-ingest.allowed-directories'),
  });
});

test('runs a source in a dry run', async () => {
  await start(...EXTENSIONS);
  await drop(0, 3);
  const tried = await post('/api/v2/graph/quine/ingests:dryRun?limit=2', { name: 'x', source, query });
  expect(tried.status).toBe(200);
  expect(JSON.parse(tried.text)).toMatchObject({ readCount: 2, doneCount: 2, errors: [] });
  expect(await weir.rows('MATCH (n) RETURN count(n)')).toEqual([[0]]);
});

test('keeps a stream whose extension is missing, and runs it again with the extension', async () => {
  await start(...EXTENSIONS);
  await post('/api/v2/standing-queries', standing());
  await post('/api/v2/ingests', { name: 'files', source, query });
  await drop(0, 10);
  await until(() => numbersOf(server.lines).size === 10);
  await weir.stop();
  await drop(10, 20);
  await start();
  await weir.status.matching(/'files' cannot be restored: No extension provides the source example.Folder/);
  // Matches found meanwhile are kept for the query's output.
  await weir.rows('MATCH (n) WHERE id(n) = idFrom(1000) SET n.n = 1000');
  await weir.stop();
  await start(...EXTENSIONS);
  await until(() => numbersOf(server.lines).size === 21);
  expect(numbersOf(server.lines)).toEqual(numbers(20).add(1000));
});

test('stores a graph in a custom store, with its options', async () => {
  await writeFile(
    join(folder, 'weir.yaml'),
    'store: { type: example.bounded, options: { limit: 2000 } }\nworkers: 1\n',
  );
  await start(...EXTENSIONS);
  const fill = weir.rows(
    "UNWIND range(1, 1000) AS i MATCH (n) WHERE id(n) = idFrom(i) SET n.text = 'some text'",
  );
  await expect(fill).rejects.toThrow('The store is full: 2000 bytes of journal per shard');
});

test('reads records of a custom format in worker threads and transforms them', async () => {
  await start(...EXTENSIONS, '--workers', '2');
  const format = { type: 'example.KeyValue', separator: ':' };
  const stream = {
    name: 'pairs',
    source: { ...source, format },
    query: 'MATCH (n) WHERE id(n) = idFrom($that.n) SET n = $that',
    transformation: { type: 'JavaScript', function: 'that => ({ ...that, doubled: that.n * 2 })' },
    onRecordError: { logRecord: true },
  };
  expect(await post('/api/v2/ingests', stream)).toMatchObject({ status: 201 });
  await put('1', 'n:7 name:ann ms:1.5');
  await put('2', 'nothing');
  await until(async () => (await weir.rows('MATCH (n) RETURN count(n)'))[0]![0] === 1);
  expect(await weir.rows('MATCH (n) RETURN n.n, n.name, n.ms, n.doubled')).toEqual([[7, 'ann', 1.5, 14]]);
  await weir.status.matching(/'nothing' has no key/);
  const wrong = { ...stream, name: 'x', source: { ...source, format: { ...format, separator: '::' } } };
  expect(await post('/api/v2/ingests', wrong)).toMatchObject({ status: 400 });
});

test('a recipe uses custom kinds', async () => {
  await writeFile(
    join(folder, 'recipe.yaml'),
    `version: 2
title: Files
ingestStreams:
  - source: ${JSON.stringify(source)}
    query: ${JSON.stringify(query)}
standingQueries:
  - ${JSON.stringify(standing()).replace('MultipleValues', 'MULTIPLE_VALUES')}
`,
  );
  await drop(0, 3);
  await start(...EXTENSIONS, '--recipe', 'recipe.yaml');
  await until(() => numbersOf(server.lines).size === 3);
});

test.each([
  [
    'the store of no extension',
    ['--store', 'example.other'],
    'No extension provides the store example.other',
  ],
  ['a module that is not there', ['--extension', 'none.mjs'], 'cannot be loaded'],
])('%s prevents the start and names the reason', async (_, options, reason) => {
  weir = GatewayProcess.spawnIn(folder, ...options);
  expect(await weir.exit).toBe(1);
  expect(weir.status.seen.join('\n')).toContain(reason);
});
