/**
 * Records from AWS, a standing query, results to AWS, while the program and the server are killed at random moments:
 * afterwards every record is in the graph, and every match at its destination, however often. WEIR_TEST_AWS_KILLS says how
 * often there is a kill in each test, WEIR_TEST_SEED when.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRandom } from '@weir/model';
import { AWS_REGION, AWS_USER, motoHere, MotoServer } from '../services/moto-server.js';
import { describeWith } from '../services/service-cache.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { until } from '../support/until.js';
import { V1Client } from '../support/v1-client.js';
import { AwsPlaces } from './aws-places.js';
import { NetResults } from './net-results.js';

const KILLS = Number(process.env['WEIR_TEST_AWS_KILLS'] ?? 4);
const SEED = Number(process.env['WEIR_TEST_SEED'] ?? 1);
/** Few: a queue that was killed hands out all that it ever had. */
const BATCH = 20;
const LINES = 2_000;

interface Way {
  readonly source: object;
  readonly output: object;
  /** Absent: all records are there from the beginning. */
  readonly write?: (texts: readonly string[]) => Promise<void>;
  readonly arrived: () => Promise<readonly string[]>;
}

describeWith('AWS and kills', await motoHere(), found => {
  let server: MotoServer;
  let places: AwsPlaces;
  let folder: string;
  let gateway: GatewayProcess;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'weir-aws-kills-'));
    [server, gateway] = await Promise.all([MotoServer.start(found), GatewayProcess.startIn(folder)]);
    places = new AwsPlaces(server);
  });
  afterEach(async () => {
    places.close();
    await gateway.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Every 97th is no record that could be read. */
  function text(n: number): string {
    return n % 97 === 0 ? 'poison' : JSON.stringify({ n });
  }

  async function throughQueues(): Promise<Way> {
    const [queueUrl, out] = [await places.queue('in', { VisibilityTimeout: '2' }), await places.queue('out')];
    return {
      source: { type: 'SQSIngest', queueUrl, readParallelism: 4 },
      output: { type: 'WriteToSNS', topic: await places.topic('matches', 'out') },
      write: texts => places.sendAll(queueUrl, texts),
      arrived: async () => (await places.receiveAll(out)).map(({ body }) => body),
    };
  }

  async function throughStreams(): Promise<Way> {
    await places.stream('in', 4);
    await places.stream('out', 2);
    return {
      source: { type: 'KinesisIngest', streamName: 'in', iteratorType: 'TrimHorizon' },
      output: { type: 'WriteToKinesis', streamName: 'out' },
      write: texts => places.put('in', texts),
      arrived: async () => (await places.read('out')).map(each => each.text),
    };
  }

  async function throughLeases(): Promise<Way> {
    const way = await throughStreams();
    const checkpointSettings = { maxBatchSize: 10 };
    const source = { kinesisStreamName: 'in', applicationName: 'weir', initialPosition: 'TrimHorizon' };
    return { ...way, source: { type: 'KinesisKCLIngest', ...source, checkpointSettings } };
  }

  async function fromObject(): Promise<Way> {
    const lines = Array.from({ length: LINES }, (_, n) => text(n));
    await places.object('bucket', 'lines', lines.join('\n'));
    const queueUrl = await places.queue('out');
    return {
      source: { type: 'S3Ingest', bucket: 'bucket', key: 'lines', maximumPerSecond: 100 * KILLS },
      output: { type: 'WriteToSQS', queueUrl },
      arrived: async () => (await places.receiveAll(queueUrl)).map(({ body }) => body),
    };
  }

  test.each([
    ['SQS and SNS', throughQueues],
    ['Kinesis', throughStreams],
    ['Kinesis with leases', throughLeases],
    ['S3 and SQS', fromObject],
  ])(
    `%s: ${KILLS} kills, seed ${SEED}`,
    async (_, open) => {
      const random = new SeededRandom(SEED);
      const way = await open();
      const reach = { endpoint: server.endpoint, region: AWS_REGION, credentials: AWS_USER };
      const first = new V1Client(gateway);
      await first.createStanding(
        'late',
        'MATCH (a)-[:of]->(g) WHERE a.n % 7 = 0 RETURN DISTINCT id(a) AS id',
        { outputs: { aws: { ...way.output, ...reach, onFailure: { type: 'Hold' } } } },
      );
      await first.createIngest('in', {
        ...way.source,
        ...reach,
        format: {
          type: 'CypherJson',
          query:
            "MATCH (a), (g) WHERE id(a) = idFrom('a', $that.n) AND id(g) = idFrom('g', $that.n % 50) SET a.n = $that.n CREATE (a)-[:of]->(g)",
        },
      });

      let written = 0;
      const { write } = way;
      for (let kill = 0; kill < KILLS; kill++) {
        const batches = 1 + Math.floor(random.next() * 8);
        const killAt = Math.floor(random.next() * batches);
        for (let batch = 0; batch < batches; batch++) {
          const texts = Array.from({ length: BATCH }, (__, i) => text(written + i));
          const isKilled = batch === killAt;
          const killing = isKilled ? killOne(kill % 2 === 0, random.next() * 200) : undefined;
          // What may have been written is written again: the server was killed.
          if (write !== undefined)
            await until(() =>
              write(texts).then(
                () => true,
                () => false,
              ),
            );
          await killing;
          written += BATCH;
        }
      }
      if (write === undefined) written = LINES;

      const good = Array.from({ length: written }, (__, n) => n).filter(n => n % 97 !== 0);
      const sum = good.reduce((all, n) => all + n, 0);
      await until(
        () => gateway.rows('MATCH (a)-[:of]->() WHERE a.n IS NOT NULL RETURN count(DISTINCT a.n), sum(a.n)'),
        rows => String(rows[0]) === `${good.length},${sum}`,
      );
      const matching = await gateway.rows('MATCH (a)-[:of]->(g) WHERE a.n % 7 = 0 RETURN DISTINCT strId(a)');
      const results = new NetResults();
      await until(async () => {
        for (const body of await way.arrived()) results.add(body);
        return results.size >= matching.length;
      });
      results.expect(matching);
      expect((await new V1Client(gateway).ingest('in')).status).toMatch(/Running|Completed/);
    },
    120_000 + KILLS * 30_000,
  );

  async function killOne(isProgram: boolean, afterMillis: number): Promise<void> {
    await new Promise(resolve => setTimeout(resolve, afterMillis));
    if (isProgram) {
      await gateway.kill();
      gateway = await GatewayProcess.startIn(folder);
    } else {
      await server.kill();
      await server.startAgain();
    }
  }
});
