import type { DeadRecord } from '@weir/contract';
import type { DeadLetterDestination } from '@weir/definitions';
import { settle, until } from '@weir/platform/testing';
import { encodeEach, Unwritable } from '@weir/formats/encoders';
import { Endpoint, type TestContext, testContext } from '@weir/formats/testing';
import { DeadLetterQueue } from './record-dead-letters.js';

const RECORDS = ['a', 'b', 'c'].map((text): DeadRecord => ({
  bytes: Buffer.from(text),
  frame: text,
  message: 'bad',
}));

let endpoint: Endpoint;
let context: TestContext;
beforeEach(async () => {
  endpoint = await Endpoint.start();
  context = await testContext();
});
afterEach(() => endpoint.stop());

function open(...destinations: readonly DeadLetterDestination[]): Promise<DeadLetterQueue> {
  return DeadLetterQueue.open(destinations, { ...context, stream: 'in' });
}

function toEndpoint(): DeadLetterDestination {
  const outputFormat = { type: 'JSON', withInfoEnvelope: false } as const;
  return { type: 'HttpEndpoint', url: endpoint.url, headers: {}, parallelism: 1, outputFormat };
}

test('returns only the records that one destination did not accept', async () => {
  endpoint.answer = ({ body }) => (body === '"b"' ? 400 : 200);
  const queue = await open({ type: 'StandardOut' }, toEndpoint());
  expect(await queue.add(RECORDS)).toEqual(new Map([[1, [`${endpoint.url}: status 400`]]]));
  expect(endpoint.bodies).toEqual(['a', 'b', 'c']);
  expect(context.writer.lines).toEqual(['"a"', '"b"', '"c"']);
  await queue.close();
});

test('reports to a stopped stream that nothing arrived', async () => {
  const queue = await open(toEndpoint());
  queue.abort();
  const why = [`${endpoint.url}: the stream was stopped before the record arrived`];
  expect(await queue.add(RECORDS)).toEqual(new Map([0, 1, 2].map(index => [index, why])));
  await queue.close();
});

describe('a stream that is stopped with Slack as a destination', () => {
  async function gathered(): Promise<DeadLetterQueue> {
    const queue = await open({ type: 'Slack', hookUrl: endpoint.url, intervalSeconds: 20 });
    await queue.add(RECORDS.slice(0, 1));
    await until(() => endpoint.received.length === 1 && endpoint.atOnce === 0);
    await settle();
    await queue.add(RECORDS.slice(1));
    return queue;
  }

  test('sends the message without waiting for the response', async () => {
    const queue = await gathered();
    endpoint.answer = () => new Promise(() => undefined);
    queue.abort();
    await queue.close();
    await until(() => endpoint.received.length === 2);
    expect(endpoint.received[1]!.body).toContain('2 records of in could not be read');
  });

  test('logs it if the message can not be sent', async () => {
    const queue = await gathered();
    endpoint.answer = () => new Promise(() => undefined);
    queue.abort();
    await until(() => endpoint.received.length === 2);
    context.environment.advance(1_000);
    await until(() => context.environment.logged.length > 0);
    expect(context.environment.logged[0]!.message).toContain('could not report 2 dead letters');
  });
});

test('a record that a format can not represent does not delay others', () => {
  const untaken = new Map<number, string>();
  const encode = ({ bytes }: DeadRecord): Buffer => {
    if (bytes[0] === 98) throw new Unwritable('no place for it');
    return Buffer.from(bytes);
  };
  const encoded = encodeEach(RECORDS, encode, untaken);
  expect(encoded.map(({ index, bytes }) => [index, String(bytes)])).toEqual([
    [0, 'a'],
    [2, 'c'],
  ]);
  expect(untaken).toEqual(new Map([[1, 'no place for it']]));
});
