/**
 * The directory on a real NATS: the common contract, and failures specific to a server. Members are separate processes
 * that race for shards; one is stopped beyond its lease, and the server is killed.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { connect } from '@nats-io/transport-node';
import type { Directory } from '@weir/cluster';
import { natsDirectory } from '@weir/cluster-nats';
import { systemEnvironment } from '@weir/runtime';
import { TIER } from '@weir/platform/testing';
import { natsHere, NatsServer } from '../../services/nats-server.js';
import { describeWith } from '../../services/service-cache.js';
import { CuttableProxy } from '../../support/cuttable-proxy.js';
import { until } from '../../support/until.js';
import { directoryConformance, WatchedChanges, LEASE_MILLIS } from './directory-conformance.js';
import { directoryOnThread } from './directory-on-thread.js';
import { MemberProcess } from './member-process.js';

/** Takes long, or needs much of the machine. */
const thorough = TIER === 'nightly' ? test : test.skip;

const SHARDS = 16;

describeWith('the directory on NATS', await natsHere(), found => {
  let server: NatsServer;
  let buckets = 0;
  let connections: { close(): Promise<void> }[] = [];

  beforeAll(async () => void (server = await NatsServer.start(found)));
  afterAll(() => server.stop());
  afterEach(async () => {
    await Promise.all(connections.map(connection => connection.close()));
    connections = [];
  });

  async function open(bucket: string, servers = server.address) {
    const connection = await connect({ servers, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
    connections.push(connection);
    return natsDirectory({ connection, bucket, environment: systemEnvironment() });
  }

  function trialOf(openAt: (bucket: string, address: string) => Promise<Directory>) {
    const bucket = `conformance-${++buckets}`;
    const proxies: CuttableProxy[] = [];
    return {
      async open() {
        const proxy = await CuttableProxy.before(server.port);
        proxies.push(proxy);
        return {
          directory: await openAt(bucket, proxy.address),
          cutOff: async () => proxy.cut(),
          reconnect: async () => proxy.heal(),
        };
      },
      until: async (ask: () => boolean) => void (await until(ask)),
      close: async () => {
        await Promise.all(connections.map(connection => connection.close()));
        await Promise.all(proxies.map(proxy => proxy.close()));
      },
    };
  }

  directoryConformance('on NATS', async () => trialOf(open));

  directoryConformance('on NATS, in a thread', async () =>
    trialOf(async (bucket, address) => {
      const opened = await directoryOnThread({ address, bucket }, 10 * LEASE_MILLIS);
      connections.push(opened);
      return opened.directory;
    }),
  );

  test('rejects a bucket without expiry, and an invalid name', async () => {
    await expect(open('not a name')).rejects.toMatchObject({ code: 'config.invalid' });
    const connection = await connect({ servers: server.address });
    connections.push(connection);
    const { jetstreamManager } = await import('@nats-io/jetstream');
    const manager = await jetstreamManager(connection);
    await manager.streams.add({ name: 'KV_plain', subjects: ['$KV.plain.>'] });
    await expect(open('plain')).rejects.toMatchObject({ code: 'cluster.directory-unfit' });
    const directory = await open(`keys-${++buckets}`);
    await expect(directory.put('a b', '', 0)).rejects.toThrow(/Invalid key/);
  });

  test('opens when the servers have elected a leader', async () => {
    const three = await NatsServer.startThree(found);
    try {
      await Promise.all(three.slice(1).map(other => other.kill()));
      const opening = open('elected', three[0]!.address);
      // The server that is left cannot lead alone, which it notices after a while.
      const early = await Promise.race([
        opening.then(() => 'open'),
        new Promise(resolve => setTimeout(resolve, 10_000)),
      ]);
      expect(early).toBeUndefined();
      await Promise.all(three.slice(1).map(other => other.startAgain()));
      expect(await (await opening).put('shard.1', 'a', 0)).toBeGreaterThan(0);
    } finally {
      await Promise.all(three.map(each => each.stop()));
    }
  }, 120_000);

  test('keys survive a server restart, and watches report what follows', async () => {
    const directory = await open(`restart-${++buckets}`);
    const watched = new WatchedChanges(directory);
    const first = await directory.put('shard.1', 'a', 0);
    const deletion = await directory.put('member.a', 'a', 0, LEASE_MILLIS);
    await until(() => watched.changes.length >= 2);
    await server.kill();
    await expect(directory.put('shard.1', 'lost', first!)).rejects.toMatchObject({
      code: 'cluster.directory-failed',
    });
    await server.startAgain();
    const late = new WatchedChanges(await open(`restart-${buckets}`));
    await until(() => watched.texts.includes('member.a gone'));
    const written = await until(() => directory.put('shard.2', 'b', 0).catch(() => undefined));
    expect(written).toBeGreaterThan(deletion!);
    await until(() => watched.values['shard.2'] === 'b' && late.values['shard.2'] === 'b');
    expect(late.values).toEqual(watched.values);
    expect(watched.isInOrder).toBe(true);
    watched.end();
    late.end();
  });

  thorough(
    'members race for shards, stall and lose their server, and no epoch has two owners',
    async () => {
      const bucket = `race-${++buckets}`;
      const watched = new WatchedChanges(await open(bucket));
      const options = { address: server.address, bucket, shards: SHARDS, leaseMillis: 2 * LEASE_MILLIS };
      const members = ['one', 'two', 'three'].map(id => new MemberProcess(id, options));
      const [one, two, three] = members as [MemberProcess, MemberProcess, MemberProcess];
      const owned = (...of: MemberProcess[]): number => of.reduce((sum, { shards }) => sum + shards.size, 0);
      try {
        await until(
          () => owned(one, two, three) === SHARDS && members.every(({ shards }) => shards.size > 0),
        );

        two.freeze();
        const held = new Set(two.shards.keys());
        // It has no way to know: it still believes that it owns its shards.
        await until(() => owned(one, three) === SHARDS);
        expect(two.shards.size).toBe(held.size);
        two.thaw();
        await until(() => two.isExpelled);
        expect(two.shards.size).toBe(0);

        await server.kill();
        await until(() => one.isExpelled && three.isExpelled);
        await server.startAgain();
        const others = ['four', 'five'].map(id => new MemberProcess(id, options));
        members.push(...others);
        await until(() => owned(...others) === SHARDS);

        const takings = members.flatMap(({ taken, id }) => taken.map(each => ({ ...each, id })));
        const epochs = new Set(takings.map(({ shard, epoch }) => `${shard} ${epoch}`));
        expect(takings).toHaveLength(epochs.size);
        // The members' beliefs equal the directory's contents, except values overwritten before they were reported.
        const said = (): Map<string, string | null> =>
          new Map(
            watched.changes.flatMap(({ key, value }) => {
              if (!key.startsWith('shard.') || value === undefined) return [];
              const { owner, epoch } = JSON.parse(value) as { owner: string | null; epoch: number };
              return owner === null ? [] : [[`${key} ${epoch}`, owner]];
            }),
          );
        const isSaid = (member: MemberProcess): boolean =>
          [...member.shards].every(([shard, epoch]) => said().get(`shard.${shard} ${epoch}`) === member.id);
        await until(() => owned(...others) === SHARDS && others.every(isSaid));
        const owners = said();
        for (const { shard, epoch, id } of takings)
          expect([id, undefined]).toContain(owners.get(`shard.${shard} ${epoch}`));
      } finally {
        watched.end();
        await Promise.all(members.map(member => member.kill()));
      }
    },
    120_000,
  );

  test('a member whose main thread is busy stays, and one that is stuck is lost', async () => {
    const bucket = `busy-${++buckets}`;
    const watched = new WatchedChanges(await open(bucket));
    const leaseMillis = 2 * LEASE_MILLIS;
    const stallMillis = 3 * leaseMillis;
    const options = { address: server.address, bucket, shards: 1, leaseMillis, stallMillis };
    const member = new MemberProcess('one', options);
    try {
      await until(() => member.shards.size === 1);
      member.block(2 * leaseMillis);
      await until(() => member.blocks === 1);
      // A later write shows that the watch has reported everything before.
      await (await open(bucket)).put('shard.9', 'later', 0);
      await until(() => watched.values['shard.9'] === 'later');
      expect(watched.texts).not.toContain('member.one gone');
      expect([member.expulsion, member.shards.size]).toEqual([undefined, 1]);
      const unblocks = join(server.folder, 'unblocks');
      member.block(unblocks);
      await until(() => watched.texts.includes('member.one gone'));
      expect(member.blocks).toBe(1);
      await writeFile(unblocks, '');
      await until(() => member.isExpelled);
      expect(member.expulsion).toBe('stall');
    } finally {
      watched.end();
      await member.kill();
    }
  }, 60_000);
});
