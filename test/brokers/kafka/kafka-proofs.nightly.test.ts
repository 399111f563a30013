/** Long-term failures between Kafka and the program; afterwards the graph has every record. */
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KAFKA_USER, kafkaHere, KafkaServer } from '../../services/kafka-server.js';
import { describeWith } from '../../services/service-cache.js';
import { GatewayProcess } from '../../support/gateway-process.js';
import { until } from '../../support/until.js';
import { V1Client } from '../../support/v1-client.js';
import { KafkaTopics, type Written } from './kafka-topics.js';

describeWith('Kafka in the long run', await kafkaHere(), found => {
  let server: KafkaServer;
  let topics: KafkaTopics;
  const gateways: GatewayProcess[] = [];

  beforeAll(async () => {
    server = await KafkaServer.start(found);
    topics = new KafkaTopics(server);
  });
  afterEach(async () => {
    for (const gateway of gateways.splice(0)) await gateway.stop();
  });
  afterAll(async () => {
    await topics.close();
    await server.stop();
  });

  async function start(): Promise<GatewayProcess> {
    const gateway = await GatewayProcess.start();
    gateways.push(gateway);
    return gateway;
  }

  function stream(topic: string, more: object = {}): object {
    return {
      type: 'KafkaIngest',
      topics: [topic],
      bootstrapServers: server.bootstrapServers,
      groupId: topic,
      autoOffsetReset: 'earliest',
      offsetCommitting: { type: 'ExplicitCommit', maxBatch: 1, maxIntervalMillis: 100 },
      kafkaProperties: { 'session.timeout.ms': '3000', 'reconnect.backoff.max.ms': '300' },
      format: { type: 'CypherJson', query: 'MATCH (n) WHERE id(n) = idFrom($that.n) SET n.n = $that.n' },
      ...more,
    };
  }

  async function numbersIn(gateway: GatewayProcess): Promise<number[]> {
    return (await gateway.rows('MATCH (n) WHERE n.n IS NOT NULL RETURN n.n')).map(([n]) => n as number);
  }

  function messages(topic: string, from: number, to: number, partitions: number): Written[] {
    return Array.from({ length: to - from }, (_, i) => ({
      topic,
      value: JSON.stringify({ n: from + i }),
      partition: (from + i) % partitions,
    }));
  }

  /** Waits until the program has this number of records, without duplicates. */
  async function has(gateway: GatewayProcess, count: number): Promise<void> {
    const numbers = await until(
      () => numbersIn(gateway),
      all => all.length >= count,
    );
    expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, n) => n));
  }

  test('two programs share a group while one of them is killed and restarts', async () => {
    await topics.create('shared', 6);
    const stays = await start();
    const folder = await mkdtemp(join(tmpdir(), 'weir-kafka-group-'));
    let dies = await GatewayProcess.startIn(folder);
    gateways.push(dies);
    for (const gateway of [stays, dies]) await new V1Client(gateway).createIngest('in', stream('shared'));
    let written = 0;
    const write = async (): Promise<void> => {
      await topics.write(messages('shared', written, written + 300, 6));
      written += 300;
    };
    /** Writes until both have read something of it. */
    const bothRead = async (): Promise<void> => {
      const had = await Promise.all([stays, dies].map(async gateway => (await numbersIn(gateway)).length));
      await until(async () => {
        await write();
        const have = await Promise.all([stays, dies].map(async gateway => (await numbersIn(gateway)).length));
        return have.every((count, i) => count > had[i]!);
      });
    };
    for (let round = 0; round < 3; round++) {
      await bothRead();
      for (let i = 0; i < 5; i++) await write();
      await dies.kill();
      for (let i = 0; i < 5; i++) await write();
      gateways.splice(gateways.indexOf(dies), 1);
      dies = await GatewayProcess.startIn(folder);
      gateways.push(dies);
    }
    await bothRead();
    const union = await until(
      async () => new Set([...(await numbersIn(stays)), ...(await numbersIn(dies))]),
      all => all.size >= written,
    );
    expect([...union].sort((a, b) => a - b)).toEqual(Array.from({ length: written }, (_, n) => n));
    const committed = await until(
      () => topics.committed('shared', 'shared', [0, 1, 2, 3, 4, 5]),
      offsets => offsets.every(offset => offset >= written / 6),
    );
    expect(committed).toEqual(Array.from({ length: 6 }, () => written / 6));
    await dies.stop();
    gateways.splice(gateways.indexOf(dies), 1);
    await rm(folder, { recursive: true, force: true });
  });

  test('reads a hundred partitions, with poison and tombstones in each', async () => {
    await topics.create('wide', 100);
    const gateway = await start();
    const v1 = new V1Client(gateway);
    await v1.createIngest('in', stream('wide'));
    const extra = (partition: number): Written[] => [
      { topic: 'wide', partition, value: 'poison' },
      { topic: 'wide', partition, key: 'k', value: null },
    ];
    for (let i = 0; i < 5; i++) {
      await topics.write(messages('wide', i * 1000, (i + 1) * 1000, 100));
      await topics.write(Array.from({ length: 100 }, (_, partition) => extra(partition)).flat());
    }
    await has(gateway, 5000);
    const { status, stats } = await until(
      () => v1.ingest('in'),
      // As far as it knows the topic, which may have more.
      info => (info.stats as { lag?: number }).lag === 0 && info.stats.ingestedCount >= 5500,
    );
    expect(status).toBe('Running');
    // On a busy machine the group may rebalance, and uncommitted records are then read again.
    const { ingestedCount, rejectedCount } = stats as { ingestedCount: number; rejectedCount: number };
    expect(ingestedCount).toBeGreaterThanOrEqual(5500);
    expect(rejectedCount).toBeGreaterThanOrEqual(500);
  });

  test('survives a broker that is silent for twenty seconds', async () => {
    await topics.create('slow', 4);
    const gateway = await start();
    const v1 = new V1Client(gateway);
    await v1.createIngest('in', stream('slow'));
    await topics.write(messages('slow', 0, 1000, 4));
    await has(gateway, 1000);
    const writing = new KafkaTopics(server);
    server.freeze();
    const written = writing.write(messages('slow', 1000, 2000, 4)).catch(() => undefined);
    const began = performance.now();
    await until(() => performance.now() - began > 20_000);
    // The program still responds.
    expect((await v1.ingest('in')).status).toBe('Running');
    server.resume();
    await written;
    await writing.close();
    await topics.write(messages('slow', 1000, 2000, 4));
    await has(gateway, 2000);
    expect((await v1.ingest('in')).status).toBe('Running');
  });

  test('renews tokens that expire', async () => {
    const lifetime = 6;
    let given = 0;
    const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const endpoint: Server = createServer((_, response) => {
      given++;
      const seconds = Math.floor((performance.timeOrigin + performance.now()) / 1000);
      const claims = encoded({ sub: 'weir', iat: seconds - 1, exp: seconds + lifetime });
      response.end(
        JSON.stringify({ access_token: `${encoded({ alg: 'none' })}.${claims}.`, expires_in: lifetime }),
      );
    });
    await new Promise<void>(resolve => endpoint.listen(0, '127.0.0.1', resolve));
    const tokenEndpointUrl = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/token`;
    await topics.create('tokens', 2);
    const gateway = await start();
    await new V1Client(gateway).createIngest(
      'in',
      stream('tokens', {
        bootstrapServers: server.saslServers,
        securityProtocol: 'SASL_PLAINTEXT',
        saslJaasConfig: { type: 'OAuthBearerLogin', clientId: 'weir', clientSecret: 's', tokenEndpointUrl },
      }),
    );
    let written = 0;
    const began = performance.now();
    while (performance.now() - began < 4 * lifetime * 1000) {
      await topics.write(messages('tokens', written, written + 50, 2));
      written += 50;
      await has(gateway, written);
    }
    expect(given).toBeGreaterThan(3);
    endpoint.closeAllConnections();
    await new Promise(resolve => endpoint.close(resolve));
  });

  test('a changed password: reports it and keeps trying, and resumes with the new one', async () => {
    await topics.create('password', 2);
    const { username, password } = KAFKA_USER;
    const login = (secret: string): object =>
      stream('password', {
        bootstrapServers: server.saslServers,
        securityProtocol: 'SASL_PLAINTEXT',
        saslJaasConfig: { type: 'ScramLogin', username, password: secret },
      });
    const gateway = await start();
    const v1 = new V1Client(gateway);
    await v1.createIngest('in', login(password));
    await topics.write(messages('password', 0, 100, 2));
    await has(gateway, 100);
    await until(async () => String(await topics.committed('password', 'password', [0, 1])) === '50,50');
    await server.changePassword('another');
    await server.kill();
    await server.startAgain();
    await topics.write(messages('password', 100, 200, 2));
    const info = await until(
      () => v1.ingest('in'),
      ({ message }) => /authenticat/i.test(message ?? ''),
    );
    expect(info.status).toBe('Running');
    expect(JSON.stringify(info)).not.toContain(password);
    await v1.call('DELETE', '/ingest/in', 200);
    await v1.createIngest('in', login('another'));
    await has(gateway, 200);
    await server.changePassword(password);
  });
});
