/** Results as Avro and Protobuf to NATS, with a schema registry, and unreadable records. */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import { FieldDescriptorProto_Type, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { natsHere, NatsServer } from '../../services/nats-server.js';
import { describeWith } from '../../services/service-cache.js';
import { GatewayProcess } from '../../support/gateway-process.js';
import { until } from '../../support/until.js';
import { V1Client } from '../../support/v1-client.js';
import { NatsStreams } from './nats-streams.js';

const INGESTS = '/api/v2/graph/quine/ingests';
const AVRO_SCHEMA = { type: 'record', name: 'R', fields: [{ name: 'n', type: 'long' }] };

describeWith('NATS and formats', await natsHere(), found => {
  let server: NatsServer;
  let streams: NatsStreams;
  let gateway: GatewayProcess;
  let v1: V1Client;

  beforeAll(async () => {
    [server, gateway] = await Promise.all([NatsServer.start(found), GatewayProcess.start()]);
    streams = await NatsStreams.of(server);
    v1 = new V1Client(gateway);
    await writeFile(join(gateway.folder, 'n.avsc'), JSON.stringify(AVRO_SCHEMA));
    const field = [{ name: 'n', number: 1, type: FieldDescriptorProto_Type.INT64 }];
    const file = [{ name: 'n.proto', syntax: 'proto3', messageType: [{ name: 'R', field }] }];
    const descriptors = toBinary(FileDescriptorSetSchema, create(FileDescriptorSetSchema, { file }));
    await writeFile(join(gateway.folder, 'n.desc'), descriptors);
  });
  afterAll(async () => {
    await streams.close();
    await gateway.stop();
    await server.stop();
  });

  async function post(path: string, body: object): Promise<string> {
    const headers = { 'content-type': 'application/json' };
    const response = await gateway.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await response.text();
    expect([response.status, text]).toEqual([201, expect.anything()]);
    return text;
  }

  const bytesOf = async (stream: string): Promise<string[]> =>
    (await streams.read(stream)).map(({ bytes }) => Buffer.from(bytes).toString('hex'));

  test('sends results as bytes of their formats, and reads them again', async () => {
    const asked: string[] = [];
    const registry = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.end(
        JSON.stringify(request.method === 'GET' ? { schema: JSON.stringify(AVRO_SCHEMA) } : { id: 3 }),
      );
    });
    await new Promise<void>(resolve => registry.listen(0, '127.0.0.1', resolve));
    const schemaRegistry = { url: `http://127.0.0.1:${(registry.address() as AddressInfo).port}` };
    const formats = {
      avro: { type: 'Avro', schemaUrl: 'n.avsc' },
      registered: { type: 'Avro', schemaUrl: 'n.avsc', schemaRegistry },
      protobuf: { type: 'Protobuf', schemaUrl: 'n.desc', typeName: 'R' },
    };
    await v1.createStanding('packed', '', {
      pattern: {
        type: 'Cypher',
        query: 'MATCH (n) WHERE n.packed IS NOT NULL RETURN n.packed AS n',
        mode: 'MultipleValues',
      },
    });
    for (const [name, format] of Object.entries(formats)) {
      await streams.create(name, [name]);
      await post('/api/v2/graph/quine/standingQueries/packed/outputs', {
        name,
        filter: { type: 'OnlyPositiveMatch' },
        preEnrichmentTransformation: { type: 'InlineData' },
        destinations: [{ type: 'NatsJetStream', servers: [server.address], subject: name, format }],
      });
    }
    await v1.cypher("MATCH (n) WHERE id(n) = idFrom('packed') SET n.packed = 7");
    for (const name of Object.keys(formats)) await until(async () => (await streams.count(name)) === 1);
    // 7 is encoded as 14 in both (zigzag in Avro); Protobuf has the field number before it.
    expect(await bytesOf('avro')).toEqual(['0e']);
    expect(await bytesOf('registered')).toEqual(['00000000030e']);
    expect(await bytesOf('protobuf')).toEqual(['0807']);
    expect(asked).toEqual(['POST /subjects/registered-value/versions']);
    const { schemaUrl: _, ...byRegistry } = formats.registered;
    for (const [name, format] of Object.entries({ ...formats, registered: byRegistry })) {
      await post(INGESTS, {
        name,
        source: { type: 'NatsJetStream', servers: [server.address], stream: name, format },
        query: `MATCH (n) WHERE id(n) = idFrom('${name}', $that.n) SET n.${name} = $that.n`,
      });
      await until(
        () => gateway.rows(`MATCH (n) WHERE id(n) = idFrom('${name}', 7) RETURN n.${name}`),
        rows => rows[0]?.[0] === 7,
      );
    }
    expect(asked).toContain('GET /schemas/ids/3');
    registry.closeAllConnections();
    await new Promise(resolve => registry.close(resolve));
  });

  test('sends unreadable records to a subject, as bytes or described', async () => {
    await streams.create('BAD', ['bad.>']);
    await writeFile(join(gateway.folder, 'some.jsonl'), '{"n":1}\npoison\n{"n":2}\npoison\n');
    const target = { type: 'NatsJetStream', servers: [server.address] };
    const text = await post(INGESTS, {
      name: 'doubtful',
      source: { type: 'File', path: 'some.jsonl', format: { type: 'JsonL' } },
      query: "MATCH (n) WHERE id(n) = idFrom('d', $that.n) SET n.d = $that.n",
      onRecordError: {
        deadLetterQueueSettings: {
          destinations: [
            {
              ...target,
              subject: 'bad.bytes',
              outputFormat: { type: 'Bytes' },
              credentials: { type: 'Token', token: 'hidden' },
            },
            { ...target, subject: 'bad.told', outputFormat: { type: 'JSON', withInfoEnvelope: true } },
          ],
        },
      },
    });
    expect(text).not.toContain('hidden');
    await v1.ingestIs('doubtful', 'Completed');
    const all = await until(
      () => streams.read('BAD'),
      messages => messages.length >= 4,
    );
    const of = (subject: string) => all.filter(each => each.subject === subject).map(each => each.text);
    // Two equal records are distinct.
    expect(of('bad.bytes')).toEqual(['poison', 'poison']);
    for (const received of of('bad.told'))
      expect(JSON.parse(received)).toMatchObject({ message: expect.stringContaining('JSON') as string });
    expect(all).toHaveLength(4);
  });
});
