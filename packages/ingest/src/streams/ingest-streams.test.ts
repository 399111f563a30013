import { appendFile, mkdtemp, rm, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { WeirError } from '@weir/model';
import { parseIngestDefinition } from '../definition/ingest-definition.js';
import { FileAccessPolicy } from '../files/file-access-policy.js';
import { EventServer, eventHeaders } from '../testing/event-server.js';
import { FakeGraph } from '../testing/fake-graph.js';
import { settle, TestEnvironment, until } from '@weir/model/testing';
import type { IngestInfo } from './ingest-info.js';
import { IngestStreams, type IngestStreamsOptions } from './ingest-streams.js';
import type { StoredStream } from './stream-catalogue.js';

let directory: string;
let graph: FakeGraph;
let environment: TestEnvironment;
let ended: IngestInfo[];
let streams: IngestStreams;
let standardInput: PassThrough;

async function makeStreams(more: Partial<IngestStreamsOptions> = {}): Promise<IngestStreams> {
  const files = await FileAccessPolicy.create({ workingDirectory: directory });
  return new IngestStreams({
    graph: graph.asGraph(),
    environment,
    files,
    standardInput,
    onEnded: info => ended.push(info),
    ...more,
  });
}

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'weir-ingest-'));
  graph = new FakeGraph();
  environment = new TestEnvironment();
  ended = [];
  standardInput = new PassThrough();
  streams = await makeStreams();
});

afterEach(async () => {
  await streams.close();
  await rm(directory, { recursive: true });
});

async function create(name: string, definition: object): Promise<void> {
  await streams.create(name, parseIngestDefinition(definition));
}

async function createFile(name: string, lines: string, more: object = {}): Promise<void> {
  await writeFile(join(directory, `${name}.txt`), lines);
  await create(name, { type: 'FileIngest', path: `${name}.txt`, format: LINES, ...more });
}

const LINES = { type: 'CypherLine', query: 'CREATE ($that)' };
const JSON_LINES = { type: 'CypherJson', query: 'CREATE ($that)' };

function status(name: string): string | undefined {
  return streams.get(name)?.status;
}

async function ends(name: string): Promise<IngestInfo> {
  await until(() => ended.some(info => info.name === name));
  return ended.find(info => info.name === name)!;
}

function stored(name: string): StoredStream | undefined {
  return graph.stored.get(`ingest-stream/${name}`) as StoredStream | undefined;
}

describe('a stream that ends', () => {
  test('is completed, has counted, and stands still', async () => {
    await createFile('f', 'one\ntwo\r\n\nfour');
    environment.advance(1500);
    const info = await ends('f');
    expect(graph.values).toEqual(['one', 'two', '', 'four']);
    expect(info).toMatchObject({
      name: 'f',
      status: 'Completed',
      settings: { type: 'FileIngest', path: 'f.txt', parallelism: 16, encoding: 'UTF-8', startAtOffset: 0 },
      stats: { ingestedCount: 4, rates: { count: 4 }, byteRates: { count: 10 }, rejectedCount: 0 },
    });
    expect(info.stats.startTime).toBe('2023-11-14T22:13:20.000Z');
    const { totalRuntime } = info.stats;
    environment.advance(60_000);
    expect(streams.get('f')!.stats).toEqual({ ...info.stats, totalRuntime });
    expect(info).not.toHaveProperty('message');
  });

  test.each([
    [{ startAtOffset: 1 }, ['b', 'c', 'd']],
    [{ ingestLimit: 2 }, ['a', 'b']],
    [{ startAtOffset: 1, ingestLimit: 2 }, ['b', 'c']],
    [{ startAtOffset: 9 }, []],
    [{ ingestLimit: 0 }, []],
  ])('%j', async (limits, values) => {
    await createFile('f', 'a\nb\nc\nd\n', limits);
    expect((await ends('f')).status).toBe('Completed');
    expect(graph.values).toEqual(values);
  });

  test('numbers come as text for lines and as integers for JSON', async () => {
    await create('n', { type: 'NumberIteratorIngest', startAtOffset: 1, ingestLimit: 3 });
    await ends('n');
    await create('m', { type: 'NumberIteratorIngest', startAtOffset: 4, ingestLimit: 2, format: JSON_LINES });
    await ends('m');
    expect(graph.records.map(({ value }) => value)).toEqual(['1', '2', '3', 4, 5]);
    expect(graph.lanes[0]!.query).toContain('idFrom(toInteger($that))');
  });

  test('standard input ends when it ends', async () => {
    await create('in', { type: 'StandardInputIngest', format: LINES });
    standardInput.write('a\nb');
    await until(() => graph.records.length === 1);
    standardInput.end('c\n');
    await ends('in');
    expect(graph.values).toEqual(['a', 'bc']);
  });

  test('rows under the names of the first row; that row counts', async () => {
    const format = { type: 'CypherCsv', query: 'CREATE ($that)', headers: true };
    await createFile('rows', 'h1,"h\n2"\nA,3\nB,4\nC,5\n', { format, ingestLimit: 3 });
    const info = await ends('rows');
    expect(graph.values).toEqual([
      { h1: 'A', 'h\n2': '3' },
      { h1: 'B', 'h\n2': '4' },
    ]);
    expect(info.stats.ingestedCount).toBe(3);
  });

  test('other encodings are understood', async () => {
    await writeFile(join(directory, 'latin'), Buffer.from('gr\u00fc\u00df\n\u0080', 'latin1'));
    await create('l', { type: 'FileIngest', path: 'latin', format: LINES, encoding: 'ISO-8859-1' });
    await ends('l');
    expect(graph.values).toEqual(['grüß', '\u0080']);
  });

  test('Drop counts and runs nothing', async () => {
    const server = await EventServer.start(({ response }) => {
      eventHeaders(response);
      response.write('data: a\n\ndata: b\n\n');
    });
    await create('d', { type: 'ServerSentEventsIngest', url: server.url, format: { type: 'Drop' } });
    await until(() => streams.get('d')!.stats.ingestedCount === 2);
    expect(graph.lanes).toEqual([]);
    await streams.delete('d');
    await server.stop();
  });
});

describe('records that do not parse', () => {
  test('are counted, logged and skipped', async () => {
    await createFile('bad', '{"a":1}\nnonsense\n{"a":2}\n\n', { format: JSON_LINES });
    const info = await ends('bad');
    expect(info).toMatchObject({ status: 'Completed', stats: { ingestedCount: 4, rejectedCount: 2 } });
    expect(graph.values).toEqual([{ a: 1 }, { a: 2 }]);
    const warnings = environment.logged.filter(({ message }) => message.includes('did not parse'));
    expect(warnings[0]!.message).toContain('record 1');
  });

  test('are logged now and then, not one by one', async () => {
    await createFile('bad', 'x\n'.repeat(200_000), { format: JSON_LINES });
    expect((await ends('bad')).stats.rejectedCount).toBe(200_000);
    expect(
      environment.logged.filter(({ message }) => message.includes('did not parse')).length,
    ).toBeLessThanOrEqual(2);
  });
});

describe('a stream that fails', () => {
  test('by its query: says which record, and why', async () => {
    graph.failFor = value => (value === 'c' ? new WeirError('cypher.arithmetic', '/ by zero') : undefined);
    await createFile('f', 'a\nb\nc\nd\n');
    const info = await ends('f');
    expect(info).toMatchObject({
      status: 'Failed',
      message: 'cypher.arithmetic: The ingest query failed for record 2: / by zero',
    });
    expect(streams.get('f')).toEqual(info);
    expect(stored('f')).toMatchObject({ status: 'Failed', message: info.message });
    expect(environment.logged.at(-1)).toMatchObject({ level: 'error' });
  });

  test('by a line that is too long', async () => {
    await createFile('f', 'short\n' + 'x'.repeat(101) + '\nafter\n', { maximumLineSize: 100 });
    const info = await ends('f');
    expect(info.message).toMatch(/^ingest\.record-too-long: The line that begins at byte 6 /);
    expect(graph.values).toEqual(['short']);
  });

  test('by default, by a line of more than 128 MiB; one of 100 MB is a record like any other', async () => {
    await writeFile(join(directory, 'large'), Buffer.alloc(100_000_000, 'x'));
    await appendFile(join(directory, 'large'), '\n{"a":1}\n');
    await create('large', { type: 'FileIngest', path: 'large', format: JSON_LINES });
    expect(await ends('large')).toMatchObject({ status: 'Completed', stats: { rejectedCount: 1 } });
    expect(graph.values).toEqual([{ a: 1 }]);
    await truncate(join(directory, 'large'), 0);
    await truncate(join(directory, 'large'), 140_000_000);
    await create('larger', { type: 'FileIngest', path: 'large', format: JSON_LINES });
    expect((await ends('larger')).message).toMatch(/^ingest\.record-too-long: .* 134217728 bytes/);
  });

  test('while it waits for records: at once', async () => {
    const server = await EventServer.start(({ response }) => {
      eventHeaders(response);
      response.write('data: poison\n\n');
    });
    graph.failFor = () => new WeirError('cypher.runtime', 'no');
    await create('s', {
      type: 'ServerSentEventsIngest',
      url: server.url,
      format: { ...LINES, type: 'CypherRaw' },
    });
    expect((await ends('s')).status).toBe('Failed');
    await server.stop();
  });

  test('in a way that may pass: starts again where everything before was done', async () => {
    const failures = [new WeirError('store.failed', 'busy')];
    graph.failChunk = () => failures.pop();
    await createFile('f', 'a\nb\n');
    await until(() => environment.timersWaiting === 1);
    expect(streams.get('f')).toMatchObject({ status: 'Failed', message: 'store.failed: busy' });
    expect(stored('f')).toMatchObject({ status: 'Running' });
    expect(ended).toEqual([]);
    environment.advance(30_000);
    expect(await ends('f')).toMatchObject({ status: 'Completed' });
    expect(graph.values).toEqual(['a', 'b']);
  });

  test('in a way that may pass, over and over: fails for good', async () => {
    graph.failChunk = () => new WeirError('graph.not-ready', 'busy');
    await createFile('f', 'a\n');
    for (let attempt = 0; attempt < 3; attempt++) {
      await until(() => environment.timersWaiting === 1);
      environment.advance(30_000);
    }
    expect(await ends('f')).toMatchObject({ status: 'Failed', message: 'graph.not-ready: busy' });
  });
});

describe('pause and start', () => {
  test('nothing passes while a stream is paused; then everything does', async () => {
    await create('in', { type: 'StandardInputIngest', format: LINES });
    standardInput.write('a\n');
    await until(() => graph.records.length === 1);
    expect((await streams.pause('in')).status).toBe('Paused');
    expect((await streams.pause('in')).status).toBe('Paused');
    expect(stored('in')!.status).toBe('Paused');
    standardInput.write('b\nc\n');
    await settle();
    expect(graph.values).toEqual(['a']);
    expect((await streams.start('in')).status).toBe('Running');
    expect((await streams.start('in')).status).toBe('Running');
    await until(() => graph.records.length === 3);
    expect(graph.values).toEqual(['a', 'b', 'c']);
  });

  test('are refused for a stream that ended, in words that say how', async () => {
    await createFile('done', 'a\n');
    await ends('done');
    graph.failFor = () => new WeirError('cypher.runtime', 'no');
    await createFile('bad', 'a\n');
    await ends('bad');
    for (const [name, word] of [
      ['done', 'completed'],
      ['bad', 'failed'],
    ] as const) {
      const code = 'ingest.not-startable';
      await expect(streams.pause(name)).rejects.toMatchObject({
        code,
        message: `Cannot pause a ${word} ingest.`,
      });
      await expect(streams.start(name)).rejects.toMatchObject({
        code,
        message: `Cannot resume a ${word} ingest.`,
      });
    }
  });

  test('of nothing are not found', async () => {
    for (const call of [streams.pause('x'), streams.start('x'), streams.delete('x')]) {
      await expect(call).rejects.toMatchObject({ code: 'ingest.not-found' });
    }
    expect(streams.get('x')).toBeUndefined();
  });
});

describe('back-pressure', () => {
  test('a slow graph holds the source', async () => {
    let release = (): void => undefined;
    graph.hold = new Promise(resolve => (release = resolve));
    await create('n', { type: 'NumberIteratorIngest', ingestLimit: 100_000 });
    await until(() => graph.inFlight === 4);
    await settle();
    expect(streams.get('n')!.stats.ingestedCount).toBeLessThanOrEqual(5 * 1024);
    expect(graph.mostInFlight).toBe(4);
    release();
    expect((await ends('n')).stats.ingestedCount).toBe(100_000);
    expect(graph.records).toHaveLength(100_000);
  });

  test('parallelism bounds what is under way', async () => {
    await create('n', { type: 'NumberIteratorIngest', ingestLimit: 5000, parallelism: 1 });
    await ends('n');
    expect(graph.mostInFlight).toBe(1);
    expect(graph.lanes[0]!.parallelism).toBe(1);
  });

  test('maximumPerSecond lets a second’s worth pass, then as much per second', async () => {
    await create('n', { type: 'NumberIteratorIngest', maximumPerSecond: 3 });
    await until(() => graph.records.length === 3);
    for (let i = 0; i < 190; i++) {
      await settleBriefly();
      environment.advance(10);
    }
    await settle();
    expect(graph.records.length).toBeGreaterThanOrEqual(5);
    expect(graph.records.length).toBeLessThanOrEqual(8);
    expect((await streams.delete('n')).status).toBe('Terminated');
  });
});

async function settleBriefly(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise(resolve => setImmediate(resolve));
}

describe('creating', () => {
  test('a name can be used once, also while it is being created', async () => {
    const message = 'Cannot create ingest stream `n` (a stream with this name already exists)';
    const first = create('n', { type: 'NumberIteratorIngest', ingestLimit: 1 });
    await expect(create('n', { type: 'NumberIteratorIngest' })).rejects.toMatchObject({
      code: 'ingest.exists',
      message,
    });
    await first;
    await ends('n');
    await expect(create('n', { type: 'NumberIteratorIngest' })).rejects.toMatchObject({
      code: 'ingest.exists',
    });
    await streams.delete('n');
    await create('n', { type: 'NumberIteratorIngest', ingestLimit: 2 });
    expect(streams.get('n')!.stats.ingestedCount).toBeLessThanOrEqual(2);
  });

  test.each<[definition: object, code: string, text: RegExp]>([
    [
      { type: 'FileIngest', path: 'missing' },
      'ingest.file-not-found',
      /^Failed to create ingest stream `x`: Encountered errors in provided ingest configuration: Invalid file path: missing - \/.*missing$/,
    ],
    [
      { type: 'FileIngest', path: '/etc/hostname' },
      'ingest.file-not-allowed',
      /File path not allowed: \/etc\/hostname/,
    ],
    [
      { type: 'FileIngest', path: 'there', encoding: 'klingon' },
      'ingest.invalid',
      /Unknown encoding 'klingon'/,
    ],
    [
      { type: 'FileIngest', path: 'there', format: { type: 'CypherLine', query: 'SYNTAX' } },
      'cypher.syntax',
      /not a query/,
    ],
    [
      { type: 'ServerSentEventsIngest', url: 'file:///etc/passwd' },
      'ingest.invalid',
      /no http or https address/,
    ],
    [
      { type: 'StandardInputIngest', format: { ...LINES, type: 'CypherCsv', headers: true } },
      'ingest.invalid',
      /list in 'headers'/,
    ],
  ])('%j is refused', async (definition, code, text) => {
    await writeFile(join(directory, 'there'), 'x');
    await expect(create('x', definition)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(text) as string,
    });
    expect(streams.list()).toEqual([]);
    expect(graph.stored.size).toBe(0);
  });

  test('a directory is no file', async () => {
    const files = await FileAccessPolicy.create({
      workingDirectory: directory,
      allowedDirectories: [join(directory, '..')],
    });
    streams = new IngestStreams({ graph: graph.asGraph(), environment, files });
    await expect(create('x', { type: 'FileIngest', path: '.' })).rejects.toMatchObject({
      code: 'ingest.invalid',
    });
  });
});

describe('deleting', () => {
  test('answers when the stream has stopped; what was under way is stored', async () => {
    let release = (): void => undefined;
    graph.hold = new Promise(resolve => (release = resolve));
    await create('n', { type: 'NumberIteratorIngest' });
    await until(() => graph.inFlight === 4);
    let isGone = false;
    const deletion = streams.delete('n').then(info => {
      isGone = true;
      return info;
    });
    await settle();
    expect(isGone).toBe(false);
    release();
    const info = await deletion;
    expect(info.status).toBe('Terminated');
    expect(graph.records).toHaveLength(4 * 1024);
    expect(streams.list()).toEqual([]);
    expect(stored('n')).toBeUndefined();
  });

  test('of a stream that ended shows how it ended', async () => {
    await createFile('f', 'a\n');
    await ends('f');
    expect((await streams.delete('f')).status).toBe('Completed');
    expect(ended).toHaveLength(1);
  });

  test('leaves to the next stream what was not read', async () => {
    await create('in', { type: 'StandardInputIngest', format: LINES });
    standardInput.write('a\n');
    await until(() => graph.records.length === 1);
    await streams.delete('in');
    standardInput.write('b\n');
    await create('in', { type: 'StandardInputIngest', format: LINES });
    await until(() => graph.records.length === 2);
    expect(graph.records.map(({ value }) => value)).toEqual(['a', 'b']);
  });

  test.each(['paused', 'waiting for its source', 'waiting for its rate'])(
    'a stream that is %s',
    async how => {
      if (how === 'waiting for its rate')
        await create('s', { type: 'NumberIteratorIngest', maximumPerSecond: 1 });
      else await create('s', { type: 'StandardInputIngest', format: LINES });
      if (how === 'paused') await streams.pause('s');
      await settle();
      expect((await streams.delete('s')).status).toBe('Terminated');
    },
  );
});

describe('after a restart', () => {
  test.each([
    [false, { run: 'Restored', held: 'Paused', done: 'Completed', bad: 'Failed' }],
    [true, { run: 'Running', held: 'Paused', done: 'Completed', bad: 'Failed' }],
  ])('with resume %s', async (resume, expected) => {
    await create('run', { type: 'StandardInputIngest', format: LINES });
    await create('held', { type: 'NumberIteratorIngest' });
    await streams.pause('held');
    await createFile('done', 'a\n');
    await ends('done');
    graph.failFor = () => new WeirError('cypher.runtime', 'no');
    await createFile('bad', 'a\n');
    const { message } = await ends('bad');
    graph.failFor = () => undefined;
    await streams.close();

    graph.records.length = 0;
    standardInput = new PassThrough();
    streams = await makeStreams({ resume });
    await streams.restore();
    const shown = Object.fromEntries(streams.list().map(info => [info.name, info.status]));
    expect(shown).toEqual(expected);
    expect(Object.keys(shown)).toEqual(Object.keys(expected));
    expect(streams.get('bad')!.message).toBe(message);
    await expect(streams.start('done')).rejects.toMatchObject({
      message: 'Cannot resume a completed ingest.',
    });

    standardInput.write('line\n');
    await settle();
    expect(graph.values).toEqual(resume ? ['line'] : []);
    await streams.start('run');
    await until(() => graph.records.length === 1);
    expect(status('run')).toBe('Running');
  });

  test('a crash finds the last status that was written, and what is durable', async () => {
    await createFile('f', 'a\nb\n');
    await ends('f');
    await create('n', {
      type: 'NumberIteratorIngest',
      startAtOffset: '9223372036854775806',
      ingestLimit: 4,
      maximumPerSecond: 1,
    });
    await until(() => graph.records.length === 3);
    // Nothing is closed.
    const crashed = streams;
    streams = await makeStreams({ resume: false });
    await streams.restore();
    expect(streams.list().map(info => [info.name, info.status])).toEqual([
      ['f', 'Completed'],
      ['n', 'Restored'],
    ]);
    expect(streams.get('n')!.settings).toMatchObject({ startAtOffset: 9223372036854775806n });
    await crashed.close();
  });

  test('a stream whose file is gone comes back as failed, and the others come back', async () => {
    await create('first', { type: 'StandardInputIngest', format: LINES });
    await writeFile(join(directory, 'gone'), 'a\n');
    await create('gone', { type: 'FileIngest', path: 'gone', format: LINES, maximumPerSecond: 1 });
    await streams.pause('gone').catch(() => undefined);
    await streams.close();
    graph.stored.set('ingest-stream/gone', { ...stored('gone')!, status: 'Running' });
    await unlink(join(directory, 'gone'));
    streams = await makeStreams();
    await streams.restore();
    expect(status('first')).toBe('Running');
    expect(streams.get('gone')).toMatchObject({
      status: 'Failed',
      message: expect.stringContaining('ingest.file-not-found') as string,
    });
  });

  test('stopping stores where each stream is', async () => {
    await createFile('f', 'a\nbb\nccc\n', { maximumPerSecond: 2 });
    await until(() => graph.records.length === 2);
    await settle();
    await streams.close();
    expect(stored('f')).toMatchObject({
      status: 'Running',
      progress: { point: { position: 2 }, records: 2 },
    });
    await expect(create('late', { type: 'NumberIteratorIngest' })).rejects.toMatchObject({
      code: 'graph.closed',
    });
  });
});
