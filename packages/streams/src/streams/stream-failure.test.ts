/** Causes of a stream's failure, and its messages. */
import { appendFile, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WeirError } from '@weir/platform';
import { until } from '@weir/platform/testing';
import { EventServer, eventHeaders } from '@weir/formats/testing';
import { JSON_LINES, LINES, StreamsService } from '../testing/streams-service.js';

const service = new StreamsService();
beforeEach(() => service.open());
afterEach(() => service.close());

describe('a stream that fails', () => {
  test('by its query: reports the record and the reason', async () => {
    service.graph.failFor = value =>
      value === 'c' ? new WeirError('cypher.arithmetic', '/ by zero') : undefined;
    await service.createFile('f', 'a\nb\nc\nd\n');
    const info = await service.ends('f');
    expect(info).toMatchObject({
      status: 'Failed',
      message: 'cypher.arithmetic: The ingest query failed for record 2: / by zero',
    });
    expect(service.streams.get('f')).toEqual(info);
    expect(service.stored('f')).toMatchObject({ status: 'Failed', message: info.message });
    expect(service.environment.logged.at(-1)).toMatchObject({ level: 'error' });
  });

  test('by a line that is too long', async () => {
    await service.createFile('f', 'short\n' + 'x'.repeat(101) + '\nafter\n', { maximumLineSize: 100 });
    const info = await service.ends('f');
    expect(info.message).toMatch(/^ingest\.record-too-long: The line that begins at byte 6 /);
    expect(service.graph.values).toEqual(['short']);
  });

  test('by default, by a line of more than 128 MiB; a line of 100 MB is an ordinary record', async () => {
    await writeFile(join(service.directory, 'large'), Buffer.alloc(100_000_000, 'x'));
    await appendFile(join(service.directory, 'large'), '\n{"a":1}\n');
    await service.create('large', { type: 'FileIngest', path: 'large', format: JSON_LINES });
    expect(await service.ends('large')).toMatchObject({ status: 'Completed', stats: { rejectedCount: 1 } });
    expect(service.graph.values).toEqual([{ a: 1 }]);
    await truncate(join(service.directory, 'large'), 0);
    await truncate(join(service.directory, 'large'), 140_000_000);
    await service.create('larger', { type: 'FileIngest', path: 'large', format: JSON_LINES });
    expect((await service.ends('larger')).message).toMatch(/^ingest\.record-too-long: .* 134217728 bytes/);
  });

  test('while it waits for records: immediately', async () => {
    const server = await EventServer.start(({ response }) => {
      eventHeaders(response);
      response.write('data: poison\n\n');
    });
    service.graph.failFor = () => new WeirError('cypher.runtime', 'no');
    await service.create('s', {
      type: 'ServerSentEventsIngest',
      url: server.url,
      format: { ...LINES, type: 'CypherRaw' },
    });
    expect((await service.ends('s')).status).toBe('Failed');
    await server.stop();
  });

  test('transiently: restarts after everything that completed', async () => {
    const failures = [new WeirError('store.failed', 'busy')];
    service.graph.failChunk = () => failures.pop();
    await service.createFile('f', 'a\nb\n');
    await until(() => service.environment.timersWaiting === 1);
    expect(service.streams.get('f')).toMatchObject({ status: 'Failed', message: 'store.failed: busy' });
    expect(service.stored('f')).toMatchObject({ status: 'Running' });
    expect(service.ended).toEqual([]);
    expect(service.streams.hasEnded('f')).toBe(false);
    service.environment.advance(30_000);
    expect(await service.ends('f')).toMatchObject({ status: 'Completed' });
    expect(service.streams.hasEnded('f')).toBe(true);
    expect(service.graph.values).toEqual(['a', 'b']);
  });

  test('transiently, over and over: fails permanently', async () => {
    service.graph.failChunk = () => new WeirError('graph.not-ready', 'busy');
    await service.createFile('f', 'a\n');
    for (let attempt = 0; attempt < 3; attempt++) {
      await until(() => service.environment.timersWaiting === 1);
      service.environment.advance(30_000);
    }
    expect(await service.ends('f')).toMatchObject({ status: 'Failed', message: 'graph.not-ready: busy' });
  });
});
