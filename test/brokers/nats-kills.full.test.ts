/**
 * NATS in, a standing query, NATS out, while the program and the server are killed at random moments: afterwards every
 * record is in the graph, and the results in the other stream come to every match, no message there twice. WEIR_TEST_NATS_KILLS says how often there is a kill,
 * WEIR_TEST_SEED when.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRandom } from '@weir/model';
import { natsHere, NatsServer } from '../services/nats-server.js';
import { describeWith } from '../services/service-cache.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { until } from '../support/until.js';
import { V1Client } from '../support/v1-client.js';
import { NatsStreams } from './nats-streams.js';
import { NetResults } from './net-results.js';

const KILLS = Number(process.env['WEIR_TEST_NATS_KILLS'] ?? 10);
const SEED = Number(process.env['WEIR_TEST_SEED'] ?? 1);
const BATCH = 200;

describeWith('NATS and kills', await natsHere(), found => {
  let server: NatsServer;
  let streams: NatsStreams;
  let folder: string;
  let gateway: GatewayProcess;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'weir-nats-kills-'));
    [server, gateway] = await Promise.all([NatsServer.start(found), GatewayProcess.startIn(folder)]);
    streams = await NatsStreams.of(server);
  });
  afterAll(async () => {
    await streams.close();
    await gateway.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function post(path: string, body: object): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    const response = await gateway.fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
    expect([response.status, await response.text()]).toEqual([201, expect.anything()]);
  }

  test(
    `${KILLS} kills, seed ${SEED}`,
    async () => {
      const random = new SeededRandom(SEED);
      await streams.create('IN', ['in.>']);
      await streams.create('OUT', ['out']);
      await new V1Client(gateway).createStanding(
        'late',
        'MATCH (a)-[:of]->(g) WHERE a.n IS NOT NULL RETURN DISTINCT id(a) AS id',
      );
      const servers = [server.address];
      await post('/api/v2/graph/quine/standingQueries/late/outputs', {
        name: 'nats',
        destinations: [{ type: 'NatsJetStream', servers, subject: 'out' }],
        onFailure: { type: 'Hold' },
      });
      await post('/api/v2/graph/quine/ingests', {
        name: 'in',
        source: { type: 'NatsJetStream', servers, stream: 'IN', ackWait: '2s', format: { type: 'Json' } },
        query:
          "MATCH (a), (g) WHERE id(a) = idFrom('a', $that.n) AND id(g) = idFrom('g', $that.n % 50) SET a.n = $that.n CREATE (a)-[:of]->(g)",
      });

      let written = 0;
      /** The writer goes on during a kill, and then waits for the next one. */
      let allowed = 0;
      let isDone = false;
      const writing = (async () => {
        while (!isDone) {
          await until(() => written < allowed || isDone);
          const numbers = Array.from({ length: BATCH }, (_, i) => written + i);
          const texts = numbers.map(n => (n % 97 === 0 ? 'poison' : JSON.stringify({ n })));
          // What may have been written is written again: the server was killed.
          await until(() =>
            streams.write('in.n', texts, numbers.map(String)).then(
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

      const good = Array.from({ length: written }, (_, n) => n).filter(n => n % 97 !== 0);
      const rows = 'MATCH (a)-[:of]->(g) WHERE a.n IS NOT NULL RETURN count(DISTINCT a.n)';
      await until(
        () => gateway.rows(rows),
        counted => counted[0]?.[0] === good.length,
      );
      expect(await gateway.rows('MATCH (a) WHERE a.n IS NOT NULL RETURN count(a), sum(a.n)')).toEqual([
        [good.length, good.reduce((sum, n) => sum + n, 0)],
      ]);
      await until(async () => (await streams.open('IN', 'in')).unacknowledged === 0);
      expect(await streams.open('IN', 'in')).toEqual({ waiting: 0, unacknowledged: 0 });
      const v1 = new V1Client(gateway);
      const info = await until(
        () => v1.ingest('in'),
        ({ stats }) => (stats as { lag?: number }).lag === 0,
      );
      expect(info).toMatchObject({ status: 'Running' });
      const matching = await gateway.rows(
        'MATCH (a)-[:of]->(g) WHERE a.n IS NOT NULL RETURN DISTINCT strId(a)',
      );
      const results = await until(
        () => streams.read('OUT'),
        found => netOf(found).size >= good.length,
      );
      netOf(results).expect(matching);
      expect(new Set(results.map(({ id }) => id)).size).toBe(results.length);
    },
    60_000 + KILLS * 30_000,
  );
});

function netOf(messages: readonly { readonly text: string }[]): NetResults {
  return NetResults.of(messages.map(({ text }) => text));
}
