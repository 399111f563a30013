/**
 * Members that share a graph leave on request (`SIGTERM`), a lender and then the owner, while a stream ingests and
 * clients write, and then return: no request fails, and every write exists once. As before a rolling restart, clients
 * stop using a member that is about to leave. The waiting time of requests is printed, because it depends on the
 * machine.
 */
import { cassandraHere, CassandraServer } from '../../services/cassandra-server.js';
import { natsHere, NatsServer } from '../../services/nats-server.js';
import { describeWith } from '../../services/service-cache.js';
import { until } from '../../support/until.js';
import { V1Client } from '../../support/v1-client.js';
import { answered, nameOf, SharedGraph } from './shared-graph.js';
import { SteadyWriter } from './steady-writer.js';

const WAIT_MILLIS = 10_000;
const NAMES = ['one', 'two', 'three'];
/** Minimum number of records in each phase. */
const ENOUGH = 30;
const nats = await natsHere();
/** Long enough that no member considers a busy machine gone. */
const LEASE = { 'cluster.lease': '10s' };
/** Generous, because the machine may be busy. */
const PATIENCE_MILLIS = 240_000;

describeWith('Members that leave in order', await cassandraHere(), installed => {
  describeWith('with a directory', nats, found => {
    let cassandra: CassandraServer;
    let directory: NatsServer;
    let graph: SharedGraph;
    let writer: SteadyWriter;
    /** Members that clients use. */
    let asked: readonly string[];

    beforeAll(async () => {
      directory = await NatsServer.start(found);
      cassandra = await CassandraServer.start(installed);
      graph = await SharedGraph.make('leave', { nats: directory.address, cassandra: cassandra.contactPoint });
      for (const name of NAMES) await graph.start(name, LEASE);
    }, 900_000);
    afterAll(async () => {
      writer?.abandon();
      await graph?.close();
      await cassandra?.stop();
      await directory?.stop();
    });

    function queryAllBut(leaving?: string): void {
      asked = [...graph.running].filter(([name]) => name !== leaving).map(([, { url }]) => url);
    }

    async function enough(): Promise<void> {
      const phase = writer.phases.at(-1)!;
      const before = phase.written;
      await until(async () => phase.written >= before + ENOUGH, undefined, PATIENCE_MILLIS);
    }

    /** Waits until all shards are hosted by running members. */
    async function spread(): Promise<string> {
      const cluster = await until(
        () => graph.cluster(),
        state => {
          const holders = new Set(
            state?.members.filter(({ shards }) => shards.length > 0).map(({ id }) => nameOf(id)),
          );
          const isSettled = state?.moves.every(({ millis }) => millis !== null) === true;
          return isSettled && [...graph.running.keys()].every(name => holders.has(name));
        },
        PATIENCE_MILLIS,
      );
      return nameOf(cluster!.owner);
    }

    /** @returns responses that were errors. */
    async function during(phase: string, what: () => Promise<void>): Promise<readonly string[]> {
      writer.begin(phase);
      await what();
      await enough();
      const { written, longestMillis, refusals } = writer.phases.at(-1)!;
      process.stdout.write(
        `${phase}: ${written} records written, none waited for more than ${Math.round(longestMillis)} ms\n`,
      );
      // Requests wait no longer than this: on a busy machine one may be rejected then.
      return longestMillis < WAIT_MILLIS ? refusals : [];
    }

    async function leave(name: string): Promise<void> {
      queryAllBut(name);
      await enough();
      const gateway = graph.running.get(name)!;
      const began = performance.now();
      graph.running.delete(name);
      expect(await gateway.stop()).toBe(0);
      process.stdout.write(`${name} has ended after ${Math.round(performance.now() - began)} ms\n`);
    }

    test('no request fails while a lender and then the owner leave, and every write exists once', async () => {
      const api = (): V1Client => new V1Client(graph.any);
      const owner = await spread();
      await graph.watch();
      await graph.ingest({ maximumPerSecond: 100 });
      queryAllBut();
      writer = new SteadyWriter(
        () => asked,
        () => '',
      );
      const lender = NAMES.find(name => name !== owner)!;
      const other = NAMES.find(name => name !== owner && name !== lender)!;
      expect(
        await during('the lender leaves', async () => {
          await leave(lender);
          await spread();
        }),
      ).toEqual([]);
      expect(
        await during('it comes back', async () => {
          await graph.start(lender, LEASE);
          expect(await spread()).toBe(owner);
          queryAllBut();
        }),
      ).toEqual([]);
      expect(
        await during('the owner leaves', async () => {
          await leave(owner);
          expect([lender, other]).toContain(await spread());
        }),
      ).toEqual([]);
      await writer.end();
      await answered(() => api().call('PUT', '/ingest/numbers/pause', 200));
      for (const gateway of graph.running.values()) {
        expect(await writer.found(gateway.url)).toEqual(writer.expected);
        await graph.expectWhole(gateway);
      }
      expect((await api().ingest('numbers')).stats.rejectedCount).toBe(0);
    }, 900_000);
  });
});
