/**
 * The gateway with its graph in Cassandra: the past, sleep and wake, backup and import; kills of the program and of
 * Cassandra during ingest; a second program on the same graph. WEIR_TEST_CASSANDRA_KILLS sets the number of kills,
 * WEIR_TEST_SEED their times.
 */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'cassandra-driver';
import { SeededRandom } from '@weir/platform';
import { restoreGraph } from '@weir/runtime';
import { cassandraHere, CassandraServer } from '../services/cassandra-server.js';
import { describeWith } from '../services/service-cache.js';
import { GatewayProcess } from '../support/gateway-process.js';
import { resultsInFile } from '../support/result-lines.js';
import { until } from '../support/until.js';
import { V1Client } from '../support/v1-client.js';

const KILLS = Number(process.env['WEIR_TEST_CASSANDRA_KILLS'] ?? 6);
const SEED = Number(process.env['WEIR_TEST_SEED'] ?? 1);
/** Detects a lost store soon. */
const IMPATIENT = ['-Dweir.store.write-timeout=3s', '-Dweir.store.read-timeout=3s'];
const RECORDS_PER_KILL = 10_000;
const GROUPS = 500;
/** Time to finish the rest of a stream. */
const END_MILLIS = 240_000;

const WRITE =
  "WITH toInteger($that) AS n MATCH (a), (g) WHERE id(a) = idFrom('a', n) AND id(g) = idFrom('g', n % 500) " +
  'SET a.n = n, a:Leaf, g:Group CREATE (a)-[:of]->(g)';
const MATCHES = 'MATCH (a:Leaf)-[:of]->(g:Group) WHERE a.n % 2 = 0 RETURN DISTINCT strId(a) AS id';

describeWith('The gateway on Cassandra', await cassandraHere(), installed => {
  let server: CassandraServer;
  let folder: string;
  const running = new Set<GatewayProcess>();

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'weir-on-cassandra-')));
    server = await CassandraServer.start(installed);
  }, 240_000);
  afterEach(async () => {
    await Promise.all([...running].map(gateway => gateway.kill()));
    running.clear();
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  function options(graph: string, ...more: string[]): string[] {
    const settings = {
      endpoints: server.contactPoint,
      graph,
      'buckets-per-shard': 8,
    };
    const properties = Object.entries(settings).map(([key, value]) => `-Dweir.store.${key}=${value}`);
    return ['--store', 'cassandra', '--shards', '2', ...properties, ...more];
  }

  async function start(graph: string, ...more: string[]): Promise<GatewayProcess> {
    const gateway = await GatewayProcess.startIn(folder, ...options(graph, ...more));
    running.add(gateway);
    return gateway;
  }

  async function numbers(gateway: GatewayProcess, count: number, perSecond?: number): Promise<void> {
    await new V1Client(gateway).createIngest('numbers', {
      type: 'NumberIteratorIngest',
      ingestLimit: count,
      ...(perSecond === undefined ? {} : { maximumPerSecond: perSecond }),
      format: { type: 'CypherLine', query: WRITE },
    });
  }

  async function isWhole(gateway: GatewayProcess, count: number): Promise<void> {
    const sum = (count * (count - 1)) / 2;
    expect(await gateway.rows('MATCH (a:Leaf) RETURN count(a), sum(a.n)')).toEqual([[count, sum]]);
    expect(
      await gateway.rows('MATCH (a:Leaf)-[:of]->(g:Group) RETURN count(DISTINCT a), count(DISTINCT g)'),
    ).toEqual([[count, GROUPS]]);
    expect(await gateway.rows('MATCH (g:Group)<-[:of]-(a) RETURN count(a)')).toEqual([[count]]);
  }

  test('reads the past, sleeps and wakes, restarts, backs up and imports', async () => {
    let gateway = await start('whole', '-Dweir.in-memory-soft-node-limit=200');
    const v1 = new V1Client(gateway);
    await v1.createStanding('evens', MATCHES);
    await numbers(gateway, 5_000);
    await v1.ingestIs('numbers', 'Completed');
    await v1.matchesReach('evens', 2_500);
    const before = Date.now();
    await until(() => Date.now() > before + 2);
    await gateway.rows("MATCH (a) WHERE id(a) = idFrom('a', 1) SET a.n = 7000, a.list = [1, 2.5, 'x']");
    const NAMED = "MATCH (a) WHERE id(a) = idFrom('a', 1) RETURN a.n, a.list";
    expect(await gateway.rows(NAMED)).toEqual([[7000, [1, 2.5, 'x']]]);
    expect(await v1.cypher(NAMED, {}, before)).toEqual([[1, null]]);
    expect(await v1.call('GET', '/admin/config', 200)).toMatchObject({
      persistor: { persistorType: 'cassandra', isLocal: false },
    });
    expect(await gateway.stop()).toBe(0);
    running.clear();

    gateway = await start('whole');
    const again = new V1Client(gateway);
    expect(await gateway.rows(NAMED)).toEqual([[7000, [1, 2.5, 'x']]]);
    expect(await again.cypher(NAMED, {}, before)).toEqual([[1, null]]);
    expect(await gateway.rows('MATCH (a:Leaf) RETURN count(a)')).toEqual([[5_000]]);
    expect((await again.standing('evens')).name).toBe('evens');

    const backup = join(folder, 'all.backup');
    const answer = await gateway.fetch('/api/v1/admin/backup');
    await pipeline(Readable.fromWeb(answer.body as never), createWriteStream(backup));
    await restoreGraph(createReadStream(backup), join(folder, 'restored'));
    const restored = await GatewayProcess.startIn(folder, '--data', 'restored');
    running.add(restored);
    expect(await restored.rows(NAMED)).toEqual([[7000, [1, 2.5, 'x']]]);
    expect(await restored.rows('MATCH (a:Leaf)-[:of]->(g) RETURN count(a)')).toEqual([[5_000]]);

    const exported = await (await restored.fetch('/api/v1/admin/export')).text();
    const other = await start('imported');
    const imported = await other.fetch('/api/v1/admin/import', { method: 'POST', body: exported });
    expect([imported.status, await imported.json()]).toMatchObject([200, { nodes: 5_500 }]);
    expect(await other.rows('MATCH (a:Leaf)-[:of]->(g) RETURN count(a)')).toEqual([[5_000]]);
  }, 180_000);

  test(
    `${KILLS} kills, seed ${SEED}`,
    async () => {
      const random = new SeededRandom(SEED);
      const count = (KILLS + 1) * RECORDS_PER_KILL;
      let gateway = await start('kills', ...IMPATIENT);
      let v1 = new V1Client(gateway);
      await v1.createStanding('evens', MATCHES, {
        outputs: { file: { type: 'WriteToFile', path: join(folder, 'evens.jsonl') } },
      });
      await numbers(gateway, count, 6_000);
      // The stream's own status is cheap; counting nodes repeatedly would read the whole store each time.
      const ingested = async (): Promise<number> => (await v1.ingest('numbers')).stats.ingestedCount;
      const status = async (): Promise<string> => (await v1.ingest('numbers')).status;
      for (let kill = 0; kill < KILLS; kill++) {
        const goal = (await ingested()) + random.below(RECORDS_PER_KILL);
        await until(async () => (await ingested()) >= Math.min(goal, count));
        if (kill % 2 === 0) {
          await gateway.kill();
          running.delete(gateway);
          gateway = await start('kills', ...IMPATIENT);
          v1 = new V1Client(gateway);
        } else {
          await server.kill();
          await until(async () => (await gateway.fetch('/api/v1/admin/readiness')).status === 503);
          // Failed writes are read from the source again; failed reads are retried.
          await server.startAgain();
          await until(async () => (await gateway.fetch('/api/v1/admin/readiness')).status === 204);
          await until(status, is => /Running|Completed/.test(is));
        }
      }
      await until(async () => (await v1.ingest('numbers')).status === 'Completed', undefined, END_MILLIS);
      await isWhole(gateway, count);
      const net = await until(
        async () => {
          const results = await resultsInFile(join(folder, 'evens.jsonl'));
          const seen = new Set<string>();
          const ids = new Map<unknown, number>();
          for (const { meta, data } of results) {
            const key = `${meta.resultId} ${meta.isPositiveMatch}`;
            if (seen.has(key)) continue;
            seen.add(key);
            ids.set(data['id'], (ids.get(data['id']) ?? 0) + (meta.isPositiveMatch ? 1 : -1));
          }
          return ids;
        },
        ids => [...ids.values()].filter(sum => sum === 1).length >= count / 2,
      );
      const batch = await gateway.rows(MATCHES);
      expect(new Set([...net].filter(([, sum]) => sum === 1).map(([id]) => id))).toEqual(
        new Set(batch.map(([id]) => id)),
      );
      expect(await gateway.stop()).toBe(0);
      running.clear();
    },
    END_MILLIS + KILLS * 60_000,
  );

  test('a shard with less than was acknowledged ends the program, which then resumes from the existing data', async () => {
    const gateway = await start('back');
    const ids = Array.from({ length: 10 }, (_, n) => n);
    const write = (to: GatewayProcess, n: number, value: number): Promise<unknown> =>
      to.rows(`MATCH (a) WHERE id(a) = idFrom('a', ${n}) SET a.n = ${value}`);
    for (const n of ids) await write(gateway, n, 1);
    const client = new Client({ contactPoints: [server.contactPoint], localDataCenter: 'datacenter1' });
    const { rows } = await client.execute(
      "SELECT shard, committed FROM weir.shards WHERE graph = 'back' AND shard IN ('shard-0', 'shard-1')",
    );
    for (const row of rows)
      await client.execute(
        "UPDATE weir.shards SET committed = ? WHERE graph = 'back' AND shard = ? IF EXISTS",
        [Number(row['committed']) - 1, row['shard']],
        { prepare: true },
      );
    await client.shutdown();
    // A checkpoint may have noticed before: then the server no longer listens.
    await expect(write(gateway, 1, 2)).rejects.toThrow(/has reverted|fetch failed/);
    expect(await gateway.exit).toBe(1);
    expect(gateway.status.seen.join('\n')).toContain('has reverted');
    running.delete(gateway);
    const next = await start('back');
    for (const n of ids) await write(next, n, 3);
    expect(await next.rows('MATCH (a) WHERE a.n = 3 RETURN count(a)')).toEqual([[ids.length]]);
    expect(await next.stop()).toBe(0);
    running.clear();
  }, 120_000);

  test('rejects a second program, which takes over from a stalled one, which then writes nothing', async () => {
    // At this rate it takes long enough for another program to start meanwhile, twice.
    const count = 60_000;
    const first = await start('two', '-Dweir.should-resume-ingest=false');
    await numbers(first, count, 3_000);
    await until(async () => (await new V1Client(first).ingest('numbers')).stats.ingestedCount > 3_000);
    const refused = GatewayProcess.spawnIn(folder, ...options('two'));
    expect(await refused.exit).toBe(1);
    expect(refused.status.seen.join()).toMatch(/is in use by another process .*start with store\.take-over/);

    process.kill(first.pid, 'SIGSTOP');
    const second = await start('two');
    const v1 = new V1Client(second);
    const [[there]] = (await second.rows('MATCH (a:Leaf) RETURN count(a)')) as [[number]];
    process.kill(first.pid, 'SIGCONT');
    expect(await first.exit).toBe(1);
    running.delete(first);
    expect(first.status.seen.join()).toMatch(/was taken over by another process/);
    await until(async () => (await v1.ingest('numbers')).status === 'Completed', undefined, END_MILLIS);
    expect(there).toBeLessThan(count);
    await isWhole(second, count);
    expect(await second.stop()).toBe(0);
    running.clear();
  }, 400_000);
});
