/** The end of a stream, and the records it counts and skips. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ofTier, until } from '@weir/platform/testing';
import { EventServer, eventHeaders } from '@weir/formats/testing';
import { JSON_LINES, LINES, StreamsService } from '../testing/streams-service.js';

const service = new StreamsService();
beforeEach(() => service.open());
afterEach(() => service.close());

describe('a stream that ends', () => {
  test('is completed, has final counts, and does not change', async () => {
    await service.createFile('f', 'one\ntwo\r\n\nfour');
    service.environment.advance(1500);
    const info = await service.ends('f');
    expect(service.graph.values).toEqual(['one', 'two', '', 'four']);
    expect(info).toMatchObject({
      name: 'f',
      status: 'Completed',
      settings: {
        source: { type: 'File', path: 'f.txt', characterEncoding: 'UTF-8', startOffset: 0 },
        parallelism: 16,
      },
      stats: { ingestedCount: 4, rates: { count: 4 }, byteRates: { count: 10 }, rejectedCount: 0 },
    });
    expect(info.stats.startTime).toBe('2023-11-14T22:13:20.000Z');
    const { totalRuntime } = info.stats;
    service.environment.advance(60_000);
    expect(service.streams.get('f')!.stats).toEqual({ ...info.stats, totalRuntime });
    expect(info).not.toHaveProperty('message');
  });

  test.each([
    [{ startAtOffset: 1 }, ['b', 'c', 'd']],
    [{ ingestLimit: 2 }, ['a', 'b']],
    [{ startAtOffset: 1, ingestLimit: 2 }, ['b', 'c']],
    [{ startAtOffset: 9 }, []],
    [{ ingestLimit: 0 }, []],
  ])('%j', async (limits, values) => {
    await service.createFile('f', 'a\nb\nc\nd\n', limits);
    expect((await service.ends('f')).status).toBe('Completed');
    expect(service.graph.values).toEqual(values);
  });

  test('reports progress in bytes, or in records if their limit is closer', async () => {
    let release = (): void => undefined;
    service.graph.hold = new Promise(resolve => (release = resolve));
    await service.createFile('all', 'one\ntwo\n');
    await service.createFile('some', 'one\ntwo\nthree\nfour', { startAtOffset: 1, ingestLimit: 2 });
    await service.create('numbers', { type: 'NumberIteratorIngest', ingestLimit: 100_000 });
    await service.create('endless', { type: 'StandardInputIngest', format: LINES });
    await until(() => service.graph.inFlight > 3);
    const { done, ...rest } = service.streams.get('numbers')!.stats.progress!;
    expect(rest).toEqual({ unit: 'records', total: 100_000 });
    expect(done).toBeGreaterThan(0);
    expect(done).toBeLessThan(100_000);
    expect(service.streams.get('endless')!.stats).not.toHaveProperty('progress');
    release();
    await Promise.all(['all', 'some', 'numbers'].map(name => service.ends(name)));
    const ends = ['all', 'some', 'numbers'].map(name => service.streams.get(name)!.stats.progress);
    expect(ends).toEqual([
      { unit: 'bytes', done: 8, total: 8 },
      { unit: 'records', done: 2, total: 2 },
      { unit: 'records', done: 100_000, total: 100_000 },
    ]);
  });

  test('numbers are text for lines and integers for JSON', async () => {
    await service.create('n', { type: 'NumberIteratorIngest', startAtOffset: 1, ingestLimit: 3 });
    await service.ends('n');
    await service.create('m', {
      type: 'NumberIteratorIngest',
      startAtOffset: 4,
      ingestLimit: 2,
      format: JSON_LINES,
    });
    await service.ends('m');
    expect(service.graph.records.map(({ value }) => value)).toEqual(['1', '2', '3', 4, 5]);
    expect(service.graph.lanes[0]!.query).toContain('idFrom(toInteger($that))');
  });

  test('standard input ends when it ends', async () => {
    await service.create('in', { type: 'StandardInputIngest', format: LINES });
    service.standardInput.write('a\nb');
    await until(() => service.graph.records.length === 1);
    service.standardInput.end('c\n');
    await service.ends('in');
    expect(service.graph.values).toEqual(['a', 'bc']);
  });

  test('names columns by the first row, which is counted', async () => {
    const format = { type: 'CypherCsv', query: 'CREATE ($that)', headers: true };
    await service.createFile('rows', 'h1,"h\n2"\nA,3\nB,4\nC,5\n', { format, ingestLimit: 3 });
    const info = await service.ends('rows');
    expect(service.graph.values).toEqual([
      { h1: 'A', 'h\n2': '3' },
      { h1: 'B', 'h\n2': '4' },
    ]);
    expect(info.stats.ingestedCount).toBe(3);
  });

  test('decodes other encodings', async () => {
    await writeFile(join(service.directory, 'latin'), Buffer.from('gr\u00fc\u00df\n\u0080', 'latin1'));
    await service.create('l', { type: 'FileIngest', path: 'latin', format: LINES, encoding: 'ISO-8859-1' });
    await service.ends('l');
    expect(service.graph.values).toEqual(['grüß', '\u0080']);
  });

  test('Drop counts records and runs nothing', async () => {
    const server = await EventServer.start(({ response }) => {
      eventHeaders(response);
      response.write('data: a\n\ndata: b\n\n');
    });
    await service.create('d', { type: 'ServerSentEventsIngest', url: server.url, format: { type: 'Drop' } });
    await until(() => service.streams.get('d')!.stats.ingestedCount === 2);
    expect(service.graph.lanes).toEqual([]);
    await service.streams.delete('d');
    await server.stop();
  });
});

describe('records that do not parse', () => {
  test('are counted, logged and skipped', async () => {
    await service.createFile('bad', '{"a":1}\nnonsense\n{"a":2}\n\n', { format: JSON_LINES });
    const info = await service.ends('bad');
    // The blank line is not a record.
    expect(info).toMatchObject({ status: 'Completed', stats: { ingestedCount: 3, rejectedCount: 1 } });
    expect(service.graph.values).toEqual([{ a: 1 }, { a: 2 }]);
    const warnings = service.environment.logged.filter(({ message }) => message.includes('bad record(s)'));
    expect(warnings[0]!.message).toContain('record 1');
  });

  test('are logged now and then, not one by one', async () => {
    const lines = ofTier({ fast: 20_000, nightly: 200_000 });
    await service.createFile('bad', 'x\n'.repeat(lines), { format: JSON_LINES });
    expect((await service.ends('bad')).stats.rejectedCount).toBe(lines);
    expect(
      service.environment.logged.filter(({ message }) => message.includes('bad record(s)')).length,
    ).toBeLessThanOrEqual(2);
  });
});
