/** Avro with a schema registry and AWS: results to streams, queues and topics, and back from them. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AWS_REGION, AWS_USER, motoHere, MotoServer } from '../../services/moto-server.js';
import { describeWith } from '../../services/service-cache.js';
import { GatewayProcess } from '../../support/gateway-process.js';
import { until } from '../../support/until.js';
import { V1Client } from '../../support/v1-client.js';
import { AwsResources } from './aws-resources.js';

const AVRO_SCHEMA = { type: 'record', name: 'R', fields: [{ name: 'n', type: 'long' }] };
const SCHEMA_NUMBER = 3;
/** A zero, the schema id, and 7, which is 14 in zigzag encoding. */
const BYTES = Buffer.from('00000000030e', 'hex');

describeWith('AWS and a schema registry', await motoHere(), found => {
  let server: MotoServer;
  let resources: AwsResources;
  let folder: string;
  let gateway: GatewayProcess;
  let v1: V1Client;
  const asked: string[] = [];
  const registry = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const isRead = request.method === 'GET';
    response.end(JSON.stringify(isRead ? { schema: JSON.stringify(AVRO_SCHEMA) } : { id: SCHEMA_NUMBER }));
  });

  beforeAll(async () => {
    await new Promise<void>(resolve => registry.listen(0, '127.0.0.1', resolve));
    server = await MotoServer.start(found);
    resources = new AwsResources(server);
    folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-aws-')));
    await writeFile(join(folder, 'n.avsc'), JSON.stringify(AVRO_SCHEMA));
    gateway = GatewayProcess.spawnWith(folder, {
      AWS_ACCESS_KEY_ID: AWS_USER.accessKeyId,
      AWS_SECRET_ACCESS_KEY: AWS_USER.secretAccessKey,
      AWS_REGION,
      AWS_ENDPOINT_URL: server.endpoint,
    });
    await gateway.ready();
    v1 = new V1Client(gateway);
  });
  afterAll(async () => {
    resources.close();
    await gateway.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
    registry.closeAllConnections();
    await new Promise(resolve => registry.close(resolve));
  });

  async function post(path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const response = await gateway.fetch(`/api/v2/graph/quine${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    expect([response.status, await response.text()]).toEqual([201, expect.anything()]);
  }

  test('sends results with their schema id, and reads them by it', async () => {
    const schemaRegistry = { url: `http://127.0.0.1:${(registry.address() as AddressInfo).port}` };
    const written = { type: 'Avro', schemaUrl: 'n.avsc', schemaRegistry };
    await resources.stream('streamed');
    const queueUrl = await resources.queue('queued');
    const received = await resources.queue('told');
    const topic = await resources.topic('published', 'told');
    await v1.createStanding('packed', '', {
      pattern: {
        type: 'Cypher',
        query: 'MATCH (n) WHERE n.packed IS NOT NULL RETURN n.packed AS n',
        mode: 'MultipleValues',
      },
    });
    const destinations = {
      streamed: { type: 'Kinesis', streamName: 'streamed' },
      queued: { type: 'SQS', queueUrl },
      published: { type: 'SNS', topic },
    };
    for (const [name, destination] of Object.entries(destinations)) {
      await post('/standingQueries/packed/outputs', {
        name,
        preEnrichmentTransformation: { type: 'InlineData' },
        destinations: [{ ...destination, format: written }],
      });
    }
    await v1.cypher("MATCH (n) WHERE id(n) = idFrom('packed') SET n.packed = 7");
    await until(async () => (await resources.read('streamed')).length === 1);
    expect((await resources.read('streamed')).map(({ text }) => text)).toEqual([BYTES.toString()]);
    for (const url of [queueUrl, received]) {
      const messages = await until(
        () => resources.receiveAll(url),
        all => all.length > 0,
      );
      expect(messages.map(({ body }) => body)).toEqual([BYTES.toString('base64')]);
    }
    expect(asked.sort()).toEqual(
      Object.keys(destinations)
        .map(name => `POST /subjects/${name}-value/versions`)
        .sort(),
    );

    await resources.sendAll(queueUrl, [BYTES.toString('base64')]);
    const read = { type: 'Avro', schemaRegistry };
    const sources = {
      streamed: {
        type: 'Kinesis',
        streamName: 'streamed',
        iteratorType: { type: 'TrimHorizon' },
        format: read,
      },
      queued: { type: 'SQS', queueUrl, format: read, recordDecoders: ['BASE64'] },
    };
    for (const [name, source] of Object.entries(sources)) {
      const query = `MATCH (n) WHERE id(n) = idFrom('${name}', $that.n) SET n.${name} = $that.n`;
      await post('/ingests', { name, query, source });
      await until(
        () => gateway.rows(`MATCH (n) WHERE id(n) = idFrom('${name}', 7) RETURN n.${name}`),
        rows => rows[0]?.[0] === 7,
      );
    }
    expect(asked).toContain(`GET /schemas/ids/${SCHEMA_NUMBER}`);
  });
});
