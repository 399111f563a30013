/** Causes that hold a stream: users, the graph, its own limits. */
import { WeirError } from '@weir/platform';
import { settle, until } from '@weir/platform/testing';
import { LINES, StreamsService } from '../testing/streams-service.js';

const service = new StreamsService();
beforeEach(() => service.open());
afterEach(() => service.close());

describe('pause and start', () => {
  test('hold all records while a stream is paused, and release them afterwards', async () => {
    await service.create('in', { type: 'StandardInputIngest', format: LINES });
    service.standardInput.write('a\n');
    await until(() => service.graph.records.length === 1);
    expect((await service.streams.pause('in')).status).toBe('Paused');
    expect((await service.streams.pause('in')).status).toBe('Paused');
    expect(service.stored('in')!.status).toBe('Paused');
    service.standardInput.write('b\nc\n');
    await settle();
    expect(service.graph.values).toEqual(['a']);
    expect((await service.streams.start('in')).status).toBe('Running');
    expect((await service.streams.start('in')).status).toBe('Running');
    await until(() => service.graph.records.length === 3);
    expect(service.graph.values).toEqual(['a', 'b', 'c']);
  });

  test('reject a stream that service.ended, with a message that says how', async () => {
    await service.createFile('done', 'a\n');
    await service.ends('done');
    service.graph.failFor = () => new WeirError('cypher.runtime', 'no');
    await service.createFile('bad', 'a\n');
    await service.ends('bad');
    for (const [name, word] of [
      ['done', 'completed'],
      ['bad', 'failed'],
    ] as const) {
      const code = 'ingest.not-startable';
      await expect(service.streams.pause(name)).rejects.toMatchObject({
        code,
        message: `Cannot pause a ${word} ingest.`,
      });
      await expect(service.streams.start(name)).rejects.toMatchObject({
        code,
        message: `Cannot resume a ${word} ingest.`,
      });
    }
  });

  test('report a missing stream as not found', async () => {
    for (const call of [
      service.streams.pause('x'),
      service.streams.start('x'),
      service.streams.delete('x'),
    ]) {
      await expect(call).rejects.toMatchObject({ code: 'ingest.not-found' });
    }
    expect(service.streams.get('x')).toBeUndefined();
  });
});

describe('back-pressure', () => {
  test('a slow graph holds the source', async () => {
    let release = (): void => undefined;
    service.graph.hold = new Promise(resolve => (release = resolve));
    await service.create('n', { type: 'NumberIteratorIngest', ingestLimit: 100_000 });
    await until(() => service.graph.inFlight === 4);
    await settle();
    expect(service.streams.get('n')!.stats.ingestedCount).toBeLessThanOrEqual(5 * 1024);
    expect(service.graph.mostInFlight).toBe(4);
    release();
    expect((await service.ends('n')).stats.ingestedCount).toBe(100_000);
    expect(service.graph.records).toHaveLength(100_000);
  });

  test('parallelism limits records in flight', async () => {
    await service.create('n', { type: 'NumberIteratorIngest', ingestLimit: 5000, parallelism: 1 });
    await service.ends('n');
    expect(service.graph.mostInFlight).toBe(1);
    expect(service.graph.lanes[0]!.parallelism).toBe(1);
  });

  test('maximumPerSecond passes one second’s worth, then as much per second', async () => {
    await service.create('n', { type: 'NumberIteratorIngest', maximumPerSecond: 3 });
    await until(() => service.graph.records.length === 3);
    for (let i = 0; i < 190; i++) {
      await settleBriefly();
      service.environment.advance(10);
    }
    await settle();
    expect(service.graph.records.length).toBeGreaterThanOrEqual(5);
    expect(service.graph.records.length).toBeLessThanOrEqual(8);
    expect((await service.streams.delete('n')).status).toBe('Terminated');
  });
});

async function settleBriefly(): Promise<void> {
  for (let i = 0; i < 3; i++) await new Promise(resolve => setImmediate(resolve));
}
