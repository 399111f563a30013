/**
 * A graph in a log on a real NATS, with an owner and a hot spare, while a stream ingests, a client writes, and another one
 * reads results. The owner is killed, or stalls, in each round; the spare takes over, and nothing is lost or duplicated.
 * The log is cut all the time, and some killed processes start again with an empty disk. `WEIR_TEST_SPARE_ROUNDS` sets the
 * number of rounds, `WEIR_TEST_CRASH_SEED` the order.
 */
import { SeededRandom } from '@weir/platform';
import { randomTest } from '@weir/platform/testing';
import { natsHere, NatsServer } from '../../services/nats-server.js';
import { describeWith } from '../../services/service-cache.js';
import { until } from '../../support/until.js';
import { nameOf, SharedGraph } from './shared-graph.js';

const { seed, cases: rounds } = randomTest('hot spares');
const ROUND_MILLIS = 60_000;
/** One round in this number stalls the owner instead of killing it. */
const FREEZES = 10;
/** One round in this number loses the disk of the process that is killed. */
const REPLACEMENTS = 3;
/** The log of a shard is cut every few seconds. */
const SNAPSHOT_INTERVAL = '16k';
/** Longer than it takes until others have the graph. */
const FREEZE_MILLIS = 10_000;
/** One round in this number compares everything. */
const CHECKS = 5;

describeWith('A hot spare', await natsHere(), found => {
  let directory: NatsServer;
  let graph: SharedGraph;
  const millis: number[] = [];
  /** Number of processes that started from snapshots. */
  let restored = 0;

  beforeAll(async () => {
    directory = await NatsServer.start(found);
  });
  afterAll(async () => {
    await graph.close();
    await directory.stop();
  });

  async function owner(): Promise<string> {
    const cluster = await until(
      () => graph.cluster(),
      known => known !== undefined,
    );
    return nameOf(cluster!.owner);
  }

  function other(name: string): string {
    return name === 'one' ? 'two' : 'one';
  }

  /** @returns milliseconds until a write that began after the kill was acknowledged. */
  async function kill(name: string, losesDisk: boolean): Promise<number> {
    const through = graph.running.get(other(name))!;
    const gateway = graph.running.get(name)!;
    graph.running.delete(name);
    const endWriting = graph.writeSteadily(() => [through]);
    await gateway.kill();
    const start = performance.now();
    await until(() => graph.writeByHand(through)).catch((error: unknown) => {
      throw new Error(`${name} was killed:\n${through.status.seen.join('\n')}`, { cause: error });
    });
    const took = performance.now() - start;
    process.stdout.write(`owner killed: acknowledged again after ${Math.round(took)} ms\n`);
    await endWriting();
    if (losesDisk) await graph.wipe(name);
    const started = await graph.start(name);
    await started.status.matching(/the copy of the graph is up to date/);
    if (started.status.seen.some(line => line.includes('reading a snapshot of the graph'))) restored++;
    return took;
  }

  async function freeze(name: string): Promise<void> {
    const through = graph.running.get(other(name))!;
    const gateway = graph.running.get(name)!;
    process.kill(gateway.pid, 'SIGSTOP');
    const start = Date.now();
    await until(() => graph.writeByHand(through));
    await until(() => Date.now() - start > FREEZE_MILLIS);
    process.kill(gateway.pid, 'SIGCONT');
    await gateway.status.matching(/This process has lost its membership/);
    await until(async () => (await graph.cluster(gateway))?.owner !== undefined);
  }

  test(
    `takes over without a loss in ${rounds} rounds, seed ${seed}`,
    async () => {
      const random = new SeededRandom(seed);
      graph = await SharedGraph.make(
        'spare',
        { nats: directory.address },
        {
          'log-level': 'info',
          'store.snapshot-interval': SNAPSHOT_INTERVAL,
        },
      );
      await graph.start('one');
      await graph.start('two');
      await graph.watch();
      await graph.ingest({ maximumPerSecond: 60 });
      for (let round = 1; round <= rounds; round++) {
        for (let k = random.below(10); k >= 0; k--) await graph.writeByHand();
        const name = await owner();
        if (round % FREEZES === 0) await freeze(name);
        else millis.push(await kill(name, round % REPLACEMENTS === 0));
        expect(await owner()).toBe(other(name));
        if (round % CHECKS === 0 || round === rounds) await graph.expectWholePaused(graph.running.values());
      }
      expect(restored).toBeGreaterThan(0);
      expect(graph.resultConnections).toBeGreaterThan(millis.length);
      const sorted = millis.map(Math.round).sort((a, b) => a - b);
      const at = (part: number): number | undefined => sorted[Math.ceil(sorted.length * part) - 1];
      process.stdout.write(
        `${sorted.length} kills: acknowledged again after ${at(0.5)} ms (median), ${at(0.95)} ms (95 %), ${at(1)} ms (worst)\n`,
      );
    },
    120_000 + rounds * ROUND_MILLIS,
  );
});
