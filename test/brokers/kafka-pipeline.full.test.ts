/** Kafka in and Kafka out, of the program as it is started. */
import { kafkaHere, KafkaServer, KAFKA_USER } from '../services/kafka-server.js';
import { describeWith } from '../services/service-cache.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { until } from '../support/until.js';
import { V1Client } from '../support/v1-client.js';
import { KafkaTopics } from './kafka-topics.js';

describeWith('Kafka and the program', await kafkaHere(), found => {
  let server: KafkaServer;
  let topics: KafkaTopics;
  let gateway: GatewayProcess;
  let v1: V1Client;

  beforeAll(async () => {
    [server, gateway] = await Promise.all([KafkaServer.start(found), GatewayProcess.start()]);
    topics = new KafkaTopics(server);
    v1 = new V1Client(gateway);
  });
  afterAll(async () => {
    await topics.close();
    await gateway.stop();
    await server.stop();
  });

  test('version 1: records, bad ones, status, and no secret', async () => {
    await topics.create('in', 2);
    const query = "MATCH (n) WHERE id(n) = idFrom('in', $that.n) SET n.n = $that.n";
    const { username, password } = KAFKA_USER;
    await v1.createIngest('in', {
      type: 'KafkaIngest',
      topics: ['in'],
      bootstrapServers: server.saslServers,
      securityProtocol: 'SASL_PLAINTEXT',
      saslJaasConfig: { type: 'PlainLogin', username, password },
      autoOffsetReset: 'earliest',
      offsetCommitting: { type: 'ExplicitCommit', maxIntervalMillis: 50 },
      format: { type: 'CypherJson', query },
    });
    await topics.write([
      { topic: 'in', value: '{"n":1}', partition: 0 },
      { topic: 'in', value: 'poison', partition: 0 },
      { topic: 'in', value: '{"n":9223372036854775806}', partition: 1 },
      { topic: 'in', value: null, partition: 1 },
    ]);
    const info = await until(
      () => v1.ingest('in'),
      ({ stats }) => stats.ingestedCount === 3 && (stats as { lag?: number }).lag === 0,
    );
    expect(info).toMatchObject({
      status: 'Running',
      stats: { rejectedCount: 1 },
      settings: {
        type: 'KafkaIngest',
        topics: ['in'],
        parallelism: 16,
        securityProtocol: 'SASL_PLAINTEXT',
        autoOffsetReset: 'earliest',
        offsetCommitting: { type: 'ExplicitCommit', maxBatch: 1000, maxIntervalMillis: 50 },
        sslKeystorePassword: null,
        saslJaasConfig: { type: 'PlainLogin', username, password: 'Secret(****)' },
      },
    });
    expect(JSON.stringify(info)).not.toContain(password);
    expect((await gateway.rows('MATCH (n) RETURN count(n), max(n.n) = 9223372036854775806'))[0]).toEqual([
      2,
      true,
    ]);
    await until(async () => String(await topics.committed('in', 'in', [0, 1])) === '2,2');
    await v1.call('PUT', '/ingest/in/pause', 200);
    await topics.write([{ topic: 'in', value: '{"n":3}' }]);
    await v1.call('PUT', '/ingest/in/start', 200);
    await until(async () => (await v1.ingest('in')).stats.ingestedCount === 4);
    expect(await v1.call('DELETE', '/ingest/in', 200)).toMatchObject({ status: 'Terminated' });
  });

  test('version 2, and what it refuses', async () => {
    await topics.create('in2');
    const create = async (source: object) => {
      const body = JSON.stringify({
        name: 'in2',
        query: 'CREATE ($that)',
        source: { type: 'Kafka', format: { type: 'Json' }, ...source },
      });
      const headers = { 'content-type': 'application/json' };
      const response = await gateway.fetch('/api/v2/graph/quine/ingests', { method: 'POST', headers, body });
      return { status: response.status, text: await response.text() };
    };
    const source = {
      topics: ['in2'],
      bootstrapServers: server.bootstrapServers,
      autoOffsetReset: 'EARLIEST',
    };
    const refused = await create({ ...source, kafkaProperties: { 'enable.auto.commit': 'true' } });
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('use offsetCommitting');
    expect((await create({ ...source, endingOffset: 0 })).status).toBe(201);
    await topics.write([{ topic: 'in2', value: '{"two":2}' }]);
    await v1.ingestIs('in2', 'Completed');
    expect(await gateway.rows('MATCH (n) WHERE n.two = 2 RETURN count(n)')).toEqual([[1]]);
  });

  test('a stream can be deleted while there is no broker', async () => {
    await v1.createIngest('lost', { type: 'KafkaIngest', topics: ['x'], bootstrapServers: '127.0.0.1:1' });
    await until(async () => (await v1.ingest('lost')).message?.includes('No connection to Kafka') === true);
    expect(await v1.call('DELETE', '/ingest/lost', 200)).toMatchObject({ status: 'Terminated' });
  });
});
