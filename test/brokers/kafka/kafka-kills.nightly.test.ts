/**
 * Records from Kafka, a standing query, results to Kafka, while the program and the broker are killed at random
 * moments. Afterwards every record is in the graph, and every match in the topic at least once. WEIR_TEST_KAFKA_KILLS
 * sets the number of kills, WEIR_TEST_SEED their times.
 */
import { SeededRandom } from '@weir/platform';
import { kafkaHere, KafkaServer } from '../../services/kafka-server.js';
import { describeWith } from '../../services/service-cache.js';
import { until } from '../../support/until.js';
import { V1Client } from '../../support/v1-client.js';
import { KafkaTopics, type Written } from './kafka-topics.js';
import { KillRun, NUMBER_QUERY } from '../kill-run.js';

const KILLS = Number(process.env['WEIR_TEST_KAFKA_KILLS'] ?? 6);
const SEED = Number(process.env['WEIR_TEST_SEED'] ?? 1);
const PARTITIONS = 4;
const BATCH = 200;

describeWith('Kafka and kills', await kafkaHere(), found => {
  let run: KillRun<KafkaServer>;
  let topics: KafkaTopics;

  beforeAll(async () => {
    run = await KillRun.start('kafka', () => KafkaServer.start(found));
    topics = new KafkaTopics(run.server);
  });
  afterAll(async () => {
    await topics.close();
    await run.stop();
  });

  /** Every 97th is not a readable record, and is followed by one without a value. */
  function message(n: number): Written {
    const value = n % 97 === 0 ? 'poison' : n % 97 === 1 ? null : JSON.stringify({ n });
    return { topic: 'in', value, partition: n % PARTITIONS };
  }

  test(
    `${KILLS} kills, seed ${SEED}`,
    async () => {
      await topics.create('in', PARTITIONS);
      await topics.create('out', 2);
      const first = new V1Client(run.gateway);
      const { bootstrapServers } = run.server;
      const backoff = { 'reconnect.backoff.max.ms': '300' };
      await first.createStanding(
        'late',
        'MATCH (a)-[:of]->(g) WHERE a.n IS NOT NULL RETURN DISTINCT id(a) AS id',
        {
          outputs: {
            kafka: { type: 'WriteToKafka', topic: 'out', bootstrapServers, onFailure: { type: 'Hold' } },
          },
        },
      );
      await first.createIngest('in', {
        type: 'KafkaIngest',
        topics: ['in'],
        bootstrapServers,
        autoOffsetReset: 'earliest',
        offsetCommitting: { type: 'ExplicitCommit', maxIntervalMillis: 200 },
        kafkaProperties: { ...backoff, 'session.timeout.ms': '3000' },
        format: { type: 'CypherJson', query: NUMBER_QUERY },
      });

      const written = await run.under({
        kills: KILLS,
        random: new SeededRandom(SEED),
        batch: BATCH,
        batches: 10,
        batchesAhead: 10,
        write: from => topics.write(Array.from({ length: BATCH }, (_, i) => message(from + i))),
      });

      const good = Array.from({ length: written }, (_, n) => n).filter(n => n % 97 > 1);
      await run.expectNumbers(good);
      const v1 = new V1Client(run.gateway);
      const info = await until(
        () => v1.ingest('in'),
        ({ stats }) => (stats as { lag?: number }).lag === 0,
      );
      expect(info).toMatchObject({ status: 'Running' });
      (await topics.netResults('out', good.length)).expect(await run.matching());
    },
    60_000 + KILLS * 30_000,
  );
});
