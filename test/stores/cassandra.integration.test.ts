/** The store in Cassandra fulfills the contract of stores, and belongs to one process at a time. */
import { Client } from 'cassandra-driver';
import type { NodeId } from '@weir/model';
import type { Persistor } from '@weir/persistor';
import { CassandraPersistorFactory, type CassandraOptions } from '@weir/persistor-cassandra';
import { describePersistor } from '@weir/persistor/conformance';
import { systemEnvironment } from '@weir/runtime';
import { TIER } from '@weir/platform/testing';
import { CASSANDRA_USER, cassandraHere, CassandraServer } from '../services/cassandra-server.js';
import { describeWith } from '../services/service-cache.js';
import { until } from '../support/until.js';

/** Takes long, or needs much of the machine. */
const thorough = TIER === 'nightly' ? test : test.skip;

describeWith('Cassandra', await cassandraHere(), installed => {
  let server: CassandraServer;
  let graphs = 0;

  beforeAll(async () => {
    server = await CassandraServer.start(installed);
  }, 240_000);
  afterAll(() => server.stop());

  function factory(options: CassandraOptions = {}): CassandraPersistorFactory {
    const own = {
      contactPoints: [server.contactPoint],
      keyspace: 'stores',
      graph: `g${graphs++}`,
      buckets: 4,
    };
    return new CassandraPersistorFactory({ ...own, ...options }, systemEnvironment());
  }

  describePersistor('cassandra', () => factory());

  /** Two processes on one graph. */
  function pair(): { first: CassandraPersistorFactory; second: CassandraPersistorFactory } {
    const graph = `pair${graphs++}`;
    return { first: factory({ graph }), second: factory({ graph, takeOver: true }) };
  }

  const NODE = 'a' as NodeId;
  const entry = (time: number, id = NODE) => ({ journal: [{ id, time, bytes: Buffer.of(time) }] });
  const times = async (store: Persistor) => (await store.readNode(NODE))?.journal.map(({ time }) => time);

  test('rejects a second process while the first one lives', async () => {
    const graph = `pair${graphs++}`;
    const store = await factory({ graph }).open('meta');
    await expect(factory({ graph }).open('meta')).rejects.toMatchObject({ code: 'store.locked' });
    await store.write(entry(1));
    await store.close();
    const next = await factory({ graph }).open('meta');
    expect(await times(next)).toEqual([1]);
    await next.close();
  });

  test('a process that lost ownership writes nothing more, and is notified', async () => {
    const { first, second } = pair();
    const loser = await first.open('meta');
    await loser.write(entry(1));
    await loser.putMetadata('name', Buffer.from('of the first'));
    const winner = await second.open('meta');
    const refused = { code: 'store.taken-over' };
    await expect(loser.write(entry(2))).rejects.toMatchObject(refused);
    expect(await loser.lost).toMatchObject(refused);
    for (const attempt of [
      () => loser.write(entry(3)),
      () => loser.putMetadata('name', Buffer.from('late')),
      () => loser.purgeNode(NODE),
      () => loser.foldHistory([{ id: NODE, snapshot: { time: 1, bytes: Buffer.of(9) } }]),
      () => loser.forgetRecent(loser.markWrites()),
      async () => loser.readNode(NODE),
    ])
      await expect(attempt()).rejects.toMatchObject(refused);
    await loser.close();
    expect(await times(winner)).toEqual([1]);
    expect(String(await winner.getMetadata('name'))).toBe('of the first');
    await winner.write(entry(4));
    await winner.close();
    const next = await second.open('meta');
    expect(await times(next)).toEqual([1, 4]);
    await next.close();
  });

  thorough('a stalled process notices on its own', async () => {
    const { first, second } = pair();
    const loser = await first.open('meta');
    const winner = await second.open('meta');
    expect(await loser.lost).toMatchObject({ code: 'store.taken-over' });
    await Promise.all([loser.close(), winner.close()]);
  });

  thorough('reports a store with less than it acknowledged as damaged', async () => {
    const graph = `back${graphs++}`;
    const store = await factory({ graph }).open('meta');
    await store.write(entry(1));
    const client = new Client({ contactPoints: [server.contactPoint], localDataCenter: 'datacenter1' });
    const key = [graph, 'meta'];
    const row = await client.execute(
      'SELECT committed FROM stores.shards WHERE graph = ? AND shard = ?',
      key,
    );
    const committed = Number(row.first()['committed']);
    await client.execute(
      'UPDATE stores.shards SET committed = ? WHERE graph = ? AND shard = ? IF EXISTS',
      [committed - 1, ...key],
      { prepare: true },
    );
    await client.shutdown();
    const refused = { code: 'store.damaged', message: expect.stringContaining('has reverted') };
    await expect(store.write(entry(2))).rejects.toMatchObject(refused);
    expect(await store.lost).toMatchObject(refused);
    await expect(store.write(entry(3))).rejects.toMatchObject(refused);
    await store.close();
  });

  thorough('writes in flight of the first process count completely or not at all', async () => {
    const { first, second } = pair();
    const loser = await first.open('meta');
    const ids = Array.from({ length: 400 }, (_, i) => `n${i}` as NodeId);
    let acknowledged = 0;
    const writing = (async () => {
      for (let time = 1; ; time++) {
        const bytes = Buffer.of(1);
        await loser.write({ journal: ids.map(id => ({ id, time, bytes })) });
        acknowledged = time;
      }
    })().catch(() => undefined);
    while (acknowledged < 3) await new Promise(resolve => setImmediate(resolve));
    const winner = await second.open('meta');
    await writing;
    const found = new Set<number>();
    for await (const batch of winner.scanNodes())
      for (const { stored } of batch) found.add(stored!.journal.at(-1)!.time);
    expect(found.size).toBe(1);
    expect([acknowledged, acknowledged + 1]).toContain([...found][0]);
    await Promise.all([loser.close(), winner.close()]);
  });

  thorough('does not open shards for an earlier owner', async () => {
    const { first, second } = pair();
    const loser = await first.open('meta');
    const winner = await second.open('meta');
    const part = await second.open('shard-0', false, winner.term);
    const late = first.open('shard-0', false, loser.term);
    await expect(late).rejects.toMatchObject({ code: 'store.taken-over' });
    await part.write(entry(1));
    await Promise.all([part.close(), loser.close(), winner.close()]);
  });

  test('a server with password authentication and TLS', async () => {
    const guarded = await CassandraServer.start(installed, true);
    try {
      const tls = { authorities: guarded.certificate };
      const there = { contactPoints: [guarded.contactPoint] };
      const known = { ...there, tls, credentials: CASSANDRA_USER };
      const store = await until(() =>
        factory(known)
          .open('meta')
          // The first user is created after the server answers.
          .catch(() => undefined),
      );
      await store!.write(entry(1));
      expect(await times(store!)).toEqual([1]);
      await store!.close();
      const secret = 'not-the-password';
      for (const wrong of [
        there,
        { ...there, tls },
        { ...there, credentials: CASSANDRA_USER },
        { ...there, tls: {}, credentials: CASSANDRA_USER },
        { ...known, credentials: { ...CASSANDRA_USER, password: secret } },
      ]) {
        const refused: unknown = await factory(wrong)
          .open('meta')
          .then(
            () => 'opened',
            (error: unknown) => error,
          );
        expect(refused).toMatchObject({ code: 'store.failed' });
        expect((refused as Error).message).not.toContain(secret);
      }
      const unreadable = factory({ ...known, tls: { authorities: '/no/such/file' } });
      await expect(unreadable.open('meta')).rejects.toMatchObject({ code: 'config.invalid' });
    } finally {
      await guarded.stop();
    }
  }, 240_000);

  test('reports missing required data as damage, and a wrong location', async () => {
    await expect(factory().open('shard-0', true, 1)).rejects.toMatchObject({ code: 'store.damaged' });
    const elsewhere = factory({ localDatacenter: 'elsewhere', timeouts: { write: 500 } });
    await expect(elsewhere.open('meta')).rejects.toMatchObject({ code: 'store.failed' });
    const unreachable = factory({ contactPoints: ['127.0.0.1:1'] });
    await expect(unreachable.open('meta')).rejects.toThrow(
      /Cassandra failed while opening stores, .*127\.0\.0\.1:1/,
    );
  });
});
