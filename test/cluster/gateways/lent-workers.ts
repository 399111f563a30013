/**
 * Shards of one graph on workers of two gateways. Results are the same as with a single gateway, also while a stream
 * ingests and clients write, and members are killed, stall beyond their lease, are cut off from each other or from the
 * brokers, or leave in order, and brokers are killed. If the lender fails, writes to the owner's shards are answered all
 * the while. `WEIR_TEST_LENT_ROUNDS` sets the number of rounds, `WEIR_TEST_CRASH_SEED` the order, `WEIR_TEST_LENT_WAYS`
 * the failures (`kill|cut`).
 */
import { SeededRandom } from '@weir/platform';
import type { NatsServer } from '../../services/nats-server.js';
import type { GatewayProcess } from '../../support/gateway-process.js';
import { until } from '../../support/until.js';
import { V1Client } from '../../support/v1-client.js';
import { ShardProbe } from './shard-probe.js';
import { answered, nameOf, type SharedGraph } from './shared-graph.js';

export interface LentWorkersOptions {
  /** Opens a graph that two members share, without members. */
  make(name: string, more?: Readonly<Record<string, string>>): Promise<SharedGraph>;
  readonly ways: readonly Way[];
  /** The servers that have the log. */
  brokers?(): readonly NatsServer[];
  readonly rounds: number;
  readonly seed: number;
}

const ROUND_MILLIS = 120_000;
const LEASE_MILLIS = 3_000;
const SHARDS = 4;
/** A loss of this duration is noticed by writers to other shards, if these stall too. */
const SEEN_MILLIS = 1_000;
/** Outages of the brokers are shorter or longer than a lease. */
const LONGEST_OUTAGE_MILLIS = 3 * LEASE_MILLIS;
/** One round in this number compares everything. */
const CHECKS = 4;
/** Size of the finite stream. */
const NUMBERS = 600;
export const WAYS = [
  'kill the lender',
  'kill the owner',
  'freeze the lender',
  'stop the lender',
  'freeze the owner',
  'stop the owner',
  'cut the lender off',
] as const;
/** Ways of a graph in a log. */
export const LOG_WAYS = [
  'replace the lender',
  'kill one of the brokers',
  'kill all of the brokers',
  'cut the owner off from the brokers',
  'cut the lender off from the brokers',
] as const;
export type Way = (typeof WAYS)[number] | (typeof LOG_WAYS)[number];
const CHOSEN = new RegExp(process.env['WEIR_TEST_LENT_WAYS'] ?? '');

export function testLentWorkers({ make, ways, brokers, rounds, seed }: LentWorkersOptions): void {
  const chosen = ways.filter(way => CHOSEN.test(way));
  let graph: SharedGraph;

  afterEach(() => graph.close());

  async function open(name: string, more: Readonly<Record<string, string>> = {}): Promise<void> {
    graph = await make(name, more);
    await graph.start('one');
    await graph.start('two');
  }

  test('all members host shards and answer everything, and a leaving member returns its shards', async () => {
    // No member is lost here, even if a busy machine stalls for a while.
    await open('spread', { 'cluster.lease': '10s', 'cluster.size': '3', 'log-level': 'info' });
    await graph.spread();
    await graph.start('three');
    const owner = await graph.spread();
    // Both others took workers that the owner had in their place, so no other shard stopped.
    const moves = graph.running.get(owner)!.status.seen.filter(line => line.includes(' move'));
    expect(moves.filter(line => line.includes('the workers of one process move'))).toHaveLength(2);
    expect(moves.filter(line => line.includes('shards move to other workers'))).toEqual([]);
    const other = [...graph.running.keys()].find(name => name !== owner)!;
    const members = [...graph.running.values()];
    const follower = graph.running.get(other)!;
    const api = new V1Client(follower);
    const before = await until(
      () => graph.cluster(),
      found => found?.members.every(({ isReady }) => isReady) === true,
    );
    expect(before!.members.flatMap(({ shards }) => shards).sort()).toEqual([0, 1, 2, 3]);
    const metrics = await (await follower.fetch('/metrics')).text();
    expect(metrics).toMatch(/^weir_cluster_standby_members 2$/m);
    expect(metrics).toMatch(/^weir_cluster_takeover_seconds \d/m);
    await graph.watch(follower);
    await graph.ingest({ ingestLimit: NUMBERS }, follower);
    for (let k = 0; k < 20; k++) expect(await graph.writeByHand(members[k % members.length])).toBe(true);
    await api.ingestIs('numbers', 'Completed');
    for (const member of members) {
      expect(await member.rows('MATCH (a)-[:to]->(b) RETURN count(*)')).toEqual([[NUMBERS]]);
      await graph.expectWhole(member);
    }

    // Shards do not move again when they are in place.
    expect((await graph.cluster())!.order).toBe(before!.order);
    graph.running.delete(other);
    expect(await follower.stop()).toBe(0);
    expect(await graph.spread()).toBe(owner);
    const after = await graph.cluster();
    expect(after!.order).toBeGreaterThan(before!.order);
    expect(await answered(() => graph.any.rows('MATCH (a)-[:to]->(b) RETURN count(*)'))).toEqual([[NUMBERS]]);
    await graph.expectWhole(graph.any);
  }, 240_000);

  /** @returns the member that answers meanwhile. */
  async function disturb(way: Way, owner: string): Promise<void> {
    const lender = [...graph.running.keys()].find(name => name !== owner)!;
    const name = way.endsWith('owner') ? owner : lender;
    const isFreeze = way.startsWith('freeze');
    const gateway = graph.running.get(name)!;
    const [other] = [...graph.running.values()].filter(each => each !== gateway);
    const isLoss = name === lender && !way.startsWith('stop');
    const probes = isLoss ? await probesOf(lender, other!) : undefined;
    const endWriting = graph.writeSteadily(() => [other!]);
    const start = Date.now();
    const lostAt = performance.now();
    if (way === 'cut the lender off') graph.proxies.get(name)!.cut();
    else if (isFreeze) process.kill(gateway.pid, 'SIGSTOP');
    else {
      graph.running.delete(name);
      if (way.startsWith('stop')) expect(await gateway.stop()).toBe(0);
      else await gateway.kill();
    }
    await until(() => graph.writeByHand(other));
    process.stdout.write(`${way}: answered again after ${Date.now() - start} ms\n`);
    await endWriting();
    if (probes !== undefined) await expectOthersWentOn(way, probes, lostAt);
    if (way === 'cut the lender off') graph.proxies.get(name)!.heal();
    else if (isFreeze) {
      // Beyond its lease, and until other members have its shards. When it resumes, its actions must have no effect.
      await until(() => Date.now() - start > 2 * LEASE_MILLIS);
      for (let k = 0; k < 5; k++) await graph.writeByHand(other);
      process.kill(gateway.pid, 'SIGCONT');
    } else {
      if (way === 'replace the lender') await graph.wipe(name);
      await graph.start(name);
    }
  }

  /** The brokers are down, or a member is cut off from them, for a random time, while clients write. */
  async function disturbBrokers(way: Way, owner: string, random: SeededRandom): Promise<void> {
    const lender = [...graph.running.keys()].find(name => name !== owner)!;
    const links = graph.brokerLinks.get(way.includes('owner') ? owner : lender)!;
    const servers = way.startsWith('kill all') ? brokers!() : [random.pick(brokers!())];
    const isCut = way.startsWith('cut');
    const outage = random.below(LONGEST_OUTAGE_MILLIS);
    const endWriting = graph.writeSteadily(() => [...graph.running.values()]);
    if (isCut) for (const link of links) link.cut();
    else await Promise.all(servers.map(server => server.kill()));
    const before = graph.acknowledged.length;
    await new Promise(resolve => setTimeout(resolve, outage));
    const meanwhile = graph.acknowledged.length - before;
    if (isCut) for (const link of links) link.heal();
    else await Promise.all(servers.map(server => server.startAgain()));
    const start = Date.now();
    await until(() => graph.writeByHand(graph.running.get(owner)).catch(() => false));
    process.stdout.write(
      `${way} for ${outage} ms: ${meanwhile} writes meanwhile; answered after ${Date.now() - start} ms more\n`,
    );
    await endWriting();
  }

  interface Probes {
    readonly lost: ShardProbe;
    readonly others: ShardProbe;
  }

  async function probesOf(lender: string, through: GatewayProcess): Promise<Probes> {
    await until(async () => (await through.fetch('/api/v1/admin/readiness')).ok);
    // A busy lender may have been lost since the last round.
    const shards = await until(
      async () =>
        (await graph.cluster(through))?.members.find(({ id }) => nameOf(id) === lender)?.shards ?? [],
      found => found.length > 0 && found.length < SHARDS,
    );
    const others = Array.from({ length: SHARDS }, (_, shard) => shard).filter(
      shard => !shards.includes(shard),
    );
    const probes = {
      lost: new ShardProbe(through, shards, SHARDS),
      // Work given to a process before it is known to be silent waits for it.
      others: new ShardProbe(through, others, SHARDS, SEEN_MILLIS),
    };
    await until(() => probes.lost.againAfter(0) !== undefined && probes.others.againAfter(0) !== undefined);
    return probes;
  }

  async function expectOthersWentOn(way: string, { lost, others }: Probes, start: number): Promise<void> {
    const millis = await until(() => lost.againAfter(start));
    await Promise.all([lost.end(), others.end()]);
    const { count, longestMillis } = others.between(start, start + millis!);
    process.stdout.write(
      `${way}: writes to its shards again after ${Math.round(millis!)} ms; meanwhile ${count} to others, ` +
        `which waited for ${Math.round(longestMillis)} ms at most\n`,
    );
    // Their own writes may wait until the loss is noticed.
    if (millis! > 2 * SEEN_MILLIS) expect(count).toBeGreaterThan(0);
  }

  test(
    `loses and duplicates nothing in ${rounds} rounds, seed ${seed}`,
    async () => {
      const random = new SeededRandom(seed);
      await open('disturbed');
      await graph.spread();
      await graph.watch();
      await graph.ingest({ maximumPerSecond: 60 });
      let left: Way[] = [];
      for (let round = 1; round <= rounds; round++) {
        if (left.length === 0) left = [...chosen];
        const [way] = left.splice(random.below(left.length), 1);
        for (let k = random.below(10); k >= 0; k--) await graph.writeByHand();
        // A busy owner may have lost its lease since the last round.
        const owner = await graph.spread();
        if (way!.endsWith('brokers')) await disturbBrokers(way!, owner, random);
        else await disturb(way!, owner);
        await graph.spread();
        if (round % CHECKS === 0 || round === rounds) await graph.expectWholePaused(graph.running.values());
      }
    },
    120_000 + rounds * ROUND_MILLIS,
  );
}
