/** Names, rejections, and deletion by users. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settle, until } from '@weir/platform/testing';
import { FileAccessPolicy } from '@weir/formats/files';
import { LINES, StreamsService } from '../testing/streams-service.js';
import { IngestStreams } from './ingest-streams.js';

const service = new StreamsService();
beforeEach(() => service.open());
afterEach(() => service.close());

describe('creating', () => {
  test('a name can be used once, even while it is being created', async () => {
    const message = 'Cannot create ingest stream `n` (a stream with this name already exists)';
    const first = service.create('n', { type: 'NumberIteratorIngest', ingestLimit: 1 });
    await expect(service.create('n', { type: 'NumberIteratorIngest' })).rejects.toMatchObject({
      code: 'ingest.exists',
      message,
    });
    await first;
    await service.ends('n');
    await expect(service.create('n', { type: 'NumberIteratorIngest' })).rejects.toMatchObject({
      code: 'ingest.exists',
    });
    await service.streams.delete('n');
    await service.create('n', { type: 'NumberIteratorIngest', ingestLimit: 2 });
    expect(service.streams.get('n')!.stats.ingestedCount).toBeLessThanOrEqual(2);
  });

  test.each<[definition: object, code: string, text: RegExp]>([
    [
      { type: 'FileIngest', path: 'missing' },
      'ingest.file-not-found',
      /^Failed to create ingest stream `x`: Encountered errors in provided ingest configuration: Invalid file path: missing - \/.*missing does not exist$/,
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
      /not (an|a valid) http or https URL/,
    ],
    [
      { type: 'StandardInputIngest', format: { ...LINES, type: 'CypherCsv', headers: true } },
      'ingest.invalid',
      /list in 'headers'/,
    ],
  ])('rejects %j', async (definition, code, text) => {
    await writeFile(join(service.directory, 'there'), 'x');
    await expect(service.create('x', definition)).rejects.toMatchObject({
      code,
      message: expect.stringMatching(text) as string,
    });
    expect(service.streams.list()).toEqual([]);
    expect(service.graph.stored.size).toBe(0);
  });

  test('rejects a directory as a file', async () => {
    const files = await FileAccessPolicy.create({
      workingDirectory: service.directory,
      allowedDirectories: [join(service.directory, '..')],
    });
    service.streams = new IngestStreams({
      graph: service.graph.asGraph(),
      environment: service.environment,
      files,
    });
    await expect(service.create('x', { type: 'FileIngest', path: '.' })).rejects.toMatchObject({
      code: 'ingest.invalid',
    });
  });
});

describe('deleting', () => {
  test('answers when the stream has stopped, with records in flight stored', async () => {
    let release = (): void => undefined;
    service.graph.hold = new Promise(resolve => (release = resolve));
    await service.create('n', { type: 'NumberIteratorIngest' });
    await until(() => service.graph.inFlight === 4);
    let isClosed = false;
    const deletion = service.streams.delete('n').then(info => {
      isClosed = true;
      return info;
    });
    await settle();
    expect(isClosed).toBe(false);
    release();
    const info = await deletion;
    expect(info.status).toBe('Terminated');
    expect(service.graph.records).toHaveLength(4 * 1024);
    expect(service.streams.list()).toEqual([]);
    expect(service.stored('n')).toBeUndefined();
  });

  test('shows how an ended stream ended', async () => {
    await service.createFile('f', 'a\n');
    await service.ends('f');
    expect((await service.streams.delete('f')).status).toBe('Completed');
    expect(service.ended).toHaveLength(1);
  });

  test('leaves unread input to the next stream', async () => {
    await service.create('in', { type: 'StandardInputIngest', format: LINES });
    service.standardInput.write('a\n');
    await until(() => service.graph.records.length === 1);
    await service.streams.delete('in');
    service.standardInput.write('b\n');
    await service.create('in', { type: 'StandardInputIngest', format: LINES });
    await until(() => service.graph.records.length === 2);
    expect(service.graph.records.map(({ value }) => value)).toEqual(['a', 'b']);
  });

  test.each(['paused', 'waiting for its source', 'waiting for its rate'])(
    'a stream that is %s',
    async how => {
      if (how === 'waiting for its rate')
        await service.create('s', { type: 'NumberIteratorIngest', maximumPerSecond: 1 });
      else await service.create('s', { type: 'StandardInputIngest', format: LINES });
      if (how === 'paused') await service.streams.pause('s');
      await settle();
      expect((await service.streams.delete('s')).status).toBe('Terminated');
    },
  );
});
