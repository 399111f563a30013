/**
 * Sources that distribute their records among readers, read by three gateways that share a graph, over a real NATS and
 * a real Cassandra. Each reads a part of the records; when one is killed, including the owner, the others take over its
 * part; pause and delete reach all readers.
 */
import { cassandraHere, CassandraServer } from '../../services/cassandra-server.js';
import { AWS_REGION, AWS_USER, motoHere, MotoServer } from '../../services/moto-server.js';
import { kafkaHere, KafkaServer } from '../../services/kafka-server.js';
import { natsHere, NatsServer } from '../../services/nats-server.js';
import { describeWith } from '../../services/service-cache.js';
import { AwsResources } from '../../brokers/aws/aws-resources.js';
import { KafkaTopics } from '../../brokers/kafka/kafka-topics.js';
import { NUMBER_QUERY } from '../../brokers/kill-run.js';
import { NatsStreams } from '../../brokers/nats/nats-streams.js';
import { until } from '../../support/until.js';
import { V1Client } from '../../support/v1-client.js';
import { answered, nameOf, SharedGraph } from './shared-graph.js';

const PARTITIONS = 6;
const BATCH = 120;
const MEMBERS = ['one', 'two', 'three'];
const nats = await natsHere();
const kafka = await kafkaHere();
const moto = await motoHere();
/** Time until other readers take over from a departed one. */
const GONE = '2s';
/** Long, because three members and four servers on a busy machine are slow; a killed member is detected immediately. */
const LEASE = '10s';

describeWith('Gateways that read one source', await cassandraHere(), cassandraFound => {
  describeWith('with a directory', nats, natsFound => {
    describeWith('and Kafka', kafka, kafkaFound => {
      let cassandra: CassandraServer;
      let directory: NatsServer;
      let broker: KafkaServer;
      let topics: KafkaTopics;
      let graph: SharedGraph;
      let written = 0;

      beforeAll(async () => {
        directory = await NatsServer.start(natsFound);
        broker = await KafkaServer.start(kafkaFound);
        cassandra = await CassandraServer.start(cassandraFound);
        topics = new KafkaTopics(broker);
        const servers = { nats: directory.address, cassandra: cassandra.contactPoint };
        graph = await SharedGraph.make('readers', servers, { 'cluster.lease': LEASE });
        for (const name of MEMBERS) await graph.start(name);
        await graph.spread();
      }, 240_000);
      afterAll(async () => {
        await graph.close();
        await topics.close();
        await cassandra.stop();
        await broker.stop();
        await directory.stop();
      }, 120_000);

      function toKafka(texts: readonly string[]): Promise<void> {
        return topics.write(
          texts.map((value, i) => ({ topic: 'numbers', value, partition: (written + i) % PARTITIONS })),
        );
      }

      let send = toKafka;

      async function write(batches: number): Promise<void> {
        for (let k = 0; k < batches; k++, written += BATCH)
          await send(Array.from({ length: BATCH }, (_, i) => JSON.stringify({ n: written + i })));
      }

      function api(): V1Client {
        return new V1Client(graph.any);
      }

      interface Shares {
        readonly byReader: Readonly<Record<string, number>>;
        /** Reasons why readers receive no records. */
        readonly troubles: readonly (string | null)[];
        readonly order: number | undefined;
      }

      async function shares(): Promise<Shares> {
        const cluster = await graph.cluster();
        const all = cluster?.readers ?? [];
        const byReader = all.map(({ member, records }) => [nameOf(member!), records]);
        return {
          byReader: Object.fromEntries(byReader) as Record<string, number>,
          troubles: all.map(({ trouble }) => trouble),
          order: cluster?.order,
        };
      }

      /** Waits until all running members have read records. */
      async function expectShares(): Promise<void> {
        const wanted = [...graph.running.keys()].sort();
        const found = await until(
          async () => {
            await write(1);
            return shares();
          },
          ({ byReader }) =>
            Object.keys(byReader).sort().join() === wanted.join() &&
            Object.values(byReader).every(count => count > 0),
        );
        process.stdout.write(`records by reader: ${JSON.stringify(found)}\n`);
      }

      async function numbers(): Promise<readonly unknown[]> {
        const [row] = await answered(() =>
          graph.any.rows(
            'MATCH (a)-[:of]->(g) RETURN count(*) AS edges, count(DISTINCT a.n) AS numbers, sum(a.n) AS total',
          ),
        );
        return row!;
      }

      async function expectAll(): Promise<void> {
        const wanted = [written, written, (written * (written - 1)) / 2];
        await until(numbers, found => JSON.stringify(found) === JSON.stringify(wanted));
      }

      test('each of three members reads a part, and all records are in the graph', async () => {
        await topics.create('numbers', PARTITIONS);
        await api().createIngest('in', {
          type: 'KafkaIngest',
          topics: ['numbers'],
          bootstrapServers: broker.bootstrapServers,
          autoOffsetReset: 'earliest',
          offsetCommitting: { type: 'ExplicitCommit', maxIntervalMillis: 200 },
          kafkaProperties: { 'session.timeout.ms': '3000' },
          format: { type: 'CypherJson', query: NUMBER_QUERY },
        });
        await expectShares();
        await expectAll();
        // A lender's writes are visible before the owner knows that they are durable and counts them.
        const { stats } = await until(
          () => api().ingest('in'),
          info => info.stats.ingestedCount >= written,
        );
        expect(stats.rejectedCount).toBe(0);
      }, 240_000);

      /** The lender also returns. */
      async function expectNothingLostWithALender(): Promise<void> {
        const owner = nameOf((await graph.cluster())!.owner);
        const lender = [...graph.running.keys()].find(name => name !== owner)!;
        await write(5);
        await graph.running.get(lender)!.kill();
        graph.running.delete(lender);
        await write(5);
        await expectAll();
        await expectShares();
        await graph.start(lender);
        await graph.spread();
        await expectShares();
        await expectAll();
      }

      test('loses nothing when a lender is killed midway and returns', expectNothingLostWithALender, 300_000);

      test('the next owner and the other members continue when the owner is killed', async () => {
        const owner = nameOf((await graph.cluster())!.owner);
        await write(5);
        await graph.running.get(owner)!.kill();
        graph.running.delete(owner);
        await write(5);
        await expectAll();
        await graph.spread();
        await expectShares();
        await expectAll();
      }, 300_000);

      test('a pause reaches all readers, and so does the end', async () => {
        await api().call('PUT', '/ingest/in/pause', 200);
        const before = await numbers();
        await write(5);
        // Each in all partitions of each reader: a reader that continued would have read them.
        for (let k = 0; k < 50; k++) await graph.writeByHand();
        expect(await numbers()).toEqual(before);
        await api().call('PUT', '/ingest/in/start', 200);
        await expectAll();
        await api().call('DELETE', '/ingest/in', 200);
        // A reader waits briefly for its departure to be noticed.
        await until(async () => (await topics.members('in')) === 0);
        expect((await shares()).byReader).toEqual({});
      }, 240_000);

      async function expectKilled(stream: string, source: object): Promise<void> {
        const headers = { 'content-type': 'application/json' };
        const body = JSON.stringify({ name: stream, source, query: NUMBER_QUERY });
        const made = await graph.any.fetch('/api/v2/graph/quine/ingests', { method: 'POST', headers, body });
        expect([made.status, await made.text()]).toEqual([201, expect.anything()]);
        await expectShares();
        await expectNothingLostWithALender();
        await api().call('DELETE', `/ingest/${stream}`, 200);
      }

      test('all members read messages of a NATS consumer, and none is lost when a lender is killed', async () => {
        const streams = await NatsStreams.of(directory);
        await streams.create('NUMBERS');
        send = texts => streams.write('NUMBERS.n', texts);
        const servers = [directory.address];
        const source = { type: 'NatsJetStream', servers, stream: 'NUMBERS', ackWait: GONE };
        await expectKilled('messages', { ...source, format: { type: 'Json' } });
        await streams.close();
      }, 300_000);

      describeWith('and AWS', moto, motoFound => {
        let aws: MotoServer;
        let resources: AwsResources;
        let reach: object;

        beforeAll(async () => {
          aws = await MotoServer.start(motoFound);
          resources = new AwsResources(aws);
          reach = {
            ...{ endpoint: aws.endpoint, region: AWS_REGION, credentials: AWS_USER },
            format: { type: 'Json' },
          };
        });
        afterAll(async () => {
          resources.close();
          await aws.stop();
        });

        test('reads messages of a queue', async () => {
          const queueUrl = await resources.queue('numbers', { VisibilityTimeout: '2' });
          send = texts => resources.sendAll(queueUrl, texts);
          await expectKilled('queue', { type: 'SQS', queueUrl, readParallelism: 2, ...reach });
        }, 300_000);

        test('reads shards of Kinesis, with leases', async () => {
          await resources.stream('numbers', PARTITIONS);
          send = texts => resources.put('numbers', texts);
          await expectKilled('leases', {
            ...{ type: 'KinesisKCL', kinesisStreamName: 'numbers', applicationName: 'weir' },
            initialPosition: { type: 'TrimHorizon' },
            checkpointSettings: { maxBatchSize: 10 },
            advancedSettings: {
              leaseManagementConfig: { failoverTime: GONE },
              retrievalSpecificConfig: { type: 'PollingConfig', idleTimeBetweenReads: '100ms' },
            },
            ...reach,
          });
        }, 300_000);
      });
    });
  });
});
