/** Records of a sender that does not send them again, while the store fails. */
import type { ServerResponse } from 'node:http';
import { SeededRandom, WeirError } from '@weir/platform';
import { randomTest, settle, until } from '@weir/platform/testing';
import { parseIngestDefinition } from '@weir/definitions';
import { CONTAINERS, eventHeaders, EventServer } from '@weir/formats/testing';
import { LINES, StreamsService } from '../testing/streams-service.js';

const service = new StreamsService();
beforeEach(() => service.open());
afterEach(() => service.close());

describe('records that the sender no longer has, when the store fails', () => {
  async function failsNowAndThen(write: (line: string) => void): Promise<void> {
    const { seed } = randomTest('stores');
    const random = new SeededRandom(seed);
    service.graph.failChunk = () =>
      random.next() < 0.4 ? new WeirError('store.failed', `seed ${seed}`) : undefined;
    const lines = Array.from({ length: 200 }, (_, i) => `line ${i}`);
    for (let next = 0; new Set(service.graph.values).size < lines.length;) {
      const end = Math.min(lines.length, next + Math.floor(random.next() * 12));
      while (next < end) write(lines[next++]!);
      await settle();
      if (service.streams.get('s')!.status === 'Failed') service.environment.advance(60_000);
    }
    expect([...new Set(service.graph.values)]).toEqual(lines);
    expect(service.streams.get('s')!.stats.readCount).toBe(lines.length);
  }

  test('delivers kept lines of standard input again', async () => {
    await service.create('s', { type: 'StandardInputIngest', format: LINES });
    await failsNowAndThen(line => service.standardInput.write(`${line}\n`));
    service.standardInput.end();
    await service.ends('s');
  });

  test('delivers kept events without ids again, over one connection', async () => {
    let response: ServerResponse | undefined;
    const server = await EventServer.start(connection => {
      eventHeaders(connection.response);
      connection.response.flushHeaders();
      response = connection.response;
    });
    const format = { ...LINES, type: 'CypherJson' };
    await service.create('s', { type: 'ServerSentEventsIngest', url: server.url, format });
    await until(() => response !== undefined);
    await failsNowAndThen(line => response!.write(`data: "${line}"\n\n`));
    expect(server.connections).toHaveLength(1);
    await server.stop();
  });

  test('delivers values of a container again, with their schema', async () => {
    const { source, ...definition } = parseIngestDefinition({ type: 'StandardInputIngest', format: LINES });
    const container = { ...source, format: { type: 'AvroContainer' } } as typeof source;
    let failures = 1;
    service.graph.failChunk = () => (failures-- > 0 ? new WeirError('store.failed', 'full') : undefined);
    await service.streams.create('s', { ...definition, source: container });
    service.standardInput.end(Buffer.from(CONTAINERS.deflate, 'base64'));
    await until(() => service.environment.timersWaiting > 0 && service.streams.get('s')!.status === 'Failed');
    service.environment.advance(60_000);
    expect((await service.ends('s')).stats).toMatchObject({ ingestedCount: 7, rejectedCount: 0 });
  });

  test('a stream that is removed meanwhile ends immediately', async () => {
    service.graph.failChunk = () => new WeirError('store.failed', 'full');
    await service.create('s', { type: 'StandardInputIngest', format: LINES });
    service.standardInput.write('a\n');
    await until(() => service.environment.timersWaiting > 0 && service.streams.get('s')!.status === 'Failed');
    await service.streams.delete('s');
    expect(service.streams.list()).toEqual([]);
  });
});
