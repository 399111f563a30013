/** RabbitMQ as a source and a destination, against a real server. */
import { describeDestination, describeSource, destinationOf, sourceOf } from '@weir/plugins/conformance';
import { TestEnvironment } from '@weir/platform/testing';
import { extensions } from '@weir/plugin-rabbitmq';
import type { Channel, ChannelModel, GetMessage } from 'amqplib';
import { takeTexts } from '../brokers/take-texts.js';
import { RABBITMQ_USER, rabbitMqHere, RabbitMqServer } from '../services/rabbitmq-server.js';
import { describeWith } from '../services/service-cache.js';
import { CuttableProxy } from '../support/cuttable-proxy.js';
import { until } from '../support/until.js';
import { message } from './plugin-messages.js';
import { distinctNumbers, numbers, PluginRun } from './plugin-run.js';

const [source] = extensions.sources!;
const [destination] = extensions.destinations!;

describeWith('RabbitMQ', await rabbitMqHere(), found => {
  let server: RabbitMqServer;
  let connection: ChannelModel;
  let channel: Channel;
  let run: PluginRun | undefined;
  let queues = 0;
  beforeAll(async () => {
    server = await RabbitMqServer.start(found);
    connection = await server.client();
    channel = await connection.createChannel();
  });
  afterAll(async () => {
    await run?.stop();
    await connection.close();
    await server.stop();
  });

  const login = () => ({ url: server.url, ...RABBITMQ_USER });

  async function freshQueue(...texts: string[]): Promise<string> {
    const { queue } = await channel.assertQueue(`queue-${queues++}`, { durable: true });
    for (const text of texts) channel.sendToQueue(queue, Buffer.from(text), { persistent: true });
    await until(async () => (await ready(queue)) === texts.length);
    return queue;
  }

  /** Number of messages that no consumer has received. */
  const ready = async (queue: string): Promise<number> => (await channel.checkQueue(queue)).messageCount;

  /** Removes all messages of a queue. */
  async function drain(queue: string): Promise<GetMessage[]> {
    const messages: GetMessage[] = [];
    for (;;) {
      const next = await channel.get(queue, { noAck: true });
      if (next === false) return messages;
      messages.push(next);
    }
  }

  const textsOf = (messages: readonly GetMessage[]): string[] =>
    messages.map(({ content }) => content.toString());

  describeSource(source!, async () => {
    const records = ['one', 'two', 'three', 'four', 'fünf'];
    return { definition: { ...login(), queue: await freshQueue(...records) }, records };
  });

  describeDestination(destination!, async () => {
    const routingKey = await freshQueue();
    return { definition: { ...login(), routingKey }, arrived: async () => textsOf(await drain(routingKey)) };
  });

  test('acknowledges only what is durable', async () => {
    const queue = await freshQueue('one', 'two', 'three', 'four');
    const reader = await sourceOf(source!, { ...login(), queue, prefetch: 3 });
    await reader.open();
    const { after } = await takeTexts(reader, 2);
    expect((await takeTexts(reader, 1)).texts).toEqual(['three']);
    expect(await ready(queue)).toBe(1);
    await reader.acknowledge(after);
    expect((await takeTexts(reader, 1)).texts).toEqual(['four']);
    await reader.close();
    await until(async () => (await ready(queue)) === 2);
    expect(textsOf(await drain(queue))).toEqual(['three', 'four']);
  });

  test('acknowledges nothing in a dry run', async () => {
    const queue = await freshQueue('one', 'two');
    const reader = await sourceOf(source!, { ...login(), queue }, { isTrial: true });
    await reader.open();
    const { after } = await takeTexts(reader, 2);
    await reader.acknowledge(after);
    await reader.close();
    await until(async () => (await ready(queue)) === 2);
  });

  test('returns messages to the queue while it is paused', async () => {
    const queue = await freshQueue('one', 'two', 'three');
    const reader = await sourceOf(source!, { ...login(), queue });
    await reader.open();
    await takeTexts(reader, 1);
    await reader.pause();
    await until(async () => (await ready(queue)) === 2);
    await reader.resume();
    expect((await takeTexts(reader, 2)).texts).toEqual(['two', 'three']);
    await reader.close();
  });

  test('reads messages again that were not durable when the connection was lost', async () => {
    const queue = await freshQueue('one', 'two');
    const proxy = await CuttableProxy.before(server.port);
    const environment = new TestEnvironment();
    const url = `amqp://${proxy.address}`;
    const reader = await sourceOf(source!, { ...login(), url, queue }, { environment });
    await reader.open();
    const { after } = await takeTexts(reader, 2);
    proxy.cut();
    const next = takeTexts(reader, 2);
    await until(() => reader.status!().trouble !== undefined);
    proxy.heal();
    environment.advance(10_000);
    expect((await next).texts).toEqual(['one', 'two']);
    // Refers to the lost connection.
    await reader.acknowledge(after);
    await reader.acknowledge((await next).after);
    await reader.close();
    expect(await ready(queue)).toBe(0);
    await proxy.close();
  });

  test('a record can have the routing key and the headers', async () => {
    const queue = await freshQueue();
    const options = { messageId: 'm1', headers: { tenant: 'a' } };
    channel.sendToQueue(queue, Buffer.from('{"n":1}'), options);
    channel.sendToQueue(queue, Buffer.from(''));
    const reader = await sourceOf(source!, { ...login(), queue, envelope: true });
    await reader.open();
    const { texts } = await takeTexts(reader, 2);
    const fields = { exchange: '', routingKey: queue, redelivered: false };
    expect(texts.map(text => JSON.parse(text) as unknown)).toEqual([
      { ...fields, ...options, payload: { n: 1 } },
      { ...fields, headers: {}, payload: null },
    ]);
    await reader.close();
  });

  test.each([
    ['a wrong password', { password: 'wrong' }, /403 \(ACCESS-REFUSED\)/],
    [
      'a virtual host that does not exist',
      { path: '/none' },
      /does not open the virtual host 'none': it does not exist or is down, or 'alice' has no permission/,
    ],
    ['a queue that does not exist', { queue: 'none' }, /404 \(NOT-FOUND\) .*no queue 'none'/],
  ])('rejects %s with a clear error', async (_, { path = '', ...fields }: Record<string, string>, reason) => {
    const { url, ...user } = login();
    const definition = { url: url + path, ...user, queue: await freshQueue(), ...fields };
    const reader = await sourceOf(source!, definition);
    await reader.open();
    const sender = `^Cannot read from RabbitMQ at 127.0.0.1:${server.port}: .*`;
    await expect(reader.next(1)).rejects.toMatchObject({
      code: 'ingest.invalid',
      message: expect.stringMatching(new RegExp(sender + reason.source)),
    });
    await reader.close();
  });

  test.each([
    ['a wrong password', { password: 'wrong' }, /403 \(ACCESS-REFUSED\)/, false],
    [
      'an exchange that does not exist',
      { exchange: 'none' },
      /404 \(NOT-FOUND\) .*no exchange 'none'/,
      false,
    ],
    ['a message that no queue receives', {}, /: no queue receives 'none' of the exchange ''$/, true],
    ['a server that is not there', { url: 'amqp://127.0.0.1:1' }, /ECONNREFUSED/, true],
  ])('reports %s', async (_, fields, reason, mayPass) => {
    const writer = await destinationOf(destination!, { ...login(), routingKey: 'none', ...fields });
    const one = message('r1', { n: 1 });
    const failed = [{ message: one, reason: expect.stringMatching(reason), mayPass }];
    expect(await writer.write([one])).toEqual(failed);
    expect(await writer.write([one])).toEqual(failed);
    await writer.close();
  });

  test('publishes persistent messages with the routing key that a placeholder names', async () => {
    const queue = await freshQueue();
    await channel.assertExchange('alerts', 'topic');
    await channel.bindQueue(queue, 'alerts', 'user.*');
    const writer = await destinationOf(destination!, {
      ...login(),
      exchange: 'alerts',
      routingKey: 'user.{{data.user}}',
    });
    const match = message('r1', { user: 'Ada' });
    const lost = message('r2', { user: 'a.b' });
    expect(await writer.write([match, lost])).toMatchObject([{ message: lost, mayPass: true }]);
    expect(await writer.write([message('r1', { user: 'Ada' }, true)])).toEqual([]);
    await writer.close();
    const arrived = await drain(queue);
    expect(arrived.map(({ fields }) => fields.routingKey)).toEqual(['user.Ada', 'user.Ada']);
    expect(arrived.map(({ properties }) => properties)).toMatchObject(
      ['match', 'retraction'].map(kind => ({
        messageId: 'r1',
        headers: { kind },
        contentType: 'application/json',
        deliveryMode: 2,
      })),
    );
  });

  test('publishes again after the connection was lost', async () => {
    const routingKey = await freshQueue();
    const proxy = await CuttableProxy.before(server.port);
    const url = `amqp://${proxy.address}`;
    const writer = await destinationOf(destination!, { ...login(), url, routingKey });
    expect(await writer.write([message('r1', { n: 1 })])).toEqual([]);
    proxy.cut();
    expect(await writer.write([message('r2', { n: 2 })])).toMatchObject([{ mayPass: true }]);
    proxy.heal();
    await until(async () => (await writer.write([message('r2', { n: 2 })]))!.length === 0);
    await writer.close();
    expect(distinctNumbers(textsOf(await drain(routingKey)))).toEqual([1, 2]);
    await proxy.close();
  });

  test('carries records to matches across a crash, and masks the password', async () => {
    const [queue, routingKey] = [await freshQueue(), await freshQueue()];
    run = await PluginRun.start('@weir/plugin-rabbitmq');
    const type = 'weir.RabbitMq';
    await run.createPipeline({ type, ...login(), queue, prefetch: 50 }, { type, ...login(), routingKey });
    expect(await run.stream()).not.toContain(RABBITMQ_USER.password);
    expect(await run.standing()).not.toContain(RABBITMQ_USER.password);
    const send = (from: number, to: number): void => {
      for (const n of numbers(from, to)) channel.sendToQueue(queue, Buffer.from(`{"n":${n}}`));
    };
    send(0, 600);
    await until(async () => (await ready(routingKey)) >= 100);
    const crashed = run.crash();
    send(600, 1000);
    await crashed;
    await run.expectCount(1000);
    const arrived = new Set<number>();
    await until(async () => {
      for (const n of distinctNumbers(textsOf(await drain(routingKey)))) arrived.add(n);
      return arrived.size === 1000;
    });
    expect([...arrived].sort((a, b) => a - b)).toEqual(numbers(0, 1000));
    await until(async () => (await ready(queue)) === 0);
  });
});
