/** Streams resume in another process that knows only what the previous one had stored. */
import { execFileSync } from 'node:child_process';
import {
  appendFile,
  copyFile,
  mkdtemp,
  open,
  rename,
  rm,
  truncate,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { type Value } from '@weir/model';
import { WeirError } from '@weir/platform';
import { settle, TestEnvironment, until } from '@weir/platform/testing';
import { parseIngestDefinition } from '@weir/definitions';
import { FileAccessPolicy } from '@weir/formats/files';
import { EventServer, eventHeaders } from '@weir/formats/testing';
import { FakeGraph } from '@weir/contract/testing';
import { IngestStreams, type IngestStreamsOptions } from './ingest-streams.js';
import type { StoredStream } from './stream-catalog.js';

const LINES = { type: 'CypherLine', query: 'CREATE ($that)' };

let directory: string;
let environment: TestEnvironment;
let graph: FakeGraph;
let streams: IngestStreams;
let standardInput: PassThrough;
const processes: IngestStreams[] = [];

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weir-resume-'));
  environment = new TestEnvironment();
  graph = new FakeGraph();
  standardInput = new PassThrough();
  await begin();
});

afterEach(async () => {
  for (const process of processes.splice(0)) await process.close();
  await rm(directory, { recursive: true });
});

async function begin(more: Partial<IngestStreamsOptions> = {}): Promise<void> {
  const files = await FileAccessPolicy.create({ workingDirectory: directory });
  streams = new IngestStreams({ graph: graph.asGraph(), environment, files, standardInput, ...more });
  processes.push(streams);
  await streams.restore();
}

/** Starts another process with the stored data; the previous one may continue, without effect. */
async function crash(more: Partial<IngestStreamsOptions> = {}): Promise<void> {
  const stored = structuredClone([...graph.stored]);
  graph = new FakeGraph();
  for (const [key, value] of stored) graph.stored.set(key, value);
  await begin(more);
}

async function stop(more: Partial<IngestStreamsOptions> = {}): Promise<void> {
  await streams.close();
  await crash(more);
}

async function create(definition: object): Promise<void> {
  await streams.create('s', parseIngestDefinition(definition));
}

function stored(): StoredStream {
  return graph.stored.get('ingest-stream/s') as StoredStream;
}

function count(): number {
  return streams.get('s')!.stats.ingestedCount;
}

async function ends(): Promise<Value[]> {
  const run = streams.get('s')!;
  if (run.settings.maxPerSecond !== undefined) {
    while (streams.get('s')!.status === 'Running') {
      await settle();
      environment.advance(500);
    }
  }
  await until(() => streams.get('s')!.status !== 'Running');
  expect(streams.get('s')).toMatchObject({ status: 'Completed' });
  return graph.values;
}

/** Two records pass each second: some records complete, their progress is stored, and some more complete. */
async function halfWay(): Promise<void> {
  await until(() => graph.records.length >= 2);
  for (let i = 0; i < 3; i++) {
    environment.advance(500);
    await settle();
  }
  await until(() => stored().progress.point !== null);
}

const FILE = 'eins,1\nzwei,2\n\ndrei,3\nvier,4\nfünf,5\nsechs,6\nsieben,7\nacht,8\n';
const ALL = FILE.trimEnd().split('\n');
const CSV = { type: 'CypherCsv', query: 'CREATE ($that)' };
const rows = ALL.map(line => line.split(','));

const KINDS: readonly [kind: string, definition: object, all: readonly Value[], encoding?: BufferEncoding][] =
  [
    ['a file', {}, ALL],
    ['a file, one record at a time', { parallelism: 1 }, ALL],
    ['a part of a file', { startAtOffset: 2, ingestLimit: 6 }, ALL.slice(2, 8)],
    ['a file in another encoding', { encoding: 'UTF-16LE' }, ALL, 'utf16le'],
    ['rows', { format: CSV, startAtOffset: 1 }, rows.slice(1)],
    [
      'rows under the names of the first',
      { format: { ...CSV, headers: true }, ingestLimit: 8 },
      rows.slice(1, 8).map(row => (row.length === 2 ? { eins: row[0]!, 1: row[1]! } : { eins: row[0]! })),
    ],
    [
      'numbers',
      { type: 'NumberIteratorIngest', startAtOffset: '9223372036854775803', ingestLimit: 8 },
      [3n, 4n, 5n, 6n, 7n]
        .map(last => String(9223372036854775800n + last))
        .concat([8n, 7n, 6n].map(last => String(-9223372036854775800n - last))),
    ],
  ];

describe.each(KINDS)('%s', (_kind, definition, all, encoding = 'utf8') => {
  const isCsvWithHeader = !Array.isArray(all[0]) && typeof all[0] === 'object';

  test.each([
    ['a crash', crash],
    ['a stop', stop],
  ])('resumes after %s: delivers every record, and the limit counts all of them', async (_how, restart) => {
    await writeFile(join(directory, 'f.txt'), Buffer.from(FILE, encoding));
    const given = { type: 'FileIngest', path: 'f.txt', format: LINES, maximumPerSecond: 2, ...definition };
    await create(given);
    await halfWay();
    await restart();
    const { position } = stored().progress.point!;
    expect(streams.get('s')).toMatchObject({ status: 'Running', settings: parseIngestDefinition(given) });
    const shown = await ends();
    const done = all.length - shown.length;
    expect(done).toBeGreaterThanOrEqual(2);
    expect(shown).toEqual(all.slice(done));
    expect(graph.records[0]!.position).toBe(position);
    expect(count()).toBe(all.length + (isCsvWithHeader ? 1 : 0));
  });
});

test('skips no record that was not durable', async () => {
  let release = (): void => undefined;
  graph.hold = new Promise(resolve => (release = resolve));
  await create({ type: 'NumberIteratorIngest', ingestLimit: 10_000 });
  await until(() => graph.inFlight === 4);
  await crash();
  release();
  expect(await ends()).toHaveLength(10_000);
});

test('a stream that waits for its restart resumes at its position', async () => {
  await create({ type: 'NumberIteratorIngest', ingestLimit: 9, maximumPerSecond: 2 });
  await halfWay();
  await stop({ resume: false });
  expect(streams.get('s')).toMatchObject({ status: 'Restored' });
  const before = count();
  expect(before).toBeGreaterThanOrEqual(2);
  await streams.start('s');
  expect((await ends())[0]).toBe(String(before));
  expect(count()).toBe(9);
});

test('a paused stream stays paused and resumes at its position', async () => {
  await create({ type: 'NumberIteratorIngest', ingestLimit: 9, maximumPerSecond: 2 });
  await halfWay();
  await streams.pause('s');
  await settle();
  await stop();
  expect(streams.get('s')).toMatchObject({ status: 'Paused' });
  const before = count();
  await streams.start('s');
  expect((await ends())[0]).toBe(String(before));
});

test('resumes from the beginning, if configured', async () => {
  await writeFile(join(directory, 'f.txt'), FILE);
  await create({ type: 'FileIngest', path: 'f.txt', format: LINES, maximumPerSecond: 2, startAtOffset: 1 });
  await halfWay();
  await stop({ resumeFrom: 'beginning' });
  expect(await ends()).toEqual(ALL.slice(1));
  expect(count()).toBe(ALL.length - 1);
});

test('an ended stream shows its counts', async () => {
  await writeFile(join(directory, 'f.txt'), '{"a":1}\nnothing\n');
  const format = { type: 'CypherJson', query: 'CREATE ($that)' };
  await create({ type: 'FileIngest', path: 'f.txt', format });
  await ends();
  const { ingestedCount, rejectedCount, byteRates } = streams.get('s')!.stats;
  expect([ingestedCount, rejectedCount, byteRates.count]).toEqual([2, 1, 14]);
  await stop();
  expect(streams.get('s')).toMatchObject({
    status: 'Completed',
    stats: { ingestedCount, rejectedCount, byteRates: { count: byteRates.count } },
  });
});

test('counts records once that are read again after a transient failure', async () => {
  await create({ type: 'NumberIteratorIngest', ingestLimit: 5000 });
  const failures = [new WeirError('store.failed', 'busy')];
  graph.failChunk = () => failures.pop();
  await until(() => environment.timersWaiting > 0 && streams.get('s')!.status === 'Failed');
  environment.advance(30_000);
  await until(() => streams.get('s')!.status === 'Completed');
  expect(count()).toBe(5000);
});

describe('a file that was changed before resuming', () => {
  const path = (): string => join(directory, 'f.txt');

  async function interrupted(encoding: BufferEncoding = 'utf8'): Promise<void> {
    await writeFile(path(), Buffer.from(FILE, encoding));
    const name = encoding === 'utf8' ? 'UTF-8' : 'UTF-16LE';
    await create({ type: 'FileIngest', path: 'f.txt', format: LINES, maximumPerSecond: 2, encoding: name });
    await halfWay();
    await streams.close();
  }

  test.each<[how: string, change: () => Promise<void>, code: string, encoding?: BufferEncoding]>([
    ['cut', () => truncate(path(), 9), 'ingest.source-changed'],
    ['cut, in another encoding', () => truncate(path(), 32), 'ingest.source-changed', 'utf16le'],
    ['emptied', () => truncate(path(), 0), 'ingest.source-changed'],
    ['replaced', () => writeFile(path(), 'x'.repeat(1000)), 'ingest.source-changed'],
    [
      'replaced, in another encoding',
      () => writeFile(path(), 'x'.repeat(1000)),
      'ingest.source-changed',
      'utf16le',
    ],
    [
      'changed before the place where it stood',
      async () => {
        const file = await open(path(), 'r+');
        await file.write('Z', 7);
        await file.close();
      },
      'ingest.source-changed',
    ],
    ['deleted', () => unlink(path()), 'ingest.file-not-found'],
  ])('%s: the stream fails with a message', async (_how, change, code, encoding = 'utf8') => {
    await interrupted(encoding);
    await change();
    await crash();
    await until(() => streams.get('s')!.status === 'Failed');
    expect(streams.get('s')!.message).toMatch(new RegExp(`^${code}: .*f\\.txt`));
    expect(graph.records).toEqual([]);
    await crash();
    expect(streams.get('s')).toMatchObject({ status: 'Failed' });
  });

  test('accepts a copy of it with more at its end', async () => {
    await interrupted();
    await copyFile(path(), path() + '.new');
    await rename(path() + '.new', path());
    await appendFile(path(), 'neun,9\n');
    await crash();
    const values = await ends();
    expect(values).toEqual([...ALL, 'neun,9'].slice(-values.length));
    expect(count()).toBe(ALL.length + 1);
  });

  test('detects a change far before the resume position only in the first bytes', async () => {
    const lines = Array.from({ length: 300 }, (_, i) => `line ${i}`);
    await writeFile(path(), lines.join('\n'));
    await create({ type: 'FileIngest', path: 'f.txt', format: LINES, maximumPerSecond: 200 });
    await until(() => graph.records.length >= 200);
    await streams.close();
    const file = await open(path(), 'r+');
    await file.write('L', 1100);
    await file.close();
    await crash();
    expect((await ends()).at(-1)).toBe('line 299');
    expect(count()).toBe(300);
  });
});

describe('sources that deliver nothing twice', () => {
  test('standard input: continues with the next record', async () => {
    await create({ type: 'StandardInputIngest', format: LINES });
    standardInput.write('a\n');
    await until(() => graph.records.length === 1);
    await stop();
    standardInput.end('b\n');
    expect(await ends()).toEqual(['b']);
    expect(graph.records[0]!.position).toBe(1);
    expect(count()).toBe(2);
  });

  test('a named pipe: continues with the next record, skips nothing, and stops at the limit', async () => {
    const path = join(directory, 'pipe');
    execFileSync('mkfifo', [path]);
    // Opened for reading too, a pipe does not wait for its reader.
    const writer = await open(path, 'r+');
    await create({ type: 'FileIngest', path: 'pipe', format: LINES, startAtOffset: 1, ingestLimit: 3 });
    await writer.write('skipped\na\n');
    await until(() => graph.records.length === 1);
    await stop();
    await writer.write('b\nc\nd\n');
    environment.advance(1000);
    expect(await ends()).toEqual(['b', 'c']);
    await writer.close();
  });
});

test('server-sent events: sends the id of the last durable event to the sender', async () => {
  const server = await EventServer.start(({ response }) => {
    eventHeaders(response);
    response.write('id: 7\ndata: a\n\nid: 8\ndata: b\n\n');
  });
  await create({ type: 'ServerSentEventsIngest', url: server.url, format: { ...LINES, type: 'CypherRaw' } });
  await until(() => graph.records.length === 2);
  await settle();
  environment.advance(1000);
  await settle();
  await crash();
  await until(() => server.connections.length === 2);
  expect(server.connections.map(({ lastEventId }) => lastEventId)).toEqual([undefined, '8']);
  await server.stop();
});

describe('storing progress', () => {
  test('once per interval, regardless of the number of records, and when a stream stops', async () => {
    let writes = 0;
    const metadata = graph.asGraph().admin.metadata;
    const counting = {
      ...metadata,
      put: (key: string, value: unknown) => (writes++, metadata.put(key, value)),
    };
    streams = new IngestStreams({
      graph: {
        ...graph.asGraph(),
        admin: { ...graph.asGraph().admin, metadata: counting },
      },
      environment,
      files: await FileAccessPolicy.create({ workingDirectory: directory }),
      savePositionMillis: 250,
    });
    processes.push(streams);
    await create({ type: 'NumberIteratorIngest', maximumPerSecond: 100 });
    expect(writes).toBe(1);
    for (let i = 0; i < 100; i++) {
      await settle();
      environment.advance(10);
    }
    await settle();
    expect(writes).toBe(1 + 4);
    expect(stored().progress.records).toBeGreaterThan(100);
    await streams.close();
    expect(stored().progress.records).toBe(count());
    expect(environment.timersWaiting).toBe(0);
  });

  test('a deleted stream is not restored', async () => {
    await create({ type: 'NumberIteratorIngest', ingestLimit: 9, maximumPerSecond: 2 });
    await until(() => graph.records.length === 2);
    await streams.delete('s');
    environment.advance(5000);
    await settle();
    expect(stored()).toBeUndefined();
  });
});
