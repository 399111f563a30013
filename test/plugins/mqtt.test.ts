/** MQTT as a source and a destination, against a broker in this process. */
import { TestEnvironment } from '@weir/platform/testing';
import { describeDestination, describeSource, destinationOf, sourceOf } from '@weir/plugins/conformance';
import type { IngestSource } from '@weir/plugins';
import { extensions } from '@weir/plugin-mqtt';
import { takeTexts } from '../brokers/take-texts.js';
import { MQTT_USER, MqttBroker } from '../services/mqtt-broker.js';
import { CuttableProxy } from '../support/cuttable-proxy.js';
import { until } from '../support/until.js';
import { message } from './plugin-messages.js';
import { numbers } from './plugin-run.js';

const [source] = extensions.sources!;
const [destination] = extensions.destinations!;

let broker: MqttBroker;
let clients = 0;
const sources: IngestSource[] = [];
beforeAll(async () => {
  broker = await MqttBroker.start();
});
afterEach(async () => {
  for (const each of sources.splice(0)) await each.close();
});
afterAll(() => broker.stop());

interface Reading {
  readonly url: string;
  readonly topics: readonly string[];
  readonly clientId: string;
}

/** Fields of a source for fresh topics. */
function reading(): Reading {
  const name = `client-${clients++}`;
  return { url: broker.url, topics: [`${name}/#`], clientId: name };
}

/** Opens a source once, so that the broker has a session for it, with these messages. */
async function session(fields: Reading, ...texts: string[]): Promise<void> {
  const reader = await sourceOf(source!, fields);
  await reader.open();
  const subscribed = broker.subscribed();
  const nothing = reader.next(1);
  await subscribed;
  await reader.close();
  await nothing;
  for (const text of texts) await broker.publish(`${fields.clientId}/n`, text);
}

async function opened(...given: Parameters<typeof sourceOf>): ReturnType<typeof sourceOf> {
  const reader = await sourceOf(...given);
  sources.push(reader);
  await reader.open();
  return reader;
}

describeSource(source!, async () => {
  const records = ['one', 'two', 'three', 'four', 'fünf'];
  const definition = reading();
  await session(definition, ...records);
  return { definition, records };
});

describeDestination(destination!, async () => {
  const topic = `results-${clients++}`;
  const found = await broker.collect(topic);
  return { definition: { url: broker.url, topic }, arrived: () => found.map(({ text }) => text) };
});

test('acknowledges only what is durable, many messages at a time', async () => {
  const fields = reading();
  const texts = numbers(0, 300).map(String);
  await session(fields, ...texts);
  const reader = await opened(source!, fields);
  expect((await takeTexts(reader, 100)).texts).toEqual(texts.slice(0, 100));
  const { after } = await takeTexts(reader, 100);
  await takeTexts(reader, 100);
  await reader.acknowledge(after);
  await reader.close();
  const again = await opened(source!, fields);
  expect((await takeTexts(again, 100)).texts).toEqual(texts.slice(200));
  await again.close();
});

test('reads messages again that were not durable when the connection was lost', async () => {
  const fields = reading();
  await session(fields, 'one', 'two', 'three');
  const proxy = await CuttableProxy.before(broker.port);
  const environment = new TestEnvironment();
  const reader = await opened(source!, { ...fields, url: `mqtt://${proxy.address}` }, { environment });
  const all = ['one', 'two', 'three'];
  const { after } = await takeTexts(reader, 3);
  const next = takeTexts(reader, 3);
  proxy.cut();
  await until(() => reader.status!().trouble !== undefined);
  proxy.heal();
  environment.advance(10_000);
  expect((await next).texts).toEqual(all);
  // Refers to the lost connection.
  await reader.acknowledge(after);
  await reader.close();
  const last = await opened(source!, fields);
  expect((await takeTexts(last, 3)).texts).toEqual(all);
  await proxy.close();
});

test('keeps the connection while the graph reads nothing, and then reads everything', async () => {
  const fields = { ...reading(), qos: 0 };
  const environment = new TestEnvironment();
  const reader = await opened(source!, fields, { environment });
  const subscribed = broker.subscribed();
  const first = reader.next(1);
  await subscribed;
  const texts = numbers(0, 3000).map(n => `${n} ${'x'.repeat(1000)}`);
  let isPinged = false;
  void broker.pinged().then(() => (isPinged = true));
  for (const text of texts) await broker.publish(`${fields.clientId}/n`, text, { qos: 0 });
  expect((await first)!.chunk.bounds).toHaveLength(2);
  await until(() => {
    environment.advance(10_000);
    return isPinged;
  });
  expect((await takeTexts(reader, 2999)).texts).toEqual(texts.slice(1));
});

test('ends its connection while messages wait that were not read', async () => {
  const fields = { ...reading(), qos: 0 };
  const reader = await opened(source!, fields);
  const subscribed = broker.subscribed();
  const first = reader.next(1);
  await subscribed;
  for (const n of numbers(0, 3000))
    await broker.publish(`${fields.clientId}/n`, `${n} ${'x'.repeat(1000)}`, { qos: 0 });
  await first;
  const ended = broker.ended();
  await reader.close();
  await ended;
});

test('a dry run takes neither the session of the stream nor its messages', async () => {
  const fields = reading();
  await session(fields, 'one');
  const reader = await opened(source!, fields);
  expect((await takeTexts(reader, 1)).texts).toEqual(['one']);
  await broker.publish(`${fields.clientId}/kept`, 'kept', { retain: true });
  const trial = await opened(source!, fields, { isTrial: true });
  expect((await takeTexts(trial, 1)).texts).toEqual(['kept']);
  expect((await takeTexts(reader, 1)).texts).toEqual(['kept']);
  expect(reader.status!()).toEqual({});
  await trial.close();
});

test('a record can have the topic', async () => {
  const fields = reading();
  await session(fields, '{"n":1}', '');
  const reader = await opened(source!, { ...fields, envelope: true });
  const topic = `${fields.clientId}/n`;
  expect((await takeTexts(reader, 2)).texts).toEqual([
    `{"topic":"${topic}","retain":false,"payload":{"n":1}}`,
    `{"topic":"${topic}","retain":false,"payload":null}`,
  ]);
});

test.each([
  [
    'a wrong password',
    { ...MQTT_USER, password: 'wrong' },
    /Connection refused: (Not authorized|Bad username)/,
  ],
  [
    'a topic that may not be read',
    { topics: ['secret/#'] },
    /The broker refuses the subscription to 'secret\/#'/,
  ],
])('rejects %s with a clear error', async (_, fields, reason) => {
  const reader = await opened(source!, { ...reading(), ...fields });
  await expect(reader.next(1)).rejects.toMatchObject({
    code: 'ingest.invalid',
    message: expect.stringMatching(
      new RegExp(`^Cannot read from MQTT at 127.0.0.1:${broker.port}: ${reason.source}`),
    ),
  });
});

test.each([
  ['a wrong password', { ...MQTT_USER, password: 'wrong' }, /Connection refused/, false],
  ['an empty topic', { topic: '{{data.none}}' }, /The topic is empty or has a wildcard/, false],
  ['a broker that is not there', { url: 'mqtt://127.0.0.1:1' }, /ECONNREFUSED/, true],
])('reports %s', async (_, fields, reason, mayPass) => {
  const writer = await destinationOf(destination!, { url: broker.url, topic: 'x', ...fields });
  const one = message('r1', { n: 1 });
  expect(await writer.write([one])).toEqual([
    { message: one, reason: expect.stringMatching(reason), mayPass },
  ]);
  await writer.close();
});

test('publishes to the topic that placeholders name, where a value is one level', async () => {
  const found = await broker.collect('alerts/#');
  const writer = await destinationOf(destination!, {
    url: broker.url,
    ...MQTT_USER,
    topic: 'alerts/{{data.user}}/{{kind}}',
    retain: true,
  });
  await writer.write([message('r1', { user: 'Ada' }), message('r2', { user: 'a/b#' })]);
  await writer.write([message('r1', { user: 'Ada' }, true)]);
  await writer.close();
  expect(found).toEqual(
    [
      ['alerts/Ada/match', '{"user":"Ada"}'],
      ['alerts/a_b_/match', '{"user":"a/b#"}'],
      ['alerts/Ada/retraction', '{"user":"Ada"}'],
    ].map(([topic, text]) => ({ topic, text, qos: 1, isRetained: true })),
  );
});

test('publishes again after the connection was lost', async () => {
  const topic = `results-${clients++}`;
  const found = await broker.collect(topic);
  const proxy = await CuttableProxy.before(broker.port);
  const writer = await destinationOf(destination!, { url: `mqtt://${proxy.address}`, topic });
  expect(await writer.write([message('r1', { n: 1 })])).toEqual([]);
  proxy.cut();
  expect(await writer.write([message('r2', { n: 2 })])).toMatchObject([{ mayPass: true }]);
  proxy.heal();
  await until(async () => (await writer.write([message('r2', { n: 2 })]))!.length === 0);
  await writer.close();
  expect(new Set(found.map(({ text }) => text))).toEqual(new Set(['{"n":1}', '{"n":2}']));
  await proxy.close();
});
