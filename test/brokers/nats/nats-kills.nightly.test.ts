/**
 * Records from NATS, a standing query, results to NATS, while the program and the server are killed at random moments.
 * Afterwards every record is in the graph, and the results in the other stream amount to every match, with no message
 * twice. WEIR_TEST_NATS_KILLS sets the number of kills, WEIR_TEST_SEED their times.
 */
import { SeededRandom } from '@weir/platform';
import { natsHere, NatsServer } from '../../services/nats-server.js';
import { describeWith } from '../../services/service-cache.js';
import { until } from '../../support/until.js';
import { V1Client } from '../../support/v1-client.js';
import { KillRun, NUMBER_QUERY } from '../kill-run.js';
import { NatsStreams } from './nats-streams.js';
import { NetResults } from '../net-results.js';

const KILLS = Number(process.env['WEIR_TEST_NATS_KILLS'] ?? 10);
const SEED = Number(process.env['WEIR_TEST_SEED'] ?? 1);
const BATCH = 200;

describeWith('NATS and kills', await natsHere(), found => {
  let run: KillRun<NatsServer>;
  let streams: NatsStreams;

  beforeAll(async () => {
    run = await KillRun.start('nats', () => NatsServer.start(found));
    streams = await NatsStreams.of(run.server);
  });
  afterAll(async () => {
    await streams.close();
    await run.stop();
  });

  test(
    `${KILLS} kills, seed ${SEED}`,
    async () => {
      await streams.create('IN', ['in.>']);
      await streams.create('OUT', ['out']);
      await new V1Client(run.gateway).createStanding(
        'late',
        'MATCH (a)-[:of]->(g) WHERE a.n IS NOT NULL RETURN DISTINCT id(a) AS id',
      );
      const servers = [run.server.address];
      await run.post('/api/v2/graph/quine/standingQueries/late/outputs', {
        name: 'nats',
        destinations: [{ type: 'NatsJetStream', servers, subject: 'out' }],
        onFailure: { type: 'Hold' },
      });
      await run.post('/api/v2/graph/quine/ingests', {
        name: 'in',
        source: { type: 'NatsJetStream', servers, stream: 'IN', ackWait: '2s', format: { type: 'Json' } },
        query: NUMBER_QUERY,
      });

      const written = await run.under({
        kills: KILLS,
        random: new SeededRandom(SEED),
        batch: BATCH,
        batches: 10,
        batchesAhead: 10,
        write: from => {
          const numbers = Array.from({ length: BATCH }, (_, i) => from + i);
          const texts = numbers.map(n => (n % 97 === 0 ? 'poison' : JSON.stringify({ n })));
          return streams.write('in.n', texts, numbers.map(String));
        },
      });

      const good = Array.from({ length: written }, (_, n) => n).filter(n => n % 97 !== 0);
      await run.expectNumbers(good);
      await until(
        () => streams.open('IN', 'in'),
        ({ waiting, unacknowledged }) => waiting === 0 && unacknowledged === 0,
      );
      const v1 = new V1Client(run.gateway);
      const info = await until(
        () => v1.ingest('in'),
        ({ stats }) => (stats as { lag?: number }).lag === 0,
      );
      expect(info).toMatchObject({ status: 'Running' });
      const results = await until(
        () => streams.read('OUT'),
        found => netOf(found).size >= good.length,
      );
      netOf(results).expect(await run.matching());
      expect(new Set(results.map(({ id }) => id)).size).toBe(results.length);
    },
    60_000 + KILLS * 30_000,
  );
});

function netOf(messages: readonly { readonly text: string }[]): NetResults {
  return NetResults.of(messages.map(({ text }) => text));
}
