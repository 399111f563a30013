/**
 * Gateways that share a graph and are cut off, over a real NATS and a real Cassandra: the owner from the directory, all
 * from the directory, the owner, a lender and all from the store. A member that is cut off stops answering and reports
 * it; it rejoins automatically; no acknowledged write is lost, and results equal the batch query's.
 */
import { cassandraHere, CassandraServer } from '../../services/cassandra-server.js';
import { natsHere, NatsServer } from '../../services/nats-server.js';
import { describeWith } from '../../services/service-cache.js';
import { CuttableProxy } from '../../support/cuttable-proxy.js';
import type { GatewayProcess } from '../../support/gateway-process.js';
import { until } from '../../support/until.js';
import { V1Client } from '../../support/v1-client.js';
import { answered, nameOf, SharedGraph } from './shared-graph.js';

const nats = await natsHere();
/** Generous, because the machine may be busy. */
const PATIENCE_MILLIS = 240_000;
const STORE_PATIENCE_MILLIS = 10_000;

describeWith('Gateways that are cut off', await cassandraHere(), installed => {
  describeWith('with a directory', nats, found => {
    let cassandra: CassandraServer;
    let directory: NatsServer;
    let graph: SharedGraph;
    /** Proxies between each member and the servers. */
    const links = { nats: new Map<string, CuttableProxy>(), cassandra: new Map<string, CuttableProxy>() };
    const names = ['one', 'two'];

    function start(name: string, lent: number): Promise<GatewayProcess> {
      return graph.start(name, {
        'cluster.directory': links.nats.get(name)!.address,
        'store.endpoints': links.cassandra.get(name)!.address,
        'cluster.lend-workers': lent,
        // Long enough that no member considers a busy machine gone.
        'cluster.lease': '10s',
        'cluster.store-patience': STORE_PATIENCE_MILLIS,
      });
    }

    beforeAll(async () => {
      directory = await NatsServer.start(found);
      cassandra = await CassandraServer.start(installed);
      graph = await SharedGraph.make('split', {
        nats: directory.address,
        cassandra: cassandra.contactPoint,
      });
      for (const name of names) {
        links.nats.set(name, await CuttableProxy.before(directory.port));
        links.cassandra.set(name, await CuttableProxy.before(cassandra.port));
        await start(name, 0);
      }
      await answered(() => graph.watch());
      await answered(() => graph.ingest({ maximumPerSecond: 50 }));
    }, 900_000);
    afterEach(() => {
      for (const proxy of [...links.nats.values(), ...links.cassandra.values()]) proxy.heal();
    });
    afterAll(async () => {
      await graph?.close();
      for (const proxy of [...links.nats.values(), ...links.cassandra.values()]) await proxy.close();
      await cassandra?.stop();
      await directory?.stop();
    });

    async function readiness(of: GatewayProcess): Promise<string> {
      const response = await of.fetch('/api/v2/system/readiness');
      return `${response.status} ${await response.text()}`;
    }

    function isReady(gateway: GatewayProcess): Promise<string> {
      return until(
        () => readiness(gateway),
        answer => answer.startsWith('204'),
        PATIENCE_MILLIS,
      );
    }

    async function owner(through?: GatewayProcess): Promise<string> {
      const cluster = await until(() => graph.cluster(through), undefined, PATIENCE_MILLIS);
      return nameOf(cluster!.owner);
    }

    /** @returns the gateway of the owner, and the other one, after some writes. */
    async function working(): Promise<{ name: string; own: GatewayProcess; other: GatewayProcess }> {
      for (const gateway of graph.running.values()) {
        await isReady(gateway);
        for (let k = 0; k < 5; k++) await until(() => graph.writeByHand(gateway), undefined, PATIENCE_MILLIS);
      }
      const name = await owner();
      const other = names.find(each => each !== name)!;
      return { name, own: graph.running.get(name)!, other: graph.running.get(other)! };
    }

    /** Waits for one more occurrence than so far. */
    function saidAgain({ status }: GatewayProcess, what: RegExp): Promise<unknown> {
      return status.matching(what, status.seen.filter(line => what.test(line)).length + 1);
    }

    /** Writes in flight when the store failed are completed first: until then the graph answers `store.failed`. */
    function writesAgain(through: GatewayProcess): Promise<boolean> {
      return until(() => graph.writeByHand(through).catch(() => false), undefined, PATIENCE_MILLIS);
    }

    async function expectWhole(): Promise<void> {
      const api = new V1Client(graph.any);
      await answered(() => api.call('PUT', '/ingest/numbers/pause', 200));
      for (const gateway of graph.running.values()) {
        await isReady(gateway);
        expect(await graph.writeByHand(gateway)).toBe(true);
        await graph.expectWhole(gateway);
      }
      expect((await api.ingest('numbers')).stats.rejectedCount).toBe(0);
      await api.call('PUT', '/ingest/numbers/start', 200);
    }

    test('the owner loses the directory: another member takes over, and it rejoins', async () => {
      const { name, own, other } = await working();
      const start = Date.now();
      links.nats.get(name)!.cut();
      const said = await until(
        () => readiness(own),
        answer => /^503.*directory has not responded/s.test(answer),
        PATIENCE_MILLIS,
      );
      process.stdout.write(`cut off from the directory: said so after ${Date.now() - start} ms\n`);
      expect(said).toMatch(/directory has not responded/);
      await until(() => graph.writeByHand(other), undefined, PATIENCE_MILLIS);
      process.stdout.write(`taken over after ${Date.now() - start} ms\n`);
      expect(await owner(other)).not.toBe(name);
      links.nats.get(name)!.heal();
      const [again] = await own.status.matching(/(\S+) rejoined the cluster/);
      const [taken] = await own.status.matching(/(\S+) takes over the graph/);
      expect(again![1]).not.toBe(taken![1]);
      await expectWhole();
    }, 600_000);

    test('all lose the directory: no member answers, and all return with it', async () => {
      const { own, other } = await working();
      const start = Date.now();
      await directory.kill();
      for (const gateway of [own, other]) {
        const said = await until(
          () => readiness(gateway),
          answer => answer.startsWith('503'),
          PATIENCE_MILLIS,
        );
        process.stdout.write(`without a directory: said so after ${Date.now() - start} ms\n`);
        expect(said).toMatch(/directory has not responded|lost its membership/);
      }
      const back = Date.now();
      await directory.startAgain();
      for (const gateway of [own, other]) await isReady(gateway);
      process.stdout.write(`all are back after ${Date.now() - back} ms\n`);
      await expectWhole();
    }, 600_000);

    test('the owner loses the store: another member takes over, and it rejoins', async () => {
      const { name, own, other } = await working();
      const start = Date.now();
      const givenUp = saidAgain(own, /lost its membership of the cluster: .*Cassandra failed/);
      const taking = saidAgain(other, /takes over the graph/);
      links.cassandra.get(name)!.cut();
      await until(
        () => readiness(own),
        answer => answer.startsWith('503'),
        PATIENCE_MILLIS,
      );
      process.stdout.write(`cut off from the store: said so after ${Date.now() - start} ms\n`);
      await givenUp;
      process.stdout.write(`given up after ${Date.now() - start} ms\n`);
      await taking;
      process.stdout.write(`another one begins to open it after ${Date.now() - start} ms\n`);
      await until(() => graph.writeByHand(other), undefined, PATIENCE_MILLIS);
      process.stdout.write(`taken over after ${Date.now() - start} ms\n`);
      expect(await owner(other)).not.toBe(name);
      // It forwards requests, for which it does not need the store.
      await isReady(own);
      await until(() => graph.writeByHand(own), undefined, PATIENCE_MILLIS);
      links.cassandra.get(name)!.heal();
      await expectWhole();
    }, 600_000);

    test('all lose the store: the owner keeps the graph, and continues', async () => {
      const { name, own } = await working();
      const start = Date.now();
      const expulsions = own.status.seen.filter(line => /lost its membership/.test(line)).length;
      for (const proxy of links.cassandra.values()) proxy.cut();
      await until(
        () => readiness(own),
        answer => answer.startsWith('503'),
        PATIENCE_MILLIS,
      );
      // Longer than it takes to release the graph.
      await until(() => Date.now() - start > 2 * STORE_PATIENCE_MILLIS);
      for (const proxy of links.cassandra.values()) proxy.heal();
      await isReady(own);
      await writesAgain(own);
      process.stdout.write(`without the store for all: written again after ${Date.now() - start} ms\n`);
      await expectWhole();
      expect(await owner(own)).toBe(name);
      expect(own.status.seen.filter(line => /lost its membership/.test(line))).toHaveLength(expulsions);
    }, 600_000);

    test('a lender loses the store: threads of the owner take its shards, and it lends again', async () => {
      const { name, own, other } = await working();
      const lender = names.find(each => each !== name)!;
      await other.stop();
      await start(lender, 2);
      expect(await graph.spread()).toBe(name);
      const shardsThere = async (): Promise<number | undefined> => {
        const { members, moves } = (await graph.cluster(own)) ?? { members: [], moves: [] };
        // An earlier membership of it may still be listed.
        const found = members
          .filter(({ id }) => nameOf(id) === lender)
          .flatMap(({ shards }) => shards).length;
        return moves.some(({ millis }) => millis === null) ? undefined : found;
      };
      const began = Date.now();
      links.cassandra.get(lender)!.cut();
      await until(shardsThere, shards => shards === 0, PATIENCE_MILLIS);
      process.stdout.write(`a lender without the store: replaced after ${Date.now() - began} ms\n`);
      expect((await graph.cluster(own))!.moves.at(-1)!.reason).toMatch(/cannot reach the store/);
      for (const gateway of graph.running.values())
        await until(() => graph.writeByHand(gateway), undefined, PATIENCE_MILLIS);
      links.cassandra.get(lender)!.heal();
      await until(shardsThere, shards => shards !== undefined && shards > 0, PATIENCE_MILLIS);
      await expectWhole();
      // If no member reaches the store, none is replaced for that.
      const before = (await graph.cluster(own))!;
      const cut = Date.now();
      for (const proxy of links.cassandra.values()) proxy.cut();
      await until(() => Date.now() - cut > 2 * STORE_PATIENCE_MILLIS);
      for (const proxy of links.cassandra.values()) proxy.heal();
      await writesAgain(own);
      await expectWhole();
      expect((await graph.cluster(own))!.moves).toEqual(before.moves);
    }, 600_000);
  });
});
