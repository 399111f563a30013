/** Several readers that share the shards of a Kinesis stream by leases in a DynamoDB table. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseIngestDefinition } from '@weir/definitions';
import type { IngestSource } from '@weir/plugins';
import { prepareSource } from '@weir/streams';
import { describeIngestSource } from '@weir/plugins/conformance';
import { OPEN_RULES, OutgoingPolicy, SeededRandom } from '@weir/platform';
import { systemEnvironment } from '@weir/runtime';
import { AWS_REGION, AWS_USER, motoHere, MotoServer } from '../../services/moto-server.js';
import { describeWith } from '../../services/service-cache.js';
import { GatewayProcess } from '../../support/gateway-process.js';
import { until } from '../../support/until.js';
import { V1Client } from '../../support/v1-client.js';
import { AwsResources } from './aws-resources.js';
import { takeTexts } from '../take-texts.js';

const SEED = Number(process.env['WEIR_TEST_SEED'] ?? 1);

describeWith('Kinesis with leases', await motoHere(), found => {
  let server: MotoServer;
  let resources: AwsResources;
  let number = 0;
  const opened: IngestSource[] = [];

  beforeAll(async () => {
    server = await MotoServer.start(found);
    resources = new AwsResources(server);
  });
  afterEach(async () => {
    for (const source of opened.splice(0)) await source.close();
  });
  afterAll(async () => {
    resources.close();
    await server.stop();
  });

  async function streamWith(texts: readonly string[], shards = 1) {
    const kinesisStreamName = `leased-${++number}`;
    await resources.stream(kinesisStreamName, shards);
    await resources.put(kinesisStreamName, texts);
    return {
      type: 'KinesisKCLIngest',
      kinesisStreamName,
      applicationName: `application-${number}`,
      initialPosition: 'TrimHorizon',
      ...{ endpoint: server.endpoint, region: AWS_REGION, credentials: AWS_USER },
      checkpointSettings: { maxBatchSize: 1 },
      advancedSettings: {
        leaseManagementConfig: { failoverTimeMillis: 2_000 },
        retrievalSpecificConfig: { type: 'PollingConfig', idleTimeBetweenReadsInMillis: 100 },
      },
    };
  }

  async function make(fields: object, isTrial = false): Promise<IngestSource> {
    const outgoing = new OutgoingPolicy(OPEN_RULES);
    const nothing = { files: undefined as never, standardInput: undefined as never };
    const context = { environment: systemEnvironment(), outgoing, isTrial, ...nothing };
    const { source } = parseIngestDefinition(fields);
    const made = (await prepareSource('s', source, context)).openSource();
    opened.push(made);
    return made;
  }

  async function open(fields: object, isTrial = false): Promise<IngestSource> {
    const source = await make(fields, isTrial);
    await source.open();
    return source;
  }

  /** Reads and acknowledges until it is closed. */
  async function drain(source: IngestSource, into: string[]): Promise<void> {
    for (let batch; (batch = await source.next(20)) !== undefined;) {
      const { bytes, bounds } = batch.chunk;
      for (let i = 0; i < bounds.length; i += 2)
        into.push(Buffer.from(bytes.subarray(bounds[i], bounds[i + 1])).toString());
      await source.acknowledge(batch.after);
    }
  }

  const texts = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => String(from + i));
  const records = ['a', 'b', 'c', 'd', 'e', 'f'];

  describeIngestSource('Kinesis with leases', async () => {
    const fields = await streamWith(records);
    return { records, make: () => make(fields) };
  });

  test('the next reader resumes after the last acknowledged record', async () => {
    const fields = await streamWith(records);
    const first = await open(fields);
    const { after } = await takeTexts(first, 3);
    await takeTexts(first, 2);
    await first.acknowledge(after);
    await first.close();
    expect((await takeTexts(await open(fields), 3)).texts).toEqual(['d', 'e', 'f']);
  });

  test('two readers share the shards, and one takes over all when the other leaves', async () => {
    const fields = await streamWith([], 4);
    const [one, other]: [string[], string[]] = [[], []];
    const first = await open(fields);
    const second = await open(fields);
    const reading = [drain(first, one), drain(second, other)];
    let written = 0;
    await until(async () => {
      await resources.put(fields.kinesisStreamName, texts(written, written + 40));
      written += 40;
      return one.length > 0 && other.length > 0;
    });
    await until(() => new Set([...one, ...other]).size === written);
    await second.close();
    const { length } = other;
    await resources.put(fields.kinesisStreamName, texts(written, written + 40));
    await until(() => new Set([...one, ...other]).size === written + 40);
    expect(other.length).toBe(length);
    await first.close();
    await Promise.all(reading);
  });

  test('follows splits and merges, and reads each record once', async () => {
    const fields = await streamWith(texts(0, 200), 2);
    const [one] = await resources.shards(fields.kinesisStreamName);
    await resources.split(fields.kinesisStreamName, one!.ShardId!);
    await resources.put(fields.kinesisStreamName, texts(200, 400));
    const [left, right] = (await resources.shards(fields.kinesisStreamName)).filter(
      ({ ParentShardId }) => ParentShardId === one!.ShardId,
    );
    const all: string[] = [];
    const source = await open(fields);
    const reading = drain(source, all);
    await until(() => new Set(all).size === 400);
    await resources.merge(fields.kinesisStreamName, left!.ShardId!, right!.ShardId!);
    await resources.put(fields.kinesisStreamName, texts(400, 600));
    await until(() => all.length >= 600);
    expect(new Set(all).size).toBe(600);
    expect(all.length).toBe(600);
    await source.close();
    await reading;
  });

  test('a dry run takes no lease', async () => {
    const fields = await streamWith(records);
    expect((await takeTexts(await open(fields, true), 6)).texts).toEqual(records);
    expect((await takeTexts(await open(fields), 6)).texts).toEqual(records);
  });

  test(`two programs, one of them killed repeatedly: seed ${SEED}`, async () => {
    const random = new SeededRandom(SEED);
    const fields = await streamWith([], 4);
    const folders = await Promise.all([0, 1].map(() => mkdtemp(join(tmpdir(), 'weir-leases-'))));
    const gateways = await Promise.all(folders.map(folder => GatewayProcess.startIn(folder)));
    try {
      const query = "MATCH (a) WHERE id(a) = idFrom('a', $that.n) SET a.n = $that.n";
      for (const gateway of gateways)
        await new V1Client(gateway).createIngest('in', { ...fields, format: { type: 'CypherJson', query } });
      const KILLS = 10;
      const EACH = 200;
      for (let kill = 0; kill < KILLS; kill++) {
        const some = texts(kill * EACH, (kill + 1) * EACH).map(n => JSON.stringify({ n: Number(n) }));
        await resources.put(fields.kinesisStreamName, some);
        await new Promise(resolve => setTimeout(resolve, random.next() * 1_500));
        const victim = Math.floor(random.next() * 2);
        await gateways[victim]!.kill();
        gateways[victim] = await GatewayProcess.startIn(folders[victim]!);
      }
      await until(async () => {
        const found = new Set<unknown>();
        for (const gateway of gateways)
          for (const [n] of await gateway.rows('MATCH (a) WHERE a.n IS NOT NULL RETURN a.n')) found.add(n);
        return found.size === KILLS * EACH;
      });
    } finally {
      for (const gateway of gateways) await gateway.stop();
      for (const folder of folders) await rm(folder, { recursive: true, force: true });
    }
  }, 240_000);
});
