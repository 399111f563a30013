/** The logs of a graph on real NATS servers: conditional appends, readers that resume, servers that are killed. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { type GraphLogs, type LogRow, type PlacedRow, ShardLog } from '@weir/cluster';
import { describeSnapshotStore } from '@weir/cluster/conformance';
import { openNatsLogs } from '@weir/cluster-nats';
import { EmbeddedPersistorFactory } from '@weir/persistor';
import { describePersistor } from '@weir/persistor/conformance';
import { DirectoryTables, LoggedPersistorFactory } from '@weir/persistor-logged';
import { systemEnvironment } from '@weir/runtime';
import { natsHere, NatsServer } from '../../services/nats-server.js';
import { describeWith } from '../../services/service-cache.js';
import { CuttableProxy } from '../../support/cuttable-proxy.js';
import { until } from '../../support/until.js';

const environment = systemEnvironment();
const nats = await natsHere();

function row(text: string): LogRow {
  return { epoch: 1, writer: 'one', offset: 0, content: Buffer.from(text), continues: false };
}

function tablesIn(path: string): DirectoryTables {
  return new DirectoryTables(path, new EmbeddedPersistorFactory({ path, checkFiles: false }));
}

function textOf({ content }: LogRow): string {
  return content === null ? 'begins' : Buffer.from(content).toString();
}

function ownerOf(logs: GraphLogs, partition: string): ShardLog {
  return new ShardLog({
    writer: randomUUID(),
    store: logs.log(partition),
    scheduler: environment.scheduler,
    onLost: () => undefined,
  });
}

async function rowsOf(logs: GraphLogs, partition: string, after = 0): Promise<string[]> {
  const found: string[] = [];
  for await (const each of logs.log(partition).rows(after)) found.push(textOf(each));
  return found;
}

describeWith('logs on NATS', nats, found => {
  let server: NatsServer;
  let folder: string;
  let graphs = 0;
  let opened: GraphLogs[] = [];

  beforeAll(async () => {
    server = await NatsServer.start(found);
    folder = await mkdtemp(join(tmpdir(), 'weir-logs-'));
  });
  afterEach(async () => {
    await Promise.all(opened.map(logs => logs.close()));
    opened = [];
  });
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(graph = `graph-${++graphs}`, address = server.address): Promise<GraphLogs> {
    const logs = await openNatsLogs({ servers: [address], graph }, environment);
    opened.push(logs);
    return logs;
  }

  describePersistor('logged', () => {
    const graph = `conformance-${++graphs}`;
    return new LoggedPersistorFactory({
      tables: tablesIn(join(folder, graph)),
      snapshotBytes: 1,
      connect: () => openNatsLogs({ servers: [server.address], graph }, environment),
      environment,
    });
  });

  test('appends a row only directly after the last one of its partition', async () => {
    const logs = await open();
    const [one, other] = [logs.log('shard-0'), logs.log('shard-1')];
    expect(await one.last()).toBeUndefined();
    const first = await one.append(row('a'), 0);
    expect(await one.append(row('b'), 0)).toBeUndefined();
    const elsewhere = await other.append(row('x'), 0);
    expect(elsewhere).toBeGreaterThan(first!);
    const second = await one.append(row('c'), first!);
    expect(second).toBeGreaterThan(elsewhere!);
    expect(await one.append(row('d'), first!)).toBeUndefined();
    expect(await one.last()).toEqual({ ...row('c'), content: expect.anything() as Buffer, sequence: second });
    expect(await rowsOf(logs, 'shard-0')).toEqual(['a', 'c']);
    expect(await rowsOf(logs, 'shard-0', first)).toEqual(['c']);
    expect(await rowsOf(logs, 'shard-0', second)).toEqual([]);
  });

  test('an append without an answer fails when its connection is lost, and can be repeated', async () => {
    const proxy = await CuttableProxy.before(server.port);
    const log = (await open(undefined, proxy.address)).log('meta');
    const first = await log.append(row('a'), 0);
    proxy.stall();
    const unanswered = log.append(row('b'), first!);
    proxy.cut();
    await expect(unanswered).rejects.toThrow('the connection was lost before the answer');
    proxy.heal();
    const last = (await until(() => log.last().catch(() => undefined)))!;
    // Whether the server received it is unknown.
    expect(['a', 'b']).toContain(textOf(last));
    expect(await log.append(row('c'), last.sequence)).toBeGreaterThan(last.sequence);
    await proxy.close();
  });

  test('leaves a server that is silent although its connection is open', async () => {
    const proxy = await CuttableProxy.before(server.port);
    const log = (await open(undefined, proxy.address)).log('meta');
    const first = await log.append(row('a'), 0);
    // Only the present connection is silent.
    proxy.stall();
    await expect(log.append(row('b'), first!)).rejects.toThrow();
    const last = (await until(() => log.last().catch(() => undefined)))!;
    expect(last.sequence).toBeGreaterThanOrEqual(first!);
    await proxy.close();
  });

  test('of writers that append at the same position, one succeeds', async () => {
    const graph = `graph-${++graphs}`;
    const writers = await Promise.all(Array.from({ length: 5 }, () => open(graph)));
    let after = 0;
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(
        writers.map((logs, i) => logs.log('meta').append(row(`${round} ${i}`), after)),
      );
      const sequences = answers.filter(answer => answer !== undefined);
      expect(sequences).toHaveLength(1);
      after = sequences[0]!;
    }
  });

  test('is cut up to a row, which stays; other logs keep theirs', async () => {
    const logs = await open();
    const [one, other] = [logs.log('shard-0'), logs.log('shard-1')];
    let after = 0;
    const sequences: number[] = [];
    for (const text of ['a', 'b', 'c']) {
      after = (await one.append(row(text), after))!;
      sequences.push(after);
    }
    await other.append(row('x'), 0);
    await one.cut(sequences[1]!);
    expect(await rowsOf(logs, 'shard-0')).toEqual(['b', 'c']);
    await one.cut(after);
    expect(await rowsOf(logs, 'shard-0')).toEqual(['c']);
    expect(await one.append(row('d'), after)).toBeGreaterThan(after);
    expect(await rowsOf(logs, 'shard-1')).toEqual(['x']);
  });

  test('a row as long as the limit is accepted', async () => {
    const log = (await open()).log('meta');
    const content = Buffer.alloc(log.contentLimit, 1);
    const sequence = await log.append({ ...row(''), content }, 0);
    expect((await log.last())?.content?.length).toBe(content.length);
    expect(sequence).toBeGreaterThan(0);
  });

  test('followers see the rows of their partitions in order, and resume after the connection broke', async () => {
    const graph = `graph-${++graphs}`;
    const proxy = await CuttableProxy.before(server.port);
    const [writer, reader] = [await open(graph), await open(graph, proxy.address)];
    const partitions = ['meta', 'shard-0', 'shard-1'];
    const owners = partitions.map(partition => ownerOf(writer, partition));
    for (const owner of owners.slice(0, 2)) await owner.begin();
    const seen: PlacedRow[][] = [[], [], []];
    const ending = new AbortController();
    const following = partitions.map(async (partition, index) => {
      for await (const each of reader.log(partition).follow(0, ending.signal)) seen[index]!.push(each);
    });
    const count = (): number => seen.flat().length;
    await until(() => count() === 2);
    await owners[2]!.begin();
    await until(() => count() === 3);
    proxy.cut();
    for (let n = 0; n < 30; n++) await owners[n % 3]!.append(Buffer.from(`${n}`));
    proxy.heal();
    await until(() => count() === 33);
    seen.forEach((rows, index) =>
      expect(rows.slice(1).map(each => Number(textOf(each)))).toEqual(
        Array.from({ length: 10 }, (_, n) => 3 * n + index),
      ),
    );
    ending.abort();
    await Promise.all(following);
    await proxy.close();
  });

  test('counts the rows after a sequence, of one partition', async () => {
    const logs = await open();
    const log = logs.log('shard-0');
    expect([await log.countAfter(0), await logs.partitions()]).toEqual([0, []]);
    const first = (await log.append(row('a'), 0))!;
    await logs.log('meta').append(row('x'), 0);
    const second = (await log.append(row('b'), first))!;
    expect(await Promise.all([0, first, second].map(after => log.countAfter(after)))).toEqual([2, 1, 0]);
    expect([...(await logs.partitions())].sort()).toEqual(['meta', 'shard-0']);
  });

  test('nothing acknowledged is lost when the server is killed, and nothing is written twice', async () => {
    const logs = await open();
    const owner = ownerOf(logs, 'shard-0');
    await owner.begin();
    const written: string[] = [];
    let isOver = false;
    const writing = (async () => {
      for (let n = 0; !isOver; n++) {
        await owner.append(Buffer.from(`${n}`));
        written.push(`${n}`);
      }
    })();
    for (let kill = 0; kill < 3; kill++) {
      const before = written.length;
      await until(() => written.length > before + 50);
      await server.kill();
      await server.startAgain();
    }
    const before = written.length;
    await until(() => written.length > before + 50);
    isOver = true;
    await writing;
    expect(await rowsOf(logs, 'shard-0')).toEqual(['begins', ...written]);
  });
});

describeWith('snapshots on NATS', nats, found => {
  let server: NatsServer;
  let logs: GraphLogs;

  beforeAll(async () => {
    server = await NatsServer.start(found);
    logs = await openNatsLogs({ servers: [server.address], graph: 'snapshots' }, environment);
  });
  afterAll(async () => {
    await logs.close();
    await server.stop();
  });

  describeSnapshotStore('on NATS', partition => logs.snapshots(partition));
});
