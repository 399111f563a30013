/**
 * A graph in a log whose shards are each copied by one other process, while a stream ingests and a client writes. In each
 * round a process is killed: the owner, or one that lends it workers. Now and then it starts again with an empty disk.
 * Nothing is lost or duplicated, and no process opens a shard without its data. `WEIR_TEST_COPIES_ROUNDS` sets the number of
 * rounds, `WEIR_TEST_CRASH_SEED` the order.
 */
import { SeededRandom } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import { natsHere, NatsServer } from '../../services/nats-server.js';
import { describeWith } from '../../services/service-cache.js';
import { until } from '../../support/until.js';
import { V1Client } from '../../support/v1-client.js';
import { nameOf, SharedGraph } from './shared-graph.js';

const { seed, cases: rounds } = randomTest('partial copies');
const ROUND_MILLIS = 90_000;
const MEMBERS = ['one', 'two', 'three', 'four'];
const SHARDS = 8;
/** One round in this number loses the disk of the process that is killed. */
const REPLACEMENTS = 3;
/** Logged by a worker that opens a shard; a process that begins to follow a shard logs it as the service. */
const READING = /\[graph\] reading a snapshot of the graph/;

describeWith('A graph of which each process has a part', await natsHere(), found => {
  let directory: NatsServer;
  let graph: SharedGraph;

  beforeAll(async () => {
    directory = await NatsServer.start(found);
    graph = await SharedGraph.make(
      'parts',
      { nats: directory.address },
      {
        'cluster.copies': 1,
        'cluster.lend-workers': 1,
        'shard-count': SHARDS,
        'store.snapshot-interval': '64k',
        'log-level': 'info',
      },
    );
  });
  afterAll(async () => {
    await graph.close();
    await directory.stop();
  });

  /** Resolves when the data of each shard is in at least two processes. */
  async function copied(): Promise<void> {
    await until(
      () => graph.cluster(),
      cluster => {
        const all = cluster?.members.flatMap(({ copies }) => copies ?? []) ?? [];
        return [...new Array(SHARDS).keys()].every(shard => all.filter(each => each === shard).length > 1);
      },
    );
  }

  async function restart(name: string, losesDisk: boolean): Promise<void> {
    if (losesDisk) await graph.wipe(name);
    await graph.start(name);
    await graph.spread();
    await copied();
  }

  const snapshotsRead = (): number =>
    [...graph.running.values()].flatMap(({ status }) => status.seen).filter(line => READING.test(line))
      .length;

  test(
    `loses nothing in ${rounds} rounds, seed ${seed}`,
    async () => {
      const random = new SeededRandom(seed);
      await Promise.all(MEMBERS.map(name => graph.start(name)));
      await graph.spread();
      await copied();

      await graph.watch();
      await graph.ingest({ maximumPerSecond: 200 });
      for (let round = 1; round <= rounds; round++) {
        for (let k = random.below(10); k >= 0; k--) await graph.writeByHand();
        const owner = nameOf((await until(() => graph.cluster()))!.owner);
        const lenders = MEMBERS.filter(name => name !== owner);
        const name = round % 2 === 0 ? owner : random.pick(lenders);
        const killed = graph.running.get(name)!;
        graph.running.delete(name);
        const before = snapshotsRead();
        const endWriting = graph.writeSteadily(() => [...graph.running.values()]);
        await killed.kill();
        const start = performance.now();
        await until(() => graph.writeByHand());
        const millis = Math.round(performance.now() - start);
        process.stdout.write(
          `${name === owner ? 'owner' : 'lender'} killed: acknowledged again after ${millis} ms\n`,
        );
        // Every shard has a write now.
        for (let k = 0; k < 40; k++) await until(() => graph.writeByHand());
        expect([name, snapshotsRead()]).toEqual([name, before]);
        await restart(name, round % REPLACEMENTS === 0);
        await endWriting();
        await graph.expectWholePaused([graph.running.get(name)!]);
      }
      await new V1Client(graph.any).call('PUT', '/ingest/numbers/pause', 200);
      await until(
        () => graph.cluster(),
        cluster => cluster?.members.every(({ rowsBehind }) => rowsBehind === 0) === true,
      );
      const metrics = await (await graph.running.get('one')!.fetch('/metrics')).text();
      expect(metrics.match(/^weir_cluster_rows_behind\{member="\w+-\w+"\} 0$/gm)).toHaveLength(
        MEMBERS.length,
      );
    },
    120_000 + rounds * ROUND_MILLIS,
  );
});
