/**
 * Records from AWS, a standing query, results to AWS, while the program and the server are killed at random moments.
 * Afterwards every record is in the graph, and every match at its destination at least once. WEIR_TEST_AWS_KILLS sets
 * the number of kills in each test, WEIR_TEST_SEED their times.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { SeededRandom } from '@weir/platform';
import { AWS_REGION, AWS_USER, motoHere, MotoServer } from '../../services/moto-server.js';
import { describeWith } from '../../services/service-cache.js';
import { until } from '../../support/until.js';
import { V1Client } from '../../support/v1-client.js';
import { AwsResources } from './aws-resources.js';
import { KillRun, NUMBER_QUERY } from '../kill-run.js';
import { NetResults } from '../net-results.js';

const KILLS = Number(process.env['WEIR_TEST_AWS_KILLS'] ?? 4);
const SEED = Number(process.env['WEIR_TEST_SEED'] ?? 1);
/** Few, because a killed queue delivers everything it ever had. */
const BATCH = 20;
const LINES = 2_000;
const MATCHES = 'a.n % 7 = 0';
/** Replaces a batch if nothing is written. */
const PAUSE_MILLIS = 50;

interface Way {
  readonly source: object;
  readonly output: object;
  /** Absent: all records exist from the beginning. */
  readonly write?: (texts: readonly string[]) => Promise<void>;
  readonly arrived: () => Promise<readonly string[]>;
}

describeWith('AWS and kills', await motoHere(), found => {
  let run: KillRun<MotoServer>;
  let resources: AwsResources;

  beforeEach(async () => {
    run = await KillRun.start('aws', () => MotoServer.start(found));
    resources = new AwsResources(run.server);
  });
  afterEach(async () => {
    resources.close();
    await run.stop();
  });

  /** Every 97th is not a readable record. */
  function text(n: number): string {
    return n % 97 === 0 ? 'poison' : JSON.stringify({ n });
  }

  async function throughQueues(): Promise<Way> {
    const [queueUrl, out] = [
      await resources.queue('in', { VisibilityTimeout: '2' }),
      await resources.queue('out'),
    ];
    return {
      source: { type: 'SQSIngest', queueUrl, readParallelism: 4 },
      output: { type: 'WriteToSNS', topic: await resources.topic('matches', 'out') },
      write: texts => resources.sendAll(queueUrl, texts),
      arrived: async () => (await resources.receiveAll(out)).map(({ body }) => body),
    };
  }

  async function throughStreams(): Promise<Way> {
    await resources.stream('in', 4);
    await resources.stream('out', 2);
    return {
      source: { type: 'KinesisIngest', streamName: 'in', iteratorType: 'TrimHorizon' },
      output: { type: 'WriteToKinesis', streamName: 'out' },
      write: texts => resources.put('in', texts),
      arrived: async () => (await resources.read('out')).map(each => each.text),
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
    await resources.object('bucket', 'lines', lines.join('\n'));
    const queueUrl = await resources.queue('out');
    return {
      source: { type: 'S3Ingest', bucket: 'bucket', key: 'lines', maximumPerSecond: 100 * KILLS },
      output: { type: 'WriteToSQS', queueUrl },
      arrived: async () => (await resources.receiveAll(queueUrl)).map(({ body }) => body),
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
      const way = await open();
      const reach = { endpoint: run.server.endpoint, region: AWS_REGION, credentials: AWS_USER };
      const first = new V1Client(run.gateway);
      await first.createStanding(
        'late',
        `MATCH (a)-[:of]->(g) WHERE ${MATCHES} RETURN DISTINCT id(a) AS id`,
        { outputs: { aws: { ...way.output, ...reach, onFailure: { type: 'Hold' } } } },
      );
      await first.createIngest('in', {
        ...way.source,
        ...reach,
        format: { type: 'CypherJson', query: NUMBER_QUERY },
      });

      const { write } = way;
      const written = await run.under({
        kills: KILLS,
        random: new SeededRandom(SEED),
        batch: BATCH,
        batches: 8,
        batchesAhead: 2,
        write: from =>
          write?.(Array.from({ length: BATCH }, (__, i) => text(from + i))) ?? pause(PAUSE_MILLIS),
      });

      const count = write === undefined ? LINES : written;
      await run.expectNumbers(Array.from({ length: count }, (__, n) => n).filter(n => n % 97 !== 0));
      const matching = await run.matching(MATCHES);
      const results = new NetResults();
      await until(async () => {
        for (const body of await way.arrived()) results.add(body);
        return results.size >= matching.length;
      });
      results.expect(matching);
      expect((await new V1Client(run.gateway).ingest('in')).status).toMatch(/Running|Completed/);
    },
    360_000 + KILLS * 30_000,
  );
});
