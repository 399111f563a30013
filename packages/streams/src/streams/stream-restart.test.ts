/** Streams of an earlier process in a new one. */
import { unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { WeirError } from '@weir/platform';
import { settle, until } from '@weir/platform/testing';
import { LINES, StreamsService } from '../testing/streams-service.js';

const service = new StreamsService();
beforeEach(() => service.open());
afterEach(() => service.close());

describe('after a restart', () => {
  test.each([
    [false, { run: 'Restored', held: 'Paused', done: 'Completed', bad: 'Failed' }],
    [true, { run: 'Running', held: 'Paused', done: 'Completed', bad: 'Failed' }],
  ])('with resume %s', async (resume, expected) => {
    await service.create('run', { type: 'StandardInputIngest', format: LINES });
    await service.create('held', { type: 'NumberIteratorIngest' });
    await service.streams.pause('held');
    await service.createFile('done', 'a\n');
    await service.ends('done');
    service.graph.failFor = () => new WeirError('cypher.runtime', 'no');
    await service.createFile('bad', 'a\n');
    const { message } = await service.ends('bad');
    service.graph.failFor = () => undefined;
    await service.streams.close();

    service.graph.records.length = 0;
    service.standardInput = new PassThrough();
    service.streams = await service.makeStreams({ resume });
    await service.streams.restore();
    const shown = Object.fromEntries(service.streams.list().map(info => [info.name, info.status]));
    expect(shown).toEqual(expected);
    expect(Object.keys(shown)).toEqual(Object.keys(expected));
    expect(service.streams.get('bad')!.message).toBe(message);
    await expect(service.streams.start('done')).rejects.toMatchObject({
      message: 'Cannot resume a completed ingest.',
    });

    service.standardInput.write('line\n');
    await settle();
    expect(service.graph.values).toEqual(resume ? ['line'] : []);
    await service.streams.start('run');
    await until(() => service.graph.records.length === 1);
    expect(service.status('run')).toBe('Running');
  });

  test('after a crash, restores the last status that was written, and durable progress', async () => {
    await service.createFile('f', 'a\nb\n');
    await service.ends('f');
    await service.create('n', {
      type: 'NumberIteratorIngest',
      startAtOffset: '9223372036854775806',
      ingestLimit: 4,
      maximumPerSecond: 1,
    });
    await until(() => service.graph.records.length === 3);
    // The streams are not closed.
    const crashed = service.streams;
    service.streams = await service.makeStreams({ resume: false });
    await service.streams.restore();
    expect(service.streams.list().map(info => [info.name, info.status])).toEqual([
      ['f', 'Completed'],
      ['n', 'Restored'],
    ]);
    expect(service.streams.get('n')!.settings).toMatchObject({
      source: { startOffset: 9223372036854775806n },
    });
    await crashed.close();
  });

  test('a stream whose file is missing is restored as failed, and the others are restored', async () => {
    await service.create('first', { type: 'StandardInputIngest', format: LINES });
    await writeFile(join(service.directory, 'gone'), 'a\n');
    await service.create('gone', { type: 'FileIngest', path: 'gone', format: LINES, maximumPerSecond: 1 });
    await service.streams.pause('gone').catch(() => undefined);
    await service.streams.close();
    service.graph.stored.set('ingest-stream/gone', { ...service.stored('gone')!, status: 'Running' });
    await unlink(join(service.directory, 'gone'));
    service.streams = await service.makeStreams();
    await service.streams.restore();
    expect(service.status('first')).toBe('Running');
    expect(service.streams.get('gone')).toMatchObject({
      status: 'Failed',
      message: expect.stringContaining('ingest.file-not-found') as string,
    });
  });

  test('restores a stream that was stored in the format of version 1', async () => {
    await service.createFile('f', 'a\nb\n');
    await service.ends('f');
    const stored = service.stored('f')!;
    const definition = { type: 'FileIngest', path: 'f.txt', format: LINES };
    await service.streams.close();
    service.graph.stored.set('ingest-stream/f', { ...stored, definition });
    service.streams = await service.makeStreams();
    await service.streams.restore();
    expect(service.streams.get('f')).toMatchObject({
      status: 'Completed',
      settings: {
        source: { type: 'File', format: { type: 'Line' }, path: 'f.txt' },
        query: 'CREATE ($that)',
      },
    });
  });

  test('stopping stores the position of each stream', async () => {
    await service.createFile('f', 'a\nbb\nccc\n', { maximumPerSecond: 2 });
    await until(() => service.graph.records.length === 2);
    await settle();
    await service.streams.close();
    expect(service.stored('f')).toMatchObject({
      status: 'Running',
      progress: { point: { position: 2 }, records: 2 },
    });
    await expect(service.create('late', { type: 'NumberIteratorIngest' })).rejects.toMatchObject({
      code: 'graph.closed',
    });
  });
});
