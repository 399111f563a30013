/** NATS servers that keep a log, and are killed, damaged or full: nothing acknowledged is lost, or written twice. */
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { GraphLogs } from '@weir/cluster';
import { openNatsLogs } from '@weir/cluster-nats';
import type { NodeId } from '@weir/model';
import { EmbeddedPersistorFactory, type Persistor } from '@weir/persistor';
import { DirectoryTables, LoggedPersistorFactory } from '@weir/persistor-logged';
import { SeededRandom } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import { systemEnvironment } from '@weir/runtime';
import { natsHere, NatsServer } from '../../services/nats-server.js';
import { describeWith, type Installed } from '../../services/service-cache.js';
import { until } from '../../support/until.js';

const environment = systemEnvironment();
const nats = await natsHere();
const PARTITION = 'shard-0';
const { seed: SEED, cases: CASES } = randomTest('damaged servers');
const MILLIS_PER_CASE = 120_000;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weir-log-servers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** One process that can own the graph. */
function process(name: string, connectTo: () => Promise<GraphLogs>): LoggedPersistorFactory {
  const path = join(folder, name);
  return new LoggedPersistorFactory({
    tables: new DirectoryTables(path, new EmbeddedPersistorFactory({ path, checkFiles: false })),
    connect: connectTo,
    snapshotBytes: Number.MAX_SAFE_INTEGER,
    environment,
  });
}

/** Writes entries one after the other until it is stopped. */
class SteadyEntries {
  /** Time of the last entry that was acknowledged. */
  last = 0;
  private isOver = false;
  private readonly writing: Promise<void>;

  constructor(
    private readonly store: Persistor,
    private readonly bytes: number,
  ) {
    this.writing = this.run();
  }

  /** Resolves when that many more entries were acknowledged. */
  async acknowledged(count: number): Promise<void> {
    const before = this.last;
    await until(() => this.last >= before + count);
  }

  async stop(): Promise<void> {
    this.isOver = true;
    await this.writing;
  }

  private async run(): Promise<void> {
    while (!this.isOver) {
      const time = this.last + 1;
      const bytes = Buffer.alloc(this.bytes, time % 251);
      await this.store.write({ journal: [{ id: `node ${time % 10}` as NodeId, time, bytes }] });
      this.last = time;
    }
  }
}

/** Times of all entries, in order. */
async function timesIn(store: Persistor): Promise<number[]> {
  const times: number[] = [];
  for await (const nodes of store.scanNodes())
    for (const { stored } of nodes) times.push(...stored!.journal.map(({ time }) => time));
  return times.sort((one, other) => one - other);
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i + 1);
}

class ThreeServers {
  private constructor(
    readonly servers: readonly NatsServer[],
    private readonly graph: string,
  ) {}

  static async start(found: Installed, graph: string): Promise<ThreeServers> {
    return new ThreeServers(await NatsServer.startThree(found), graph);
  }

  /** Waits until the servers have formed a cluster. */
  async connect(): Promise<GraphLogs> {
    const servers = this.servers.map(({ address }) => address);
    const logs = await until(
      () => openNatsLogs({ servers, graph: this.graph, replicas: 3 }, environment).catch(() => undefined),
      opened => opened !== undefined,
    );
    return logs!;
  }

  /** Resolves when all servers have everything. */
  async level(): Promise<void> {
    const connection = await connect({ servers: this.servers.map(({ address }) => address) });
    const manager = await jetstreamManager(connection, { checkAPI: false });
    await until(async () => {
      const { cluster } = await manager.streams.info(`WEIR_LOG_${this.graph}`);
      return cluster?.replicas?.length === 2 && cluster.replicas.every(({ current }) => current);
    });
    await connection.close();
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map(server => server.stop()));
  }
}

describeWith('logs on three NATS servers', nats, found => {
  test('nothing acknowledged is lost when the leader is killed, and nothing is written twice', async () => {
    const three = await ThreeServers.start(found, 'killed');
    try {
      const owner = await process('owner', () => three.connect()).open(PARTITION);
      const entries = new SteadyEntries(owner, 100);
      // Two of three suffice; each is the leader at some time.
      for (const server of three.servers) {
        await entries.acknowledged(50);
        await server.kill();
        await entries.acknowledged(50);
        await server.startAgain();
      }
      await entries.stop();
      const next = await process('next', () => three.connect()).open(PARTITION, true);
      expect(await timesIn(next)).toEqual(upTo(entries.last));
      await expect(owner.putMetadata('late', Buffer.of())).rejects.toMatchObject({
        code: 'store.taken-over',
      });
      await Promise.all([owner.close(), next.close()]);
    } finally {
      await three.stop();
    }
  }, 180_000);

  test.each(Array.from({ length: CASES }, (_, i) => SEED + i))(
    'nothing is lost when the files of one server after the other are damaged, seed %i',
    async seed => {
      const random = new SeededRandom(seed);
      const graph = `damaged-${seed}`;
      const three = await ThreeServers.start(found, graph);
      try {
        const owner = await process(`owner-${seed}`, () => three.connect()).open(PARTITION);
        const entries = new SteadyEntries(owner, 2_000);
        for (const server of three.servers) {
          await entries.acknowledged(200);
          await server.kill();
          await damage(server.messagesOf(`WEIR_LOG_${graph}`), random);
          await entries.acknowledged(50);
          await server.startAgain();
          await three.level();
        }
        await entries.stop();
        const next = await process(`next-${seed}`, () => three.connect()).open(PARTITION, true);
        expect(await timesIn(next)).toEqual(upTo(entries.last));
        await Promise.all([owner.close(), next.close()]);
      } finally {
        await three.stop();
      }
    },
    MILLIS_PER_CASE,
  );
});

describeWith('a log on a NATS server that is full', nats, found => {
  test('waits, and continues when there is room', async () => {
    const server = await NatsServer.start(found, { mostBytes: 2_000_000 });
    try {
      const open = (): Promise<GraphLogs> =>
        openNatsLogs({ servers: [server.address], graph: 'full' }, environment);
      const owner = await process('full', open).open(PARTITION);
      const entries = new SteadyEntries(owner, 10_000);
      await until(() => owner.trouble !== undefined);
      const acknowledged = entries.last;
      expect(acknowledged).toBeGreaterThan(50);
      expect(owner.trouble).toMatchObject({ code: 'store.failed' });
      await server.kill();
      await server.makeRoom();
      await server.startAgain();
      await entries.acknowledged(100);
      await entries.stop();
      const next = await process('full-next', open).open(PARTITION, true);
      expect(await timesIn(next)).toEqual(upTo(entries.last));
      await Promise.all([owner.close(), next.close()]);
    } finally {
      await server.stop();
    }
  }, 120_000);
});

/** Changes some bytes of each file of messages, and truncates some. */
async function damage(path: string, random: SeededRandom): Promise<void> {
  const files = (await readdir(path)).filter(name => name.endsWith('.blk'));
  expect(files.length).toBeGreaterThan(0);
  for (const name of files) {
    const { size } = await stat(join(path, name));
    const file = await open(join(path, name), 'r+');
    for (let n = 0; n < 5; n++)
      await file.write(Buffer.of(random.below(256)), 0, 1, random.below(Math.max(1, size)));
    if (random.chance(0.5)) await file.truncate(random.below(size + 1));
    await file.close();
  }
}
