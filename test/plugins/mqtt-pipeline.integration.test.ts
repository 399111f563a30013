/** MQTT in the program: records in, matches out, across a crash. */
import { MQTT_USER, MqttBroker } from '../services/mqtt-broker.js';
import { until } from '../support/until.js';
import { distinctNumbers, numbers, PluginRun } from './plugin-run.js';

let broker: MqttBroker;
let run: PluginRun;
beforeAll(async () => {
  broker = await MqttBroker.start();
  run = await PluginRun.start('@weir/plugin-mqtt');
});
afterAll(async () => {
  await run.stop();
  await broker.stop();
});

test('carries records to matches across a crash, and masks the password', async () => {
  const type = 'weir.Mqtt';
  const found = await broker.collect('matches/#');
  const subscribed = broker.subscribed();
  await run.createPipeline(
    { type, url: broker.url, ...MQTT_USER, topics: ['numbers/+'], clientId: 'weir-numbers' },
    { type, url: broker.url, ...MQTT_USER, topic: 'matches/{{data.n}}' },
  );
  await subscribed;
  expect(await run.stream()).not.toContain(MQTT_USER.password);
  expect(await run.standing()).not.toContain(MQTT_USER.password);
  const publish = async (from: number, to: number): Promise<void> => {
    for (const n of numbers(from, to)) await broker.publish('numbers/a', `{"n":${n}}`);
  };
  await publish(0, 600);
  await until(() => found.length >= 100);
  const publishing = publish(600, 1000);
  await run.crash();
  await publishing;
  const arrived = () => distinctNumbers(found.map(({ text }) => text));
  await until(() => arrived().length === 1000);
  expect(arrived()).toEqual(numbers(0, 1000));
  await run.expectCount(1000);
});
