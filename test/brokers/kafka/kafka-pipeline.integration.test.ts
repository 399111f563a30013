/** Kafka as source and destination of the program as users start it. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { kafkaHere, KafkaServer, KAFKA_USER } from '../../services/kafka-server.js';
import { describeWith } from '../../services/service-cache.js';
import { GatewayProcess } from '../../support/gateway-process.js';
import { until } from '../../support/until.js';
import { V1Client } from '../../support/v1-client.js';
import { examplesBelow } from '../guide-examples.js';
import { KafkaTopics } from './kafka-topics.js';

const OUTPUTS = 'docs/guides/standing-queries/outputs.md';

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

  test('version 1: reads records, skips bad ones, shows the status and no secret', async () => {
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

  test('version 2: reads records and rejects invalid definitions', async () => {
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

  test('reads Avro records with a schema from an allowed file', async () => {
    await topics.create('avro');
    const avroSchema = { type: 'record', name: 'R', fields: [{ name: 'text', type: 'string' }] };
    await writeFile(join(gateway.folder, 'r.avsc'), JSON.stringify(avroSchema));
    const common = { bootstrapServers: server.bootstrapServers, autoOffsetReset: 'EARLIEST', type: 'Kafka' };
    const create = (name: string, format: object) =>
      gateway.fetch('/api/v2/graph/quine/ingests', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          name,
          query: 'MATCH (n) WHERE id(n) = idFrom($that.text) SET n.read = $that.text',
          source: { ...common, topics: [name], format },
        }),
      });
    expect((await create('avro', { type: 'Avro', schemaUrl: 'r.avsc' })).status).toBe(201);
    await topics.write([{ topic: 'avro', value: Buffer.from('\u0008avro', 'latin1') }]);
    await until(async () => (await gateway.rows("MATCH (n) WHERE n.read = 'avro' RETURN 1")).length === 1);
    expect((await create('other', { type: 'Avro', schemaUrl: '../r.avsc' })).status).toBe(400);
  });

  test("sends results to topics, in both versions, and Kafka's own program reads them", async () => {
    await topics.create('out', 3);
    const { username, password } = KAFKA_USER;
    await v1.createStanding('out', 'MATCH (n) WHERE n.out = true RETURN DISTINCT id(n) AS id', {
      includeCancellations: true,
      outputs: {
        kafka: {
          type: 'WriteToKafka',
          topic: 'out',
          bootstrapServers: server.saslServers,
          saslJaasConfig: { type: 'ScramLogin', username, password },
          kafkaProperties: { 'security.protocol': 'SASL_PLAINTEXT', 'compression.type': 'gzip' },
        },
      },
    });
    expect(JSON.stringify(await v1.standing('out'))).not.toContain(password);
    await v1.cypher("UNWIND range(1, 500) AS i MATCH (n) WHERE id(n) = idFrom('out', i) SET n.out = true");
    await v1.cypher("MATCH (n) WHERE id(n) = idFrom('out', 7) SET n.out = false");
    const lines = await topics.readByTool('out', 501);
    const results = lines.map(line => {
      const [key, value] = line.split('\t');
      return { key, ...(JSON.parse(value!) as { meta: { resultId: string; isPositiveMatch: boolean } }) };
    });
    expect(new Set(results.map(({ key }) => key)).size).toBe(500);
    for (const { key, meta } of results) expect(meta.resultId).toBe(key);
    const cancelled = results.findLast(({ meta }) => !meta.isPositiveMatch)!;
    const both = results.filter(({ key }) => key === cancelled.key);
    expect(both.map(({ meta }) => meta.isPositiveMatch)).toEqual([true, false]);

    const destination = { type: 'Kafka', topic: 'out2', bootstrapServers: server.bootstrapServers };
    const response = await gateway.fetch('/api/v2/graph/quine/standingQueries/out/outputs', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'two',
        destinations: [destination],
        filter: { type: 'OnlyPositiveMatch' },
      }),
    });
    expect([response.status, await response.text()]).toEqual([201, expect.anything()]);
    await v1.cypher("MATCH (n) WHERE id(n) = idFrom('out', 1000) SET n.out = true");
    expect(await topics.readByTool('out2', 1)).toEqual([expect.stringMatching(/"isPositiveMatch":true/)]);
  });

  test('runs the examples of the guides unchanged', async () => {
    const here = (text: string) => text.replaceAll('localhost:9092', server.bootstrapServers);
    const [source] = await examplesBelow('docs/guides/ingest/kafka.md', '# Kafka');
    const [output] = await examplesBelow(OUTPUTS, '### Kafka');
    await v1.createStanding('guide', 'MATCH (n) WHERE n.guide = true RETURN DISTINCT id(n) AS id', {
      outputs: { kafka: JSON.parse(here(output!)) as object },
    });
    await topics.create('orders');
    await v1.createIngest('guide', JSON.parse(here(source!)) as object);
    await topics.writeByTool('orders', ['{"id":1,"guide":true}']);
    expect(await topics.readByTool('matches', 1)).toEqual([
      expect.stringContaining('"isPositiveMatch":true'),
    ]);
  });

  test('reads and writes Avro with a registry, as the guides show', async () => {
    const schema = { type: 'record', name: 'Sale', fields: [{ name: 'id', type: 'long' }] };
    const person = { type: 'record', name: 'Person', fields: [{ name: 'id', type: 'string' }] };
    await writeFile(join(gateway.folder, 'person.avsc'), JSON.stringify(person));
    const asked: string[] = [];
    const registry = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end(JSON.stringify(request.method === 'GET' ? { schema: JSON.stringify(schema) } : { id: 3 }));
    });
    await new Promise<void>(resolve => registry.listen(0, '127.0.0.1', resolve));
    const url = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
    const here = (text: string) =>
      text.replaceAll('localhost:9092', server.bootstrapServers).replaceAll('localhost:8081', url);
    const [source] = await examplesBelow('docs/guides/ingest/formats.md', '## Schema registries');
    const [, output] = await examplesBelow(OUTPUTS, '### Kafka');
    await topics.create('sales');
    await topics.create('people');
    await v1.createStanding('people', 'MATCH (n) WHERE n.id = 5 RETURN DISTINCT strId(n) AS id', {
      outputs: { kafka: JSON.parse(here(output!)) as object },
    });
    const response = await gateway.fetch('/api/v2/graph/quine/ingests', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: here(source!),
    });
    expect(`${response.status} ${await response.text()}`).toMatch(/^201/);
    await topics.write([{ topic: 'sales', value: Buffer.of(0, 0, 0, 0, 9, 10) }]);
    const [value] = await topics.readBytes('people', 1);
    expect(value!.subarray(0, 5)).toEqual(Buffer.of(0, 0, 0, 0, 3));
    const [[id]] = (await gateway.rows('MATCH (n) WHERE n.id = 5 RETURN strId(n)')) as [[string]];
    expect(value!.subarray(6).toString()).toBe(id);
    expect(asked).toEqual(['POST /subjects/people-value/versions', 'GET /schemas/ids/9']);
    registry.closeAllConnections();
    await new Promise(resolve => registry.close(resolve));
  });

  test('sends unreadable records to a topic, as bytes or described', async () => {
    await topics.create('doubtful');
    await topics.create('bad');
    const target = { type: 'Kafka', topic: 'bad', bootstrapServers: server.bootstrapServers };
    const destinations = [
      { ...target, outputFormat: { type: 'Bytes' } },
      { ...target, outputFormat: { type: 'JSON', withInfoEnvelope: true } },
    ];
    const response = await gateway.fetch('/api/v2/graph/quine/ingests', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'doubtful',
        query: 'MATCH (n) WHERE id(n) = idFrom($that.n) SET n.doubtful = $that.n',
        source: {
          type: 'Kafka',
          topics: ['doubtful'],
          bootstrapServers: server.bootstrapServers,
          autoOffsetReset: 'EARLIEST',
          format: { type: 'Json' },
        },
        onRecordError: { deadLetterQueueSettings: { destinations } },
      }),
    });
    expect(response.status).toBe(201);
    await topics.write(['{"n":1}', 'poison', '{"n":2}'].map(value => ({ topic: 'doubtful', value })));
    const values = (await topics.readBytes('bad', 2)).map(String).sort();
    expect(values[0]).toBe('poison');
    expect(JSON.parse(values[1]!)).toEqual({
      frame: Buffer.from('poison').toString('base64'),
      message: expect.stringMatching(/./) as string,
    });
    await until(async () => String(await gateway.rows('MATCH (n) RETURN sum(n.doubtful)')) === '3');
  });

  test('only a record that is too large goes to the dead letters', async () => {
    await topics.create('small', 1, { 'max.message.bytes': '2000' });
    await v1.createStanding('small', 'MATCH (n) WHERE n.text IS NOT NULL RETURN n.text AS text', {
      pattern: {
        type: 'Cypher',
        query: 'MATCH (n) WHERE n.text IS NOT NULL RETURN n.text AS text',
        mode: 'MultipleValues',
      },
      outputs: { kafka: { type: 'WriteToKafka', topic: 'small', bootstrapServers: server.bootstrapServers } },
    });
    await v1.cypher(
      "UNWIND range(1, 20) AS i MATCH (n) WHERE id(n) = idFrom('small', i) SET n.text = CASE i WHEN 7 THEN $long ELSE toString(i) END",
      { long: 'x'.repeat(5000) },
    );
    const lines = await topics.readByTool('small', 19);
    const texts = lines.map(
      line => (JSON.parse(line.split('\t')[1]!) as { data: { text: string } }).data.text,
    );
    expect(texts.map(Number).sort((a, b) => a - b)).toEqual(
      [...Array(21).keys()].filter(i => i > 0 && i !== 7),
    );
  });

  test('a result that one partition rejects is not sent twice to the others', async () => {
    await topics.create('narrow', 4, { 'max.message.bytes': '2000' });
    await v1.createStanding('narrow', '', {
      pattern: {
        type: 'Cypher',
        query: 'MATCH (n) WHERE n.narrow IS NOT NULL RETURN n.narrow AS text',
        mode: 'MultipleValues',
      },
      outputs: {
        kafka: { type: 'WriteToKafka', topic: 'narrow', bootstrapServers: server.bootstrapServers },
      },
    });
    await v1.cypher(
      "UNWIND range(1, 20) AS i MATCH (n) WHERE id(n) = idFrom('narrow', i) SET n.narrow = CASE i WHEN 7 THEN $long ELSE toString(i) END",
      { long: 'x'.repeat(5000) },
    );
    const textsOf = (values: readonly Buffer[]): number[] =>
      values.map(value => Number((JSON.parse(String(value)) as { data: { text: string } }).data.text));
    const expected = [...Array(21).keys()].filter(i => i > 0 && i !== 7);
    const read = async (): Promise<number[]> => textsOf(await topics.readAll('narrow'));
    await until(read, numbers => expected.every(i => numbers.includes(i)));
    // A separate batch, which starts when none of the others is being retried.
    await v1.cypher("MATCH (n) WHERE id(n) = idFrom('narrow', 21) SET n.narrow = '21'");
    const found = await until(read, numbers => numbers.includes(21));
    expect(found.sort((a, b) => a - b)).toEqual([...expected, 21]);
  });

  test('a stream can be deleted while the broker is down', async () => {
    await v1.createIngest('lost', { type: 'KafkaIngest', topics: ['x'], bootstrapServers: '127.0.0.1:1' });
    await until(async () => (await v1.ingest('lost')).message?.includes('Cannot read from Kafka') === true);
    expect(await v1.call('DELETE', '/ingest/lost', 200)).toMatchObject({ status: 'Terminated' });
  });
});
