/**
 * More than three gateways share a graph, over a real NATS and a real Cassandra. All start together; then some of them,
 * including the owner, are killed, stall or leave in order, alone and together, and return immediately, while a stream
 * ingests and clients write. After each round nothing is lost or duplicated, the shards are distributed evenly, and all
 * members agree on the distribution. `WEIR_TEST_MANY_ROUNDS` sets the number of rounds, `WEIR_TEST_CRASH_SEED` the
 * order, `WEIR_TEST_MANY_WAYS` the failures (`owner`).
 */
import { SeededRandom } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import { cassandraHere, CassandraServer } from '../../services/cassandra-server.js';
import { natsHere, NatsServer } from '../../services/nats-server.js';
import { describeWith } from '../../services/service-cache.js';
import { until } from '../../support/until.js';
import { nameOf, SharedGraph } from './shared-graph.js';

const { seed, cases: rounds } = randomTest('many members');
const NAMES = ['one', 'two', 'three', 'four', 'five', 'six'];
const SHARDS = 12;
/** Operations that are not retried must not fail because a busy machine stalled. */
const LEASE_MILLIS = 6_000;
/** Generous: this many processes take their time on a busy machine. */
const PATIENCE_MILLIS = 240_000;
const ALL_WAYS = [
  'kill the owner and a lender',
  'kill three lenders',
  'stop half of them',
  'freeze two lenders',
  'kill the owner, and the next one as it opens the graph',
] as const;
type Way = (typeof ALL_WAYS)[number];
const CHOSEN = new RegExp(process.env['WEIR_TEST_MANY_WAYS'] ?? '');
const WAYS = ALL_WAYS.filter(way => CHOSEN.test(way));
const nats = await natsHere();

describeWith('Many gateways that lend each other workers', await cassandraHere(), installed => {
  describeWith('with a directory', nats, found => {
    const random = new SeededRandom(seed);
    let cassandra: CassandraServer;
    let directory: NatsServer;
    let graph: SharedGraph;

    beforeAll(async () => {
      directory = await NatsServer.start(found);
      cassandra = await CassandraServer.start(installed);
      const addresses = { nats: directory.address, cassandra: cassandra.contactPoint };
      graph = await SharedGraph.make('many', addresses, {
        'shard-count': SHARDS,
        'cluster.lease': `${LEASE_MILLIS}ms`,
      });
    }, 240_000);
    afterAll(async () => {
      await graph?.close();
      await cassandra?.stop();
      await directory?.stop();
    });

    function someOf(names: readonly string[], count: number): string[] {
      const left = [...names];
      return Array.from({ length: count }, () => left.splice(random.below(left.length), 1)[0]!);
    }

    /**
     * Waits until exactly the running members are known, each with its part of the shards, according to each of them.
     * @returns the owner.
     */
    async function even(): Promise<string> {
      const counts = [Math.floor(SHARDS / graph.running.size), Math.ceil(SHARDS / graph.running.size)];
      const names = [...graph.running.keys()].sort();
      const owners = new Set<string>();
      for (const gateway of graph.running.values()) {
        const cluster = await until(
          () => graph.cluster(gateway),
          state =>
            state !== undefined &&
            String(state.members.map(({ id }) => nameOf(id)).sort()) === String(names) &&
            state.members.every(({ shards }) => counts.includes(shards.length)) &&
            state.moves.every(({ millis }) => millis !== null),
          PATIENCE_MILLIS,
        );
        owners.add(nameOf(cluster!.owner));
        const shards = cluster!.members.flatMap(member => member.shards);
        expect(new Set(shards).size).toBe(SHARDS);
      }
      expect(owners.size).toBe(1);
      return [...owners][0]!;
    }

    async function take(names: readonly string[], what: 'kill' | 'stop'): Promise<void> {
      const gateways = names.map(name => graph.running.get(name)!);
      for (const name of names) graph.running.delete(name);
      const codes = await Promise.all(gateways.map(gateway => gateway[what]()));
      if (what === 'stop') expect(codes).toEqual(names.map(() => 0));
    }

    async function writes(): Promise<void> {
      await until(() => graph.writeByHand(), undefined, PATIENCE_MILLIS);
    }

    async function freeze(names: readonly string[]): Promise<void> {
      const still = names.map(name => [name, graph.running.get(name)!] as const);
      for (const [name, { pid }] of still) {
        graph.running.delete(name);
        process.kill(pid, 'SIGSTOP');
      }
      // Beyond their leases, and until other members have their shards.
      await until(
        async () => (await graph.cluster())?.members.length === graph.running.size,
        undefined,
        PATIENCE_MILLIS,
      );
      await writes();
      for (const [name, gateway] of still) {
        process.kill(gateway.pid, 'SIGCONT');
        graph.running.set(name, gateway);
      }
    }

    async function disturb(way: Way, owner: string): Promise<void> {
      const lenders = NAMES.filter(name => name !== owner);
      if (way === 'freeze two lenders') await freeze(someOf(lenders, 2));
      else if (way === 'kill three lenders') await take(someOf(lenders, 3), 'kill');
      else if (way === 'stop half of them') await take(someOf(NAMES, NAMES.length / 2), 'stop');
      else {
        const taken = [...graph.running].map(([name, { status }]) => [name, takenIn(status.seen)] as const);
        const others = way === 'kill the owner and a lender' ? someOf(lenders, 1) : [];
        await take([owner, ...others], 'kill');
        if (others.length === 0) {
          const next = await until(
            () =>
              taken.find(([name, times]) => takenIn(graph.running.get(name)?.status.seen ?? []) > times)?.[0],
            undefined,
            PATIENCE_MILLIS,
          );
          await take([next!], 'kill');
        }
      }
    }

    test(
      `loses and duplicates nothing in ${rounds} rounds, seed ${seed}`,
      async () => {
        const start = Date.now();
        await Promise.all(NAMES.map(name => graph.start(name)));
        let owner = await even();
        process.stdout.write(`all have shards after ${Date.now() - start} ms\n`);
        await graph.watch();
        await graph.ingest({ maximumPerSecond: 50 });
        let ways: Way[] = [];
        for (let round = 0; round < rounds; round++) {
          if (ways.length === 0) ways = [...WAYS];
          const [way] = ways.splice(random.below(ways.length), 1);
          for (let k = random.below(10); k >= 0; k--) await writes();
          const began = Date.now();
          await disturb(way!, owner);
          await writes();
          const again = Date.now() - began;
          await Promise.all(NAMES.filter(name => !graph.running.has(name)).map(name => graph.start(name)));
          owner = await even();
          process.stdout.write(`${way}: answered after ${again} ms, all even after ${Date.now() - began}\n`);
          await graph.expectWholePaused([[...graph.running.values()][random.below(NAMES.length)]!]);
        }
      },
      (1 + rounds) * PATIENCE_MILLIS,
    );
  });
});

/** How often a process has taken the graph, according to its log. */
function takenIn(lines: readonly string[]): number {
  return lines.filter(line => line.includes('takes over the graph')).length;
}
