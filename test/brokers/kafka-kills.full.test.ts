/**
 * Kafka in, a standing query, Kafka out, while the program and the broker are killed at random moments: afterwards every
 * record is in the graph, and every match in the topic, however often. WEIR_TEST_KAFKA_KILLS says how often there is a kill,
 * WEIR_TEST_SEED when.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRandom } from '@weir/model';
import { kafkaHere, KafkaServer } from '../services/kafka-server.js';
import { describeWith } from '../services/service-cache.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { until } from '../support/until.js';
import { V1Client } from '../support/v1-client.js';
import { KafkaTopics, type Written } from './kafka-topics.js';

const KILLS = Number(process.env['WEIR_TEST_KAFKA_KILLS'] ?? 6);
const SEED = Number(process.env['WEIR_TEST_SEED'] ?? 1);
const PARTITIONS = 4;
const BATCH = 200;

describeWith('Kafka and kills', await kafkaHere(), found => {
  let server: KafkaServer;
  let topics: KafkaTopics;
  let folder: string;
  let gateway: GatewayProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'weir-kafka-kills-'));
    [server, gateway] = await Promise.all([KafkaServer.start(found), GatewayProcess.startIn(folder)]);
    topics = new KafkaTopics(server);
  });
  afterAll(async () => {
    await topics.close();
    await gateway.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Every 97th is no record that could be read, and behind it is one without a value. */
  function message(n: number): Written {
    const value = n % 97 === 0 ? 'poison' : n % 97 === 1 ? null : JSON.stringify({ n });
    return { topic: 'in', value, partition: n % PARTITIONS };
  }

  test(
    `${KILLS} kills, seed ${SEED}`,
    async () => {
      const random = new SeededRandom(SEED);
      await topics.create('in', PARTITIONS);
      await topics.create('out', 2);
      const first = new V1Client(gateway);
      const { bootstrapServers } = server;
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
        format: {
          type: 'CypherJson',
          query:
            "MATCH (a), (g) WHERE id(a) = idFrom('a', $that.n) AND id(g) = idFrom('g', $that.n % 50) SET a.n = $that.n CREATE (a)-[:of]->(g)",
        },
      });

      let written = 0;
      /** The writer goes on during a kill, and then waits for the next one. */
      let allowed = 0;
      let isDone = false;
      const writing = (async () => {
        while (!isDone) {
          await until(() => written < allowed || isDone);
          const batch = Array.from({ length: BATCH }, (_, i) => message(written + i));
          // What may have been written is written again: the broker was killed.
          await until(() =>
            topics.write(batch).then(
              () => true,
              () => false,
            ),
          );
          written += BATCH;
        }
      })();
      for (let kill = 0; kill < KILLS; kill++) {
        const goal = written + BATCH * (1 + Math.floor(random.next() * 10));
        allowed = goal + 10 * BATCH;
        await until(() => written >= goal);
        if (kill % 2 === 0) {
          await gateway.kill();
          gateway = await GatewayProcess.startIn(folder);
        } else {
          await server.kill();
          await server.startAgain();
        }
      }
      isDone = true;
      await writing;

      const good = Array.from({ length: written }, (_, n) => n).filter(n => n % 97 > 1);
      const rows = 'MATCH (a)-[:of]->(g) WHERE a.n IS NOT NULL RETURN count(DISTINCT a.n)';
      await until(
        () => gateway.rows(rows),
        found => found[0]?.[0] === good.length,
      );
      const v1 = new V1Client(gateway);
      const info = await until(
        () => v1.ingest('in'),
        ({ stats }) => (stats as { lag?: number }).lag === 0,
      );
      expect(info).toMatchObject({ status: 'Running' });
      expect(await gateway.rows('MATCH (a) WHERE a.n IS NOT NULL RETURN count(a), sum(a.n)')).toEqual([
        [good.length, good.reduce((sum, n) => sum + n, 0)],
      ]);
      const matching = await gateway.rows(
        'MATCH (a)-[:of]->(g) WHERE a.n IS NOT NULL RETURN DISTINCT strId(a)',
      );
      (await topics.netResults('out', good.length)).expect(matching);
    },
    60_000 + KILLS * 30_000,
  );
});
