/** AWS as source and destination of the program as users start it. */
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AWS_REGION, AWS_USER, motoHere, MotoServer } from '../../services/moto-server.js';
import { describeWith } from '../../services/service-cache.js';
import { GatewayProcess } from '../../support/gateway-process.js';
import { projectFile } from '../../support/project-file.js';
import { until } from '../../support/until.js';
import { type Result, V1Client } from '../../support/v1-client.js';
import { AwsResources } from './aws-resources.js';

/** Descriptor set of `message R { sint64 n = 1; }`. */
const DESCRIPTOR_SET = 'CiEKB24ucHJvdG8iDgoBUhIJCgFuGAEgASgSYgZwcm90bzM=';

describeWith('AWS and the program', await motoHere(), found => {
  let server: MotoServer;
  let resources: AwsResources;
  let folder: string;
  let gateway: GatewayProcess;
  let v1: V1Client;
  let reach: { endpoint: string; region: object; credentials: object };

  beforeAll(async () => {
    server = await MotoServer.start(found);
    resources = new AwsResources(server);
    folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-aws-')));
    const environment = {
      AWS_ACCESS_KEY_ID: AWS_USER.accessKeyId,
      AWS_SECRET_ACCESS_KEY: AWS_USER.secretAccessKey,
      AWS_REGION,
      AWS_ENDPOINT_URL: server.endpoint,
    };
    gateway = GatewayProcess.spawnWith(folder, environment);
    await gateway.ready();
    v1 = new V1Client(gateway);
    reach = { endpoint: server.endpoint, region: { region: AWS_REGION }, credentials: AWS_USER };
  });
  afterAll(async () => {
    resources.close();
    await gateway.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function postV2(path: string, body: object): Promise<{ status: number; text: string }> {
    const headers = { 'content-type': 'application/json' };
    const response = await gateway.fetch(`/api/v2/graph/quine${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  }

  const query = "MATCH (n) WHERE id(n) = idFrom('in', $that.n) SET n.n = $that.n";

  test('version 1: reads messages of boto3, skips bad ones, pauses, and shows no secret', async () => {
    const queueUrl = await resources.queue('in');
    await v1.createIngest('in', {
      type: 'SQSIngest',
      queueUrl,
      ...reach,
      recordDecoders: ['Base64', 'Gzip'],
      format: { type: 'CypherJson', query },
    });
    const send = `
import base64, boto3, gzip, sys
sqs = boto3.client("sqs", endpoint_url=sys.argv[1])
for text in sys.argv[3:]:
    sqs.send_message(QueueUrl=sys.argv[2], MessageBody=base64.b64encode(gzip.compress(text.encode())).decode())`;
    await server.python(send, queueUrl, '{"n":1}', 'poison', '{"n":9223372036854775806}');
    const info = await until(
      () => v1.ingest('in'),
      ({ stats }) => stats.ingestedCount === 3 && (stats as { lag?: number }).lag === 0,
    );
    expect(info).toMatchObject({
      status: 'Running',
      stats: { rejectedCount: 1 },
      settings: {
        type: 'SQSIngest',
        queueUrl,
        readParallelism: 1,
        writeParallelism: 16,
        credentials: { accessKeyId: 'Secret(****)', secretAccessKey: 'Secret(****)' },
        region: { region: AWS_REGION },
        deleteReadMessages: true,
      },
    });
    expect(JSON.stringify(info)).not.toContain(AWS_USER.secretAccessKey);
    expect(await gateway.rows('MATCH (n) RETURN count(n), max(n.n) = 9223372036854775806')).toEqual([
      [2, true],
    ]);
    // Messages are deleted once they are durable, a moment after they are counted.
    await until(
      () => resources.queueState(queueUrl),
      ([visible, hidden]) => visible === 0 && hidden === 0,
    );
    await v1.call('PUT', '/ingest/in/pause', 200);
    await server.python(send, queueUrl, '{"n":3}');
    await v1.call('PUT', '/ingest/in/start', 200);
    await until(async () => (await v1.ingest('in')).stats.ingestedCount === 4);
    expect(await v1.call('DELETE', '/ingest/in', 200)).toMatchObject({ status: 'Terminated' });
  });

  test('version 2: uses credentials from the environment, restarts, and rejects invalid definitions', async () => {
    await resources.stream('in', 2);
    const source = {
      type: 'Kinesis',
      format: { type: 'Json' },
      streamName: 'in',
      iteratorType: { type: 'TrimHorizon' },
    };
    const create = (name: string, fields: object) =>
      postV2('/ingests', { name, query, source: { ...source, ...fields } });
    const refused = await create('in2', { endpoint: 'http://169.254.169.254' });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('is not an allowed destination'),
    ]);
    expect((await create('in2', {})).status).toBe(201);
    const texts = (from: number) => Array.from({ length: 500 }, (_, i) => JSON.stringify({ n: from + i }));
    await resources.put('in', texts(1000));
    await until(async () => (await v1.ingest('in2')).stats.ingestedCount === 500);
    await gateway.stop();
    gateway = GatewayProcess.spawnWith(folder, {
      AWS_ACCESS_KEY_ID: AWS_USER.accessKeyId,
      AWS_SECRET_ACCESS_KEY: AWS_USER.secretAccessKey,
      AWS_REGION,
      AWS_ENDPOINT_URL: server.endpoint,
    });
    await gateway.ready();
    v1 = new V1Client(gateway);
    await resources.put('in', texts(2000));
    await until(async () => (await v1.ingest('in2')).stats.ingestedCount >= 1000);
    // Work from before the restart was not repeated.
    expect((await v1.ingest('in2')).stats).toMatchObject({ ingestedCount: 1000, behindMillis: 0 });
    expect(await gateway.rows('MATCH (n) WHERE n.n >= 1000 AND n.n < 3000 RETURN count(n)')).toEqual([
      [1000],
    ]);
    const shown = await gateway.fetch('/api/v2/graph/quine/ingests/in2');
    expect(await shown.json()).toMatchObject({ settings: { source: { type: 'Kinesis', numRetries: 3 } } });
    await v1.call('DELETE', '/ingest/in2', 200);
  });

  test('reads tables from S3, with column names in the first row', async () => {
    const rows = ['id,name', ...Array.from({ length: 100 }, (_, i) => `${i},"name, ${i}"`)];
    await resources.object('tables', 'people.csv', rows.join('\n'));
    const csv = "MATCH (n) WHERE id(n) = idFrom('row', $that.id) SET n.name = $that.name";
    await v1.createIngest('rows', {
      type: 'S3Ingest',
      bucket: 'tables',
      key: 'people.csv',
      format: { type: 'CypherCsv', headers: true, query: csv },
    });
    await v1.ingestIs('rows', 'Completed');
    expect(await gateway.rows("MATCH (n) WHERE n.name = 'name, 7' RETURN count(n)")).toEqual([[1]]);
  });

  test('sends results to streams, topics and queues, and boto3 reads them', async () => {
    const queueUrl = await resources.queue('direct');
    await resources.queue('subscribed');
    const topic = await resources.topic('matches', 'subscribed');
    await resources.stream('matches', 3);
    await v1.createStanding('out', 'MATCH (n) WHERE n.out = true RETURN DISTINCT id(n) AS id', {
      includeCancellations: true,
      outputs: {
        kinesis: { type: 'WriteToKinesis', streamName: 'matches', kinesisMaxBatchSize: 100, ...reach },
        sns: { type: 'WriteToSNS', topic, ...reach },
        sqs: { type: 'WriteToSQS', queueUrl, structure: { type: 'Bare' }, ...reach },
      },
    });
    const { outputs } = await v1.standing('out');
    expect(outputs['sns']).toMatchObject({ topic, region: { region: AWS_REGION } });
    expect(JSON.stringify(outputs)).not.toContain(AWS_USER.secretAccessKey);
    await v1.cypher("UNWIND range(1, 300) AS i MATCH (n) WHERE id(n) = idFrom('out', i) SET n.out = true");
    await v1.cypher("MATCH (n) WHERE id(n) = idFrom('out', 7) SET n.out = false");
    const inStream = await until(
      () => resources.read('matches'),
      all => all.length >= 301,
    );
    const results = inStream.map(({ key, text }) => ({ key, ...(JSON.parse(text) as Result) }));
    expect(results.length).toBe(301);
    for (const { key, meta } of results) expect(meta.resultId).toBe(key);
    const { key: cancelled } = results.find(({ meta }) => !meta.isPositiveMatch)!;
    const both = results.filter(({ key }) => key === cancelled);
    expect(both.map(({ meta }) => meta.isPositiveMatch)).toEqual([true, false]);
    const receive = `
import boto3, json, sys
sqs = boto3.client("sqs", endpoint_url=sys.argv[1])
found = []
while len(found) < int(sys.argv[3]):
    for message in sqs.receive_message(QueueUrl=sys.argv[2], MaxNumberOfMessages=10, WaitTimeSeconds=5,
                                       MessageAttributeNames=["All"]).get("Messages", []):
        found.append([message["MessageAttributes"]["resultId"]["StringValue"], json.loads(message["Body"])])
        sqs.delete_message(QueueUrl=sys.argv[2], ReceiptHandle=message["ReceiptHandle"])
print(json.dumps(found))`;
    const direct = JSON.parse(await server.python(receive, queueUrl, '301')) as [string, { id: string }][];
    expect(new Set(direct.map(([key]) => key))).toEqual(new Set(results.map(({ key }) => key)));
    expect(new Set(direct.map(([, { id }]) => id)).size).toBe(300);
    const subscribed = queueUrl.replace(/direct$/, 'subscribed');
    const received = JSON.parse(await server.python(receive, subscribed, '301')) as [string, Result][];
    for (const [key, { meta }] of received) expect(meta.resultId).toBe(key);
    expect(new Set(received.map(([key]) => key)).size).toBe(300);
    for (const name of ['kinesis', 'sns', 'sqs'])
      await v1.call('DELETE', `/query/standing/out/output/${name}`, 200);

    const destinations = [
      { type: 'Kinesis', streamName: 'matches', region: AWS_REGION },
      { type: 'SNS', topic, format: { type: 'JSON' } },
      { type: 'SQS', queueUrl, credentials: AWS_USER },
    ];
    const made = await postV2('/standingQueries/out/outputs', { name: 'two', destinations });
    if (made.status !== 201) throw new Error(made.text);
    expect(made.text).not.toContain(AWS_USER.secretAccessKey);
    await v1.cypher("MATCH (n) WHERE id(n) = idFrom('out', 1000) SET n.out = true");
    await until(async () => (await resources.read('matches')).length === 302);
    await until(async () => (await resources.queueState(queueUrl))[0] === 1);
    await until(async () => (await resources.queueState(subscribed))[0] === 1);
  });

  test('sends results as Avro and Protobuf, as bytes to streams and as Base64 to topics and queues', async () => {
    const queueUrl = await resources.queue('packed');
    await resources.queue('packed-told');
    const topic = await resources.topic('packed', 'packed-told');
    await resources.stream('packed');
    const avro = { type: 'record', name: 'R', fields: [{ name: 'n', type: 'long' }] };
    await writeFile(join(folder, 'n.avsc'), JSON.stringify(avro));
    await writeFile(join(folder, 'n.desc'), Buffer.from(DESCRIPTOR_SET, 'base64'));
    const asAvro = { type: 'Avro', schemaUrl: 'n.avsc' };
    const asProtobuf = { type: 'Protobuf', schemaUrl: 'n.desc', typeName: 'R' };
    await v1.createStanding('packed', '', {
      pattern: {
        type: 'Cypher',
        query: 'MATCH (n) WHERE n.packed IS NOT NULL RETURN n.packed AS n',
        mode: 'MultipleValues',
      },
      outputs: {
        kinesis: { type: 'WriteToKinesis', streamName: 'packed', format: asAvro, ...reach },
        sqs: { type: 'WriteToSQS', queueUrl, format: asAvro, ...reach },
      },
    });
    const made = await postV2('/standingQueries/packed/outputs', {
      name: 'sns',
      preEnrichmentTransformation: { type: 'InlineData' },
      destinations: [{ type: 'SNS', topic, format: asProtobuf }],
    });
    if (made.status !== 201) throw new Error(made.text);
    await v1.cypher("MATCH (n) WHERE id(n) = idFrom('packed') SET n.packed = 7");
    // 7 is encoded as 14 in both; Protobuf has the field number before it.
    await until(async () => (await resources.read('packed')).map(({ text }) => text).join() === '\x0e');
    const [sent] = await until(
      () => resources.receiveAll(queueUrl),
      all => all.length > 0,
    );
    expect(sent).toEqual({ body: 'Dg==', key: expect.any(String) as string });
    const received = queueUrl.replace(/packed$/, 'packed-told');
    const [published] = await until(
      () => resources.receiveAll(received),
      all => all.length > 0,
    );
    expect(published?.body).toBe('CA4=');

    // Sent results are read as the guide says.
    await resources.sendAll(queueUrl, [sent!.body]);
    const query = "MATCH (n) WHERE id(n) = idFrom('unpacked') SET n.unpacked = $that.n";
    const source = { type: 'SQS', queueUrl, format: asAvro, recordDecoders: ['BASE64'] };
    expect((await postV2('/ingests', { name: 'unpacked', query, source })).status).toBe(201);
    await until(async () => (await v1.ingest('unpacked')).stats.ingestedCount === 1);
    expect(await gateway.rows('MATCH (n) WHERE n.unpacked = 7 RETURN count(n)')).toEqual([[1]]);
    await v1.call('DELETE', '/ingest/unpacked', 200);
  });

  test('sends unreadable records to streams, topics and queues', async () => {
    const queueUrl = await resources.queue('dead');
    await resources.queue('dead-told');
    const topic = await resources.topic('dead', 'dead-told');
    await resources.stream('dead');
    await writeFile(join(folder, 'some.jsonl'), '{"n":1}\npoison\n{"n":2}\n');
    const destinations = [
      { type: 'Kinesis', streamName: 'dead', outputFormat: { type: 'Bytes' } },
      { type: 'SNS', topic, outputFormat: { type: 'Bytes' } },
      {
        type: 'SQS',
        queueUrl,
        outputFormat: { type: 'JSON', withInfoEnvelope: true },
        credentials: AWS_USER,
      },
    ];
    const made = await postV2('/ingests', {
      name: 'dead',
      query,
      source: { type: 'File', path: 'some.jsonl', format: { type: 'JsonL' } },
      onRecordError: { deadLetterQueueSettings: { destinations } },
    });
    if (made.status !== 201) throw new Error(made.text);
    expect(made.text).not.toContain(AWS_USER.secretAccessKey);
    await v1.ingestIs('dead', 'Completed');
    expect((await resources.read('dead')).map(({ text }) => text)).toEqual(['poison']);
    const [received] = await until(
      () => resources.receiveAll(queueUrl),
      all => all.length > 0,
    );
    expect(JSON.parse(received!.body)).toMatchObject({ message: expect.stringContaining('JSON') as string });
    const published = await until(
      () => resources.receiveAll(queueUrl.replace(/dead$/, 'dead-told')),
      all => all.length > 0,
    );
    expect(published.map(({ body }) => Buffer.from(body, 'base64').toString())).toEqual(['poison']);
  });

  test('only a result that is too large goes to the dead letters', async () => {
    const queueUrl = await resources.queue('small');
    await v1.createStanding('small', '', {
      pattern: {
        type: 'Cypher',
        query: 'MATCH (n) WHERE n.text IS NOT NULL RETURN n.text AS text',
        mode: 'MultipleValues',
      },
      outputs: { sqs: { type: 'WriteToSQS', queueUrl } },
    });
    await v1.cypher(
      "UNWIND range(1, 20) AS i MATCH (n) WHERE id(n) = idFrom('small', i) SET n.text = CASE i WHEN 7 THEN $long ELSE toString(i) END",
      { long: 'x'.repeat(300_000) },
    );
    await until(async () => (await resources.queueState(queueUrl))[0] === 19);
    const found = await resources.receiveAll(queueUrl);
    const texts = found.map(({ body }) => (JSON.parse(body) as { data: { text: string } }).data.text);
    expect(texts.map(Number).sort((a, b) => a - b)).toEqual(
      [...Array(21).keys()].filter(i => i > 0 && i !== 7),
    );
  });

  test('a stream can be deleted while the server is down', async () => {
    const queueUrl = 'http://127.0.0.1:1/123456789012/q';
    await v1.createIngest('lost', { type: 'SQSIngest', ...reach, queueUrl, endpoint: 'http://127.0.0.1:1' });
    await until(async () => (await v1.ingest('lost')).message?.includes('Cannot read from SQS') === true);
    expect(await v1.call('DELETE', '/ingest/lost', 200)).toMatchObject({ status: 'Terminated' });
  });

  test('runs the examples of the guide unchanged', async () => {
    const page = await readFile(projectFile('docs/guides/aws.md'), 'utf8');
    const examples = [...page.matchAll(/```json\n(.*?)```/gs)].map(
      ([, text]) =>
        JSON.parse(text!.replaceAll('https://sqs.eu-west-1.amazonaws.com', server.endpoint)) as {
          type: string;
        },
    );
    const orders = await resources.queue('orders');
    const matches = await resources.queue('matches');
    await resources.queue('guide');
    await resources.topic('guide-matches', 'guide');
    await resources.stream('orders');
    await resources.stream('guide-matches');
    const order = (id: string) => JSON.stringify({ id, guide: true });
    await resources.object('archive', '2026/orders.jsonl', order('s3'));
    await resources.sendAll(orders, [order('sqs')]);
    await resources.put('orders', [order('kinesis')]);
    const isOutput = ({ type }: { type: string }) => type.startsWith('WriteTo');
    await v1.createStanding('guide', 'MATCH (n) WHERE n.guide = true RETURN DISTINCT id(n) AS id', {
      outputs: Object.fromEntries(examples.filter(isOutput).map(each => [each.type, each])),
    });
    for (const each of examples.filter(example => !isOutput(example)))
      await v1.createIngest(`guide-${each.type}`, each);
    expect(examples.map(({ type }) => type)).toEqual([
      'SQSIngest',
      'KinesisIngest',
      'KinesisKCLIngest',
      'S3Ingest',
      'WriteToKinesis',
      'WriteToSNS',
      'WriteToSQS',
    ]);
    const shared = async () => (await v1.ingest('guide-KinesisKCLIngest')).stats;
    await until(async () => (await shared()).ingestedCount === 1);
    await until(async () => (await resources.read('guide-matches')).length === 3);
    await until(async () => (await resources.queueState(matches))[0] === 3);
    await until(async () => (await resources.queueState(matches.replace(/matches$/, 'guide')))[0] === 3);
  });
});
