/** The Kafka source alone, against a real broker. */
import { type IngestSource, type ResumePoint } from '@weir/plugins';
import { describeIngestSource } from '@weir/plugins/conformance';
import { prepareKafka } from '@weir/kafka/source';
import { parseIngestDefinition } from '@weir/definitions';
import { OPEN_RULES, OutgoingPolicy } from '@weir/platform';
import { systemEnvironment } from '@weir/runtime';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { inNightlyTier, TIER } from '@weir/platform/testing';
import { KAFKA_USER, kafkaHere, KafkaServer } from '../../services/kafka-server.js';
import { describeWith } from '../../services/service-cache.js';
import { until } from '../../support/until.js';
import { KafkaTopics } from './kafka-topics.js';
import { takeTexts } from '../take-texts.js';

/** Takes long, or needs much of the machine. */
const thorough = TIER === 'nightly' ? test : test.skip;

describeWith('the Kafka source', await kafkaHere(), found => {
  let server: KafkaServer;
  let topics: KafkaTopics;
  let number = 0;
  const opened: IngestSource[] = [];

  beforeAll(async () => {
    server = await KafkaServer.start(found);
    topics = new KafkaTopics(server);
  });
  afterEach(async () => {
    for (const source of opened.splice(0)) await source.close();
  });
  afterAll(async () => {
    await topics.close();
    await server.stop();
  });

  async function freshTopic(partitions = 1): Promise<string> {
    const topic = `t${++number}`;
    await topics.create(topic, partitions);
    return topic;
  }

  async function make(fields: object, name = `s${++number}`, isTrial = false): Promise<IngestSource> {
    const definition = parseIngestDefinition({
      type: 'KafkaIngest',
      bootstrapServers: server.bootstrapServers,
      autoOffsetReset: 'earliest',
      ...fields,
    });
    const environment = systemEnvironment();
    if (definition.source.type !== 'Kafka') throw new Error('no Kafka source');
    const outgoing = new OutgoingPolicy(OPEN_RULES);
    const nothing = { files: undefined as never, standardInput: undefined as never };
    const context = { environment, outgoing, isTrial, ...nothing };
    const source = (await prepareKafka(name, definition.source, context)).openSource();
    opened.push(source);
    return source;
  }

  async function open(fields: object, from?: ResumePoint, name?: string): Promise<IngestSource> {
    const source = await make(fields, name);
    await source.open(from);
    return source;
  }

  async function withTexts(texts: readonly string[]): Promise<string> {
    const topic = await freshTopic();
    await topics.write(texts.map(value => ({ topic, value })));
    return topic;
  }

  describeIngestSource('Kafka, manual assignment', async () => {
    const records = ['a', 'b', 'c', 'd', 'e', 'f'];
    const topic = await withTexts(records);
    return { records, make: () => make({ topics: { [topic]: [0] } }) };
  });

  describe('a group', () => {
    const commit = { type: 'ExplicitCommit', maxBatch: 1 };

    test('resumes where records were durable', async () => {
      const topic = await withTexts(['a', 'b', 'c']);
      const fields = { topics: [topic], groupId: topic, offsetCommitting: commit };
      const first = await open(fields);
      const { after } = await takeTexts(first, 2);
      await until(async () => (await topics.committed(topic, topic, [0]))[0] === 0);
      await first.acknowledge(after);
      expect(await topics.committed(topic, topic, [0])).toEqual([2]);
      await first.close();
      expect((await takeTexts(await open(fields), 1)).texts).toEqual(['c']);
    });

    test('a dry run uses another group, and commits nothing', async () => {
      const topic = await withTexts(['a', 'b', 'c']);
      const fields = { topics: [topic], groupId: topic, offsetCommitting: commit };
      const member = await open(fields);
      await member.acknowledge((await takeTexts(member, 1)).after);
      const trial = await make({ ...fields, autoOffsetReset: 'none' }, 'trial', true);
      await trial.open();
      const { texts, after } = await takeTexts(trial, 3);
      expect(texts).toEqual(['a', 'b', 'c']);
      await trial.acknowledge(after);
      await trial.close();
      expect(await topics.committed(topic, topic, [0])).toEqual([1]);
      // No other member shared the group with it.
      expect((await takeTexts(member, 2)).texts).toEqual(['b', 'c']);
    });

    test('resumes where the graph is, whatever the group has committed', async () => {
      const topic = await withTexts(['a', 'b', 'c']);
      const fields = { topics: [topic], groupId: topic, offsetCommitting: commit };
      const first = await open(fields);
      const { after: one } = await takeTexts(first, 1);
      await first.acknowledge((await takeTexts(first, 2)).after);
      await first.close();
      expect((await takeTexts(await open(fields, one), 2)).texts).toEqual(['b', 'c']);
    });

    test('shares partitions among its members, and reassigns them when a member leaves', async () => {
      const topic = await freshTopic(4);
      const kafkaProperties = { 'session.timeout.ms': '6000', 'heartbeat.interval.ms': '200' };
      const fields = { topics: [topic], groupId: topic, kafkaProperties, offsetCommitting: commit };
      const seen: string[] = [];
      const reading = async (source: IngestSource): Promise<void> => {
        for (;;) {
          const batch = await source.next(1);
          if (batch === undefined) return;
          const { bytes, bounds } = batch.chunk;
          seen.push(Buffer.from(bytes.subarray(bounds[0], bounds[1])).toString());
          await source.acknowledge(batch.after);
        }
      };
      const [one, other] = [await open(fields), await open(fields)];
      const ends = [reading(one), reading(other)];
      let written = 0;
      const write = () =>
        topics.write([0, 1, 2, 3].map(partition => ({ topic, partition, value: String(written++) })));
      for (let i = 0; i < 20; i++) await write();
      await one.close();
      for (let i = 0; i < 20; i++) await write();
      await until(() => new Set(seen).size === written);
      await other.close();
      await Promise.all(ends);
      // Nothing is missing; records that were read and not durable when the group changed are delivered again.
      expect(new Set(seen)).toEqual(new Set(Array.from({ length: written }, (_, i) => String(i))));
      expect(seen.length).toBeLessThan(2 * written);
    });

    test('begins at the end by default, and commits that immediately, so that nothing after it is lost', async () => {
      const topic = await withTexts(['before']);
      const fields = { topics: [topic], groupId: topic, autoOffsetReset: 'latest', offsetCommitting: commit };
      const first = await open(fields);
      const waiting = first.next(1);
      await until(async () => (await topics.committed(topic, topic, [0]))[0] === 1);
      await first.close();
      expect(await waiting).toBeUndefined();
      await topics.write([{ topic, value: 'between' }]);
      expect((await takeTexts(await open(fields), 1)).texts).toEqual(['between']);
    });

    test('commits what became durable without a connection, although nothing more is read', async () => {
      const topic = await withTexts(['a', 'b', 'c']);
      const source = await open({ topics: [topic], groupId: topic, offsetCommitting: commit });
      const { after } = await takeTexts(source, 3);
      const next = takeTexts(source, 1);
      await server.kill();
      await until(() => source.status!().trouble !== undefined);
      await source.acknowledge(after);
      await server.startAgain();
      await until(async () => (await topics.committed(topic, topic, [0]))[0] === 3);
      await topics.write([{ topic, value: 'd' }]);
      expect((await next).texts).toEqual(['d']);
    });

    test('fails without a start offset if configured to', async () => {
      const topic = await withTexts(['a']);
      const source = await open({ topics: [topic], groupId: topic, autoOffsetReset: 'none' });
      await expect(source.next(1)).rejects.toMatchObject({ code: 'ingest.source-changed' });
    });
  });

  test('skips records without a value and commits their offsets', async () => {
    const topic = await freshTopic();
    await topics.write([
      { topic, key: 'k', value: null },
      { topic, key: 'k', value: 'a' },
      { topic, key: 'k', value: null },
    ]);
    const source = await open({
      topics: [topic],
      groupId: topic,
      offsetCommitting: { type: 'ExplicitCommit', maxIntervalMillis: 50 },
    });
    const { texts, after } = await takeTexts(source, 1);
    expect(texts).toEqual(['a']);
    const waiting = source.next(1);
    await source.acknowledge(after);
    await topics.write([{ topic, key: 'k', value: null }]);
    await until(async () => (await topics.committed(topic, topic, [0]))[0] === 4);
    await source.close();
    await waiting;
  });

  test('ends after the last requested offset of each partition', async () => {
    const topic = await freshTopic(2);
    for (const partition of [0, 1])
      await topics.write(['a', 'b', 'c', 'd'].map(value => ({ topic, partition, value: value + partition })));
    const source = await open({ topics: [topic], endingOffset: 1 });
    const { texts } = await takeTexts(source, 100);
    expect(texts.sort()).toEqual(['a0', 'a1', 'b0', 'b1']);
  });

  test.each(['gzip', 'snappy', 'lz4'] as const)('reads records compressed with %s', async compression => {
    const topic = await freshTopic();
    const values = Array.from({ length: 100 }, (_, i) => `value ${i}`.repeat(5));
    await topics.write(
      values.map(value => ({ topic, value })),
      compression,
    );
    expect((await takeTexts(await open({ topics: [topic] }), 100)).texts).toEqual(values);
  });

  test.each(['zstd', ...inNightlyTier(['gzip', 'snappy', 'lz4'])])(
    "reads records that Kafka's own program compressed with %s",
    async codec => {
      const topic = await freshTopic();
      const values = Array.from({ length: 2000 }, (_, i) => `value ${i} `.repeat(5));
      await topics.writeByTool(topic, values, codec);
      expect((await takeTexts(await open({ topics: [topic] }), 2000)).texts).toEqual(values);
    },
  );

  thorough(
    'reads batches that are small when compressed, and too large together when decompressed',
    async () => {
      const topic = await freshTopic();
      const value = 'x'.repeat(16 * 1024 * 1024);
      for (let i = 0; i < 24; i++) await topics.write([{ topic, value: `${i} ${value}` }], 'gzip');
      const source = await open({ topics: [topic] });
      let taken: string[] = [];
      while (taken.length < 24) {
        const { texts, after } = await takeTexts(source, 1);
        taken = [...taken, ...texts.map(text => text.slice(0, text.indexOf(' ')))];
        await source.acknowledge(after);
      }
      expect(taken).toEqual(Array.from({ length: 24 }, (_, i) => String(i)));
    },
  );

  test("reads what Kafka's own program writes", async () => {
    const topic = await freshTopic(3);
    await topics.writeByTool(topic, ['one', 'two', 'three']);
    expect((await takeTexts(await open({ topics: [topic] }), 3)).texts.sort()).toEqual([
      'one',
      'three',
      'two',
    ]);
  });

  test('reports the number of waiting records', async () => {
    const topic = await withTexts(['a', 'b', 'c']);
    const source = await open({ topics: [topic] });
    const { after } = await takeTexts(source, 1);
    await until(() => source.status!().lag === 3);
    await source.acknowledge(after);
    expect(source.status!()).toEqual({ lag: 2 });
  });

  describe('logs in', () => {
    const { username, password } = KAFKA_USER;

    async function reads(fields: object): Promise<void> {
      const topic = await withTexts(['a']);
      expect((await takeTexts(await open({ topics: [topic], ...fields }), 1)).texts).toEqual(['a']);
    }

    test.each([
      ['PlainLogin', {}],
      ['ScramLogin', {}],
      ['ScramLogin', { 'sasl.mechanism': 'SCRAM-SHA-256' }],
    ])('with %s %j', (type, kafkaProperties) =>
      reads({
        bootstrapServers: server.saslServers,
        securityProtocol: 'SASL_PLAINTEXT',
        saslJaasConfig: { type, username, password },
        kafkaProperties,
      }),
    );

    test('with the configuration of a Java client', () =>
      reads({
        bootstrapServers: server.saslServers,
        securityProtocol: 'SASL_PLAINTEXT',
        kafkaProperties: {
          'sasl.mechanism': 'PLAIN',
          'sasl.jaas.config': `org.apache.kafka.common.security.plain.PlainLoginModule required username="${username}" password="${password}";`,
        },
      }));

    test('with a token', async () => {
      const asked: string[] = [];
      const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const endpoint = createServer((request, response) => {
        asked.push(request.headers.authorization ?? '');
        const seconds = Math.floor(performance.timeOrigin / 1000);
        const claims = encoded({ sub: 'weir', iat: seconds - 1, exp: seconds + 3600 });
        response.setHeader('content-type', 'application/json');
        response.end(
          JSON.stringify({ access_token: `${encoded({ alg: 'none' })}.${claims}.`, expires_in: 3600 }),
        );
      });
      await new Promise<void>(resolve => endpoint.listen(0, '127.0.0.1', resolve));
      const tokenEndpointUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/token`;
      await reads({
        bootstrapServers: server.saslServers,
        securityProtocol: 'SASL_PLAINTEXT',
        saslJaasConfig: { type: 'OAuthBearerLogin', clientId: 'weir', clientSecret: 's', tokenEndpointUrl },
      });
      expect(asked).toEqual([`Basic ${Buffer.from('weir:s').toString('base64')}`]);
      await new Promise(resolve => endpoint.close(resolve));
    });

    test('over TLS, to a host with the right certificate', async () => {
      const location = join(server.folder, 'ca.pem');
      await writeFile(location, server.certificate);
      const tls = { bootstrapServers: server.tlsServers, securityProtocol: 'SSL' };
      await reads({
        ...tls,
        kafkaProperties: { 'ssl.truststore.location': location, 'ssl.truststore.type': 'PEM' },
      });
      const untrusted = await open({ topics: ['t'], ...tls });
      const waiting = untrusted.next(1);
      await until(() => /certificate/.test(untrusted.status!().trouble ?? ''));
      await untrusted.close();
      await waiting;
    });

    test('or fails when it is rejected', async () => {
      const source = await open({
        topics: ['t'],
        bootstrapServers: server.saslServers,
        securityProtocol: 'SASL_PLAINTEXT',
        saslJaasConfig: { type: 'PlainLogin', username, password: 'wrong' },
      });
      await expect(source.next(1)).rejects.toMatchObject({ code: 'ingest.invalid' });
    });
  });

  test('waits for a topic that does not exist yet', async () => {
    const topic = `t${++number}`;
    const source = await open({ topics: [topic], kafkaProperties: { 'reconnect.backoff.max.ms': '300' } });
    const waiting = takeTexts(source, 1);
    await until(() => source.status!().trouble?.includes(topic) === true);
    await topics.create(topic);
    await topics.write([{ topic, value: 'a' }]);
    expect((await waiting).texts).toEqual(['a']);
  });

  test('survives a broker crash and restart without loss', async () => {
    const topic = await withTexts(['a', 'b']);
    const kafkaProperties = { 'reconnect.backoff.max.ms': '300' };
    const source = await open({ topics: [topic], groupId: topic, kafkaProperties });
    expect((await takeTexts(source, 1)).texts).toEqual(['a']);
    await server.kill();
    expect((await takeTexts(source, 1)).texts).toEqual(['b']);
    const waiting = takeTexts(source, 1);
    await until(() => source.status!().trouble !== undefined);
    await server.startAgain();
    await topics.write([{ topic, value: 'c' }]);
    expect((await waiting).texts).toEqual(['c']);
    expect(source.status!().trouble).toBeUndefined();
  });
});
